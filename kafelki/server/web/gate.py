"""What stands between the network and the HTTP server: how large, how slow, how many.

Uvicorn reads whatever it is sent, for as long as it takes. Its protocol is kept here behind
another one, which passes on what comes and goes, watches how far a request is, and ends what
takes too long. Both know each other only as asyncio's protocols and transports do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kafelki.server.denial import Denial
from kafelki.server.limits import Limiter
from kafelki.server.settings import Settings
from kafelki.server.web import refusals
from kafelki.server.web.addresses import network_of
from kafelki.server.web.answers import too_large
from kafelki.server.web.connections import Connections
from kafelki.server.web.frames import Frames

LINGER = 2.0
"""Seconds for a client to read why it is refused; what it sends meanwhile is thrown away."""
MOST_THROWN_AWAY = 1 << 20
"""Bytes of that."""
MOST_AFTER_HEADER = 1 << 20
"""Bytes of a request: its body, and what is around the parts of it and after them."""
MOST_UNANSWERED = 100
"""Requests of one connection that wait for their answers; a browser sends one after the other."""


class Phase(Enum):
    """How far a connection is."""

    HEADER = auto()
    """The header of a request is awaited, or is not whole yet."""
    BODY = auto()
    ASKED = auto()
    """The request is whole: the server's turn."""
    SOCKET = auto()
    REFUSED = auto()


