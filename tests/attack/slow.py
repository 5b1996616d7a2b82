"""Clients that take their time: each is let go of, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress

from kafelki.server.web.gate import MOST_UNANSWERED
from tests.attack.tally import Tally
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import guest
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

PAUSE = 0.2
"""Seconds between two drops."""
HEADER = b"POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
UPGRADE = (
    "GET /api/tables/{table}/live HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


WAYS = {
    "connections that ask for nothing": (b"", b""),
    "headers byte by byte": (HEADER, b"x"),
    "bodies byte by byte": (HEADER + b"Content-Length: 60000\r\n\r\n", b" "),
    "chunks without end": (HEADER + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "bodies that go on after the answer": (
        b"POST /nothing HTTP/1.1\r\nHost: here\r\nContent-Length: 60000\r\n\r\n",
        b" ",
    ),
    "sockets asked for in a way nobody understands": (
        UPGRADE.format(table="nothing").encode()[:-2] + b"X: a\r\n" * 140 + b"\r\n",
        b"",
    ),
    "connections kept after an answer": (b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", b""),
}
"""What is sent first, and then again and again."""
MANY = MOST_UNANSWERED * b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n"


def attack(server: ServerProcess, scale: int) -> Iterator[Tally]:
    """Yield what came of slow clients of every kind, all at the same time."""
    hello = UPGRADE.format(table=guest(server).open(WITHOUT_CHANCE, 2)).encode()

    async def all_ways() -> list[Tally]:
        return await asyncio.gather(
            *(_all(name, server, *way, 5 * scale, True) for name, way in WAYS.items()),
            _all("sockets without a word", server, hello, b"", 2 * scale, True),
            _all("clients that do not read", server, MANY, b"G", 2 * scale, False),
        )

    yield from asyncio.run(all_ways())


async def _all(
    name: str, server: ServerProcess, first: bytes, drop: bytes, count: int, reading: bool
) -> Tally:
    """Return whether so many connections that go on like this are all closed."""
    tally = Tally(name)
    jobs = (_until_closed(server, first, drop, reading) for _ in range(count))
    for closed in await asyncio.gather(*jobs):
        tally.note(closed, "still open after two minutes")
    return tally


async def _until_closed(server: ServerProcess, first: bytes, drop: bytes, reading: bool) -> bool:
    plain = socket.socket()
    if not reading:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().sock_connect(
                plain, ("127.0.0.1", server.settings.port)
            )
            reader, writer = await asyncio.open_connection(sock=plain, limit=1024)
            try:
                writer.write(first)
                await _wait(reader, writer, drop, reading)
            finally:
                writer.transport.abort()
    except TimeoutError:
        return False
    except OSError:
        pass  # it was closed so hard that there was no time for a word
    return True


async def _wait(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drop: bytes, reading: bool
) -> None:
    """Return when the server has closed a connection; send a drop now and then until it does."""
    if not reading:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
    ended = asyncio.ensure_future(_read(reader) if reading else asyncio.Event().wait())
    try:
        while not ended.done():
            await asyncio.wait({ended}, timeout=PAUSE)
            if drop:
                writer.write(drop)
                await writer.drain()
    finally:
        ended.cancel()
        with suppress(asyncio.CancelledError, OSError):
            await ended


async def _read(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass
