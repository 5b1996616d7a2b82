"""The socket of a table: what happens as it happens, and commands on the same line.

`attend`, `greet` and `converse` are the same for every socket.

The client says `hello` with the number of the log that it knows; the server answers with
what it missed, and goes on from there. Everything else is said in docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from kafelki.server.denial import Denial, malformed, unavailable
from kafelki.server.identity import token_key
from kafelki.server.live.live_table import Listener, LiveTable
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.table.commands import AnyCommand
from kafelki.server.web.access import Caller, address_of, caller, check_not_banned, check_origin
from kafelki.server.web.answers import malformed_request
from kafelki.server.web.context import Context, context_of
from kafelki.server.web.metrics import SOCKETS
from kafelki.server.web.position_models import ExplainRequest
from kafelki.server.web.tables import explained, muted_by, obey

log = logging.getLogger(__name__)

router = APIRouter()

LONGEST_MESSAGE = 8 * 1024
SEND = 10.0  # seconds for a message to leave
MOST_MALFORMED = 10  # messages of one socket that cannot be understood

SPOKEN = range(1, 2)
"""The versions of the protocol that are understood; who names none speaks the oldest there was."""

MALFORMED, NOT_FOUND, FORBIDDEN, TOO_SLOW, TOO_MANY, TROUBLE = 4400, 4404, 4403, 4408, 4429, 4503
SET_ASIDE, OLD_PAGE = 4410, 4426
"""Why the server closes a socket."""
CLOSE = {
    "not-found": NOT_FOUND,
    "forbidden": FORBIDDEN,
    "not-signed-in": FORBIDDEN,
    "too-many": TOO_MANY,
    "unreadable": SET_ASIDE,
    "old-rules": SET_ASIDE,
    "old-page": OLD_PAGE,
    "unavailable": TROUBLE,
}

Heard = Callable[[dict[str, Any]], Awaitable[dict[str, Any] | None]]
"""Does what a message says, and returns what to answer, if anything."""

_commands: TypeAdapter[Any] = TypeAdapter(AnyCommand)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Follow a table and send it commands."""
    await attend(socket, lambda context: _serve(socket, context, table))


async def attend(socket: WebSocket, serve: Callable[[Context], Awaitable[None]]) -> None:
    """Take a socket, if there is a place for it, and close it when it has been served."""
    context = context_of(socket)
    address = address_of(socket)
    try:
        if socket.headers.get("origin") is not None or socket.cookies:  # programs send neither
            check_origin(socket, context)
        context.places.take(address)
    except Denial:
        await socket.close(FORBIDDEN)
        return
    SOCKETS.inc()
    try:
        await socket.accept()
        await serve(context)
    except Denial as denial:
        await _say_goodbye(socket, denial)
    except StorageTrouble:
        await _say_goodbye(socket, unavailable())
    except (WebSocketDisconnect, TimeoutError, RuntimeError, OSError):
        pass  # the client has gone
    finally:
        SOCKETS.dec()
        context.places.give_back(address)
        with suppress(Exception):
            await socket.close()


async def _say_goodbye(socket: WebSocket, denial: Denial) -> None:
    with suppress(Exception):
        await socket.send_text(orjson.dumps({"type": "bye", **denial.as_json()}).decode())
        await socket.close(CLOSE.get(denial.code, MALFORMED))


async def greet(socket: WebSocket, context: Context) -> tuple[dict[str, Any], Caller]:
    """Return how a client says hello, and who it is."""
    hello = await asyncio.wait_for(_receive(socket), context.settings.header_seconds)
    numbers = hello.get("since"), hello.get("seat")
    if hello.get("type") != "hello" or not all(map(_whole_or_none, numbers)):
        raise malformed("Say hello first.", "Najpierw się przywitaj (hello).")
    _check_version(hello.get("version", 1))
    return hello, await _who(socket, context, hello)


def session_of(who: Caller) -> str | None:
    """Return what the session is known by that somebody showed."""
    return None if who.person is None else token_key(who.token)


async def _serve(socket: WebSocket, context: Context, table: str) -> None:
    hello, who = await greet(socket, context)
    listener = Listener(who.id, hello.get("seat"), await muted_by(context, who), session_of(who))
    try:
        live = await context.tables.listen(table, listener, hello.get("since"))
    except Denial:
        await context.limiter.check("lookup", who.address)
        raise
    try:
        await converse(
            socket, listener, lambda message: _heard(context, live, listener, who, message)
        )
    finally:
        context.tables.audience.remove(live, listener)


async def converse(socket: WebSocket, listener: Listener, heard: Heard) -> None:
    """Send what a listener is told, and answer what the client says, until one of them leaves."""
    sending = asyncio.create_task(_send(socket, listener))
    hearing = asyncio.create_task(_hear(socket, listener, heard))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        if listener.dropped or (sending.done() and isinstance(sending.exception(), TimeoutError)):
            await asyncio.wait_for(socket.close(TOO_SLOW), SEND)
        elif hearing.done():
            hearing.result()
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        # What they raised knows this place: a ring that would keep the last messages in memory.
        listener.drop()
        del sending, hearing, task