class Gate(asyncio.Protocol):
    """One connection."""

    def __init__(
        self,
        connections: Connections,
        settings: Settings,
        limiter: Callable[[], Limiter],
        **given: Any,
    ) -> None:
        self.address = ""
        self._connections = connections
        self._settings = settings
        self._limiter = limiter
        self._given = given  # what Uvicorn gives each of its protocols
        self._behind: asyncio.Protocol | None = None
        self._transport: asyncio.Transport = cast(asyncio.Transport, None)
        self._phase = Phase.HEADER
        self._header = 0  # bytes of the header that have come
        self._after = 0  # bytes that follow it
        self._body = 0  # bytes of these that are the body's
        self._requests = 0  # that were whole
        self._answers = 0  # that were begun
        self._frames = Frames(settings.rate_limits)
        self._thrown_away = 0
        self._answered = False
        self._deadline: asyncio.TimerHandle | None = None
        self._due: tuple[Phase, int] | None = None  # what the deadline is for
        self._stalled: asyncio.TimerHandle | None = None
        # The same parser as Uvicorn's: both always agree how far a request is. It keeps nothing.
        self._parser: Any = httptools.HttpRequestParser(self)
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a connection in, or turn it away."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = network_of(peer[0] if isinstance(peer, tuple) else None)
        if not self._connections.admit(self):
            self._transport.write(refusals.refusal(503, refusals.FULL))
            self._phase = Phase.REFUSED
            self._transport.close()
            return
        self._behind = HttpToolsProtocol(**self._given)
        self._behind.connection_made(cast(asyncio.Transport, GateTransport(self, self._transport)))
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        """Pass on what comes, at most as much at a time as a header may still have."""
        most = self._settings.header_bytes
        while data and self._phase not in (Phase.SOCKET, Phase.REFUSED):
            in_body = self._phase is Phase.BODY
            room = min(most, MOST_AFTER_HEADER - self._after) if in_body else most - self._header
            if room > 0:
                self._receive(data[:room])
                data = data[room:]
            elif in_body:
                self._refuse_more(413, too_large())
            else:
                self._refuse(431, refusals.long_header(most))
        if data and self._phase is Phase.SOCKET and not self._frames.are_few(data):
            self._transport.write(refusals.CLOSING_FRAME)
            self._hear_no_more()
        if self._phase is Phase.REFUSED:
            self._throw_away(len(data))
        elif data and self._behind is not None:
            self._behind.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that the other side will send no more."""
        return None if self._behind is None else self._behind.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on that it is over, and leave nothing behind."""
        self._connections.leave(self)
        behind, self._behind, self._parser = self._behind, None, None
        self._cancel_deadline()
        self._cancel_stalled()
        if behind is not None:
            behind.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass on that the other side does not read, and wait for it only so long."""
        if self._behind is not None:
            self._behind.pause_writing()
        self._cancel_stalled()
        self._stalled = self._later(self._settings.write_seconds, self._transport.abort)

    def resume_writing(self) -> None:
        """Pass on that the other side reads."""
        self._cancel_stalled()
        if self._behind is not None:
            self._behind.resume_writing()

    # What the parser calls

    def on_headers_complete(self) -> None:
        """Go on to the body."""
        self._phase = Phase.BODY
        self._header = self._after = self._body = 0
        self._answered = False

    def on_body(self, body: bytes) -> None:
        """Count a part of the body."""
        self._body += len(body)

    def on_message_complete(self) -> None:
        """Go on to the answer."""
        self._phase = Phase.ASKED
        self._requests += 1

    # What the connection behind does

    def write(self, data: bytes) -> None:
        """Send something; nothing more where the client has been refused."""
        if self._phase is Phase.REFUSED:
            return
        self._transport.write(data)
        if self._phase is Phase.SOCKET:
            if not self._answered:
                self._answered = True
                self._cancel_deadline()
                self._connections.moved(self, False)
        elif not data.startswith(b"HTTP/1.1 100"):
            self._answers += data.startswith(b"HTTP/1.1 ")
            self._answered = True
            self._connections.moved(self, self._rests)

    def become_socket(self, protocol: asyncio.Protocol) -> None:
        """Let a socket have the connection: once it is answered, it has limits of its own.

        Not every one is: what asks for a socket in a way that the library behind does not
        understand is never answered by it.
        """
        self._behind = protocol
        self._phase = Phase.SOCKET
        self._parser = None
        if self._answered:
            self._cancel_deadline()
        else:
            self._set_deadline()

    def give_way(self) -> None:
        """Close at once: another needs the place, and nobody is kept waiting here."""
        self._transport.abort()

    # The rest

    @property
    def _rests(self) -> bool:
        """Whether nothing of the client's is being done."""
        if self._phase is Phase.SOCKET:
            return not self._answered
        return self._phase is not Phase.ASKED or self._answered

    def _receive(self, part: bytes) -> None:
        if self._phase is Phase.ASKED:  # something comes after a whole request: another
            self._phase = Phase.HEADER
        in_body = self._phase is Phase.BODY
        try:
            self._parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            pass  # the one behind has its own, and knows what to do
        except httptools.HttpParserError:
            self._refuse(400, refusals.NOT_HTTP)
            return
        if self._requests - self._answers > MOST_UNANSWERED:
            self._refuse(429, refusals.TOO_MANY_AT_ONCE)
            return
        if self._phase is Phase.HEADER:
            self._header += len(part)
        elif self._phase is Phase.BODY and not in_body:
            self._body = 0  # where the header ended in this part is not known: none of it counts
        elif self._phase is Phase.BODY:
            self._after += len(part)
            if self._after - self._body > self._settings.header_bytes:  # fields after it, or chunks
                self._refuse_more(431, refusals.long_header(self._settings.header_bytes))
                return
        assert self._behind is not None
        self._behind.data_received(part)
        if self._phase is not Phase.SOCKET:
            self._connections.moved(self, self._rests)
            self._set_deadline()

    def _set_deadline(self) -> None:
        """Let the time run for what is awaited now, if it does not yet."""
        due = None if self._phase is Phase.ASKED else (self._phase, self._requests)
        if due == self._due:
            return
        self._cancel_deadline()
        self._due = due
        if due is not None:
            seconds = (
                self._settings.body_seconds
                if self._phase is Phase.BODY
                else self._settings.header_seconds
            )
            self._deadline = self._later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._phase is Phase.HEADER and not self._header:
            self._transport.close()  # it never asked for anything
        elif self._phase is Phase.BODY and self._answered:
            self._transport.abort()  # it has its answer, and goes on sending
        elif self._phase is Phase.SOCKET:
            self._refuse(400, refusals.NO_SOCKET)
        else:
            self._refuse(408, refusals.SLOW)

    def _refuse(self, status: int, denial: Denial) -> None:
        """Answer in the server's stead, then close; it counts like any other request.

        Behind a proxy it does not: it cannot be read whose it is.
        """
        if not self._settings.proxies:
            try:
                self._limiter().check_here("request", self.address)
            except Denial as too_often:
                status, denial = 429, too_often
        self._transport.write(refusals.refusal(status, denial))
        self._hear_no_more()

    def _refuse_more(self, status: int, denial: Denial) -> None:
        """Refuse the rest of a request, which may have been answered already."""
        if self._answered:
            self._hear_no_more()
        else:
            self._refuse(status, denial)

    def _hear_no_more(self) -> None:
        """Leave some time to read what was answered, then close."""
        self._phase = Phase.REFUSED
        self._connections.moved(self, True)
        self._cancel_deadline()
        self._deadline = self._later(LINGER, self._transport.abort)
        if self._transport.can_write_eof():
            self._transport.write_eof()

    def _throw_away(self, count: int) -> None:
        """Forget what a client sends that was refused, and soon do not even read it."""
        self._thrown_away += count
        if self._thrown_away > MOST_THROWN_AWAY:
            self._transport.pause_reading()

    def _later(self, seconds: float, job: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, job)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self._due = None

    def _cancel_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = None


class GateTransport:
    """A connection's transport, as the protocol behind the gate sees it."""

    def __init__(self, gate: Gate, transport: asyncio.Transport) -> None:
        self._gate = gate
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Send something."""
        self._gate.write(data)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Let another protocol have what comes; the gate stays where it is."""
        self._gate.become_socket(protocol)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