def _check_version(version: object) -> None:
    """Raise Denial unless the client speaks as this server does."""
    if not (type(version) is int and version in SPOKEN):
        raise Denial(
            "old-page",
            "This page is of another version than the server. Reload it.",
            "Ta strona jest w innej wersji niż serwer. Wczytaj ją ponownie.",
        )


def _whole_or_none(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value < 2**31)


async def _who(socket: WebSocket, context: Context, hello: dict[str, Any]) -> Caller:
    """Return who says hello: by the token in it, else by header or cookie."""
    token = hello.get("token")
    if token is None:
        return await caller(socket)
    person = await context.identity.who(token) if isinstance(token, str) else None
    if person is None:
        raise Denial("not-signed-in", "The token is not valid.", "Token jest nieprawidłowy.")
    check_not_banned(person, context.now())
    return Caller(person, str(token), False, address_of(socket))


async def _receive(socket: WebSocket) -> dict[str, Any]:
    """Return the next message; Denial when it is not a JSON object of a sensible size."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise malformed("Messages are text, not bytes.", "Wiadomości są tekstem.")
    if len(text) > LONGEST_MESSAGE:
        raise Denial("too-large", "That message is too long.", "Ta wiadomość jest za długa.")
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise malformed("That is not JSON.", "To nie jest JSON.") from None
    if not isinstance(message, dict):
        raise malformed("A message is an object.", "Wiadomość musi być obiektem.")
    return message


async def _send(socket: WebSocket, listener: Listener) -> None:
    while (message := await listener.next()) is not None:
        async with asyncio.timeout(SEND):  # cheaper than wait_for, which makes a task of it
            await socket.send_text(message.decode())


async def _hear(socket: WebSocket, listener: Listener, heard: Heard) -> None:
    misunderstood = 0
    while misunderstood < MOST_MALFORMED:
        await listener.room()  # who asks faster than it reads is heard more slowly
        message = await _receive(socket)
        answer = await heard(message)
        if answer is not None:
            listener.push(orjson.dumps(answer))
            misunderstood += answer.get("code") == "malformed"
    raise malformed(
        "Too much of what you say cannot be understood.",
        "Zbyt wiele z tego, co mówisz, jest niezrozumiałe.",
    )


async def _heard(
    context: Context, live: LiveTable, listener: Listener, who: Caller, message: dict[str, Any]
) -> dict[str, Any] | None:
    """Do what a message says; return what to answer, if anything."""
    kind = message.get("type")
    if kind == "ping":
        return await pong(context, who)
    if kind == "look":
        await context.limiter.check("look", who.id or who.address)
        seat = message.get("seat")
        if not _whole_or_none(seat):
            denial = malformed("A seat is a number.", "Miejsce musi być liczbą.")
            return {"type": "notice"} | denial.as_json()
        await context.tables.look(live, listener, seat)
        return None
    if kind == "explain":
        return await _explain(context, live, who, message)
    return await _answer(context, live.id, who, message)


async def pong(context: Context, who: Caller) -> dict[str, Any]:
    """Return the answer to a ping."""
    await context.limiter.check("look", who.id or who.address)
    return {"type": "pong", "now": context.now()}


async def _explain(
    context: Context, live: LiveTable, who: Caller, message: dict[str, Any]
) -> dict[str, Any]:
    key = message.get("id")
    about = {"type": "explained", "id": key if isinstance(key, str | int) else None}
    try:
        await context.limiter.check("look", who.id or who.address)
        asked = ExplainRequest.model_validate(
            {key: message[key] for key in ExplainRequest.model_fields if key in message}
        )
        state, _ = await context.tables.loaded.state_for(live.id, who.id)
        return about | {"ok": True} | explained(state, who, asked)
    except ValidationError as wrong:
        return about | {"ok": False} | malformed_request(wrong.errors()).as_json()
    except Denial as denial:
        return about | {"ok": False} | denial.as_json()


async def _answer(
    context: Context, table: str, who: Caller, message: dict[str, Any]
) -> dict[str, Any]:
    key = message.get("id")
    name = key if isinstance(key, str) else ""
    about = {"type": "answer"}
    try:
        command = _commands.validate_python(message)
        # Asked each time: the person may have signed out since, or have an account by now.
        person = await context.identity.who(who.token) if who.person is not None else None
        if person is None:
            await context.limiter.check("look", who.address)
            raise Denial(
                "not-signed-in",
                "Spectators cannot do that: enter with a name first.",
                "Widzowie nie mogą tego zrobić: najpierw podaj imię.",
            )
        check_not_banned(person, context.now())
        return about | await obey(context, table, person, command)
    except ValidationError as wrong:
        return about | malformed_request(wrong.errors()).reply_to(name)
    except Denial as denial:
        return about | denial.reply_to(name)
    except StorageTrouble:
        return about | unavailable().reply_to(name)
