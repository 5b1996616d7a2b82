"""More of everything than anybody needs: it is refused, and others notice nothing."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from kafelki.server.limits import LIMITS
from kafelki.server.web.gate import MOST_UNANSWERED
from kafelki.server.web.socket import MOST_MALFORMED, TOO_MANY
from tests.attack.tally import Tally
from tests.attack.target import CONNECTIONS, SOCKETS, AllAskingAgain, coming_from
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import guest
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

FRAMES = {
    "pings without end": [Frame(Opcode.PING, b""), Frame(Opcode.PING, b"")],
    "a message in pieces without end": [
        Frame(Opcode.TEXT, b"{", fin=False),
        Frame(Opcode.CONT, b"", fin=False),
    ],
}
"""What comes first, and then again and again."""
WHATEVER: list[tuple[str, str, bytes | None]] = [
    ("GET", "/", None),
    ("GET", "/t/nothing", None),
    ("GET", "/assets/nothing.js", None),
    ("GET", "/api/tables", None),
    ("GET", "/api/tables/nothing", None),
    ("POST", "/api/guests", b"{not json"),
    ("POST", "/api/tables", b'{"game": 7}'),
    ("PUT", "/nothing", b"\x00" * 1000),
]


def attack(server: ServerProcess, scale: int) -> Iterator[Tally]:
    """Yield what came of floods of every kind."""
    yield asyncio.run(_requests(server, 340 * scale, "198.51.100.1"))
    yield _guests(server, 40 + 20 * scale)
    yield from _passwords(server, 20 + 10 * scale)
    yield asyncio.run(_sockets(server, SOCKETS + 20 * scale))
    yield asyncio.run(_nonsense(server, 4 * scale))
    for name, way in FRAMES.items():
        yield asyncio.run(_frames(server, name, way, 2 * scale))
    yield _pipelined(server, 2 * scale)
    yield _idle(server, CONNECTIONS + 40 * scale)


async def _requests(server: ServerProcess, count: int, address: str) -> Tally:
    """Send requests for whatever there is, as fast as it goes."""
    tally = Tally("requests of one address: 429 after the first")
    headers = {"X-Forwarded-For": f"1.2.3.4, {address}"}
    numbers = iter(range(count))
    statuses: list[int] = []

    async def send(http: httpx.AsyncClient) -> None:
        for number in numbers:
            method, path, body = WHATEVER[number % len(WHATEVER)]
            statuses.append((await http.request(method, path, content=body)).status_code)

    began = time.monotonic()
    async with httpx.AsyncClient(
        base_url=server.url,
        headers=headers,
        timeout=PATIENCE,
        transport=AllAskingAgain(),
        trust_env=False,
    ) as http:
        await asyncio.gather(*(send(http) for _ in range(20)))
    allowed = LIMITS["request"].burst + LIMITS["request"].rate * (time.monotonic() - began) + 1
    for status in statuses:
        tally.note(status < 500, f"answered {status}")
    answered = sum(status != 429 for status in statuses)
    tally.note(answered <= allowed, f"{answered} were answered, {allowed:.0f} are allowed")
    return tally


def _guests(server: ServerProcess, count: int) -> Tally:
    tally = Tally("new guests of one address: 30, then one in 5 s")
    began = time.monotonic()
    with coming_from(server, "198.51.100.2") as way:
        statuses = [
            way.http.post(f"{way.url}/api/guests", json={"token": True}).status_code
            for _ in range(count)
        ]
    allowed = LIMITS["guest"].burst + LIMITS["guest"].rate * (time.monotonic() - began) + 1
    for number, status in enumerate(statuses):
        tally.note(status == 429 or (status == 201 and number <= allowed), f"answered {status}")
    return tally


def _passwords(server: ServerProcess, count: int) -> Iterator[Tally]:
    guesses = Tally("guesses at a password")
    owner = Tally("the owner signs in meanwhile")
    given = {"account": f"owner {time.time_ns()}", "password": "correct horse", "token": True}
    with coming_from(server, "203.0.113.8") as home, coming_from(server, "198.51.100.3") as way:
        ania = guest(home)
        new = {key: given[key] for key in ("account", "password")}
        assert ania.ask("PUT", "/me/password", new).status_code == 204
        for number in range(count):
            wrong = given | {"password": f"wrong horse {number}"}
            status = way.http.post(f"{way.url}/api/sessions", json=wrong).status_code
            guesses.note(status in (403, 429), f"answered {status}")
        guesses.note(status == 429, "the guesser may go on")
        status = home.http.post(f"{home.url}/api/sessions", json=given).status_code
        owner.note(status == 200, f"answered {status}")
    yield guesses
    yield owner


async def _sockets(server: ServerProcess, count: int) -> Tally:
    """Open sockets, and keep them."""
    tally = Tally(f"sockets of one address: at most {SOCKETS} at once")
    url = _live(server)
    headers = {"X-Forwarded-For": "198.51.100.4"}
    opened = []
    try:
        for _ in range(count):
            try:
                line = await connect(
                    url, additional_headers=headers, open_timeout=PATIENCE, close_timeout=0.1
                )
                opened.append(line)
                await line.send('{"type": "hello"}')
                await line.recv()
                tally.note(len(opened) <= SOCKETS, "one too many was opened")
            except InvalidStatus as refused:
                status = refused.response.status_code
                tally.note(status == 403, f"answered {status}")
    finally:
        await asyncio.gather(*(line.close() for line in opened))
    return tally


def _live(server: ServerProcess) -> str:
    with coming_from(server, "203.0.113.9") as way:
        table = guest(way).open(WITHOUT_CHANCE, 2)
    return server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"


async def _nonsense(server: ServerProcess, count: int) -> Tally:
    tally = Tally(f"sockets that talk nonsense: closed after {MOST_MALFORMED}")
    url = _live(server)
    jobs = (_talk_nonsense(url, f"198.51.101.{number}") for number in range(count))
    for code, answers in await asyncio.gather(*jobs):
        held = code == 4400 and answers <= MOST_MALFORMED
        tally.note(held, f"closed with {code} after {answers} answers")
    return tally


async def _talk_nonsense(url: str, address: str) -> tuple[int | None, int]:
    """Return the code with which a socket is closed, and how many answers it got before."""
    answers = 0
    headers = {"X-Forwarded-For": address}
    async with connect(
        url, additional_headers=headers, open_timeout=PATIENCE, close_timeout=0.1
    ) as line:
        await line.send('{"type": "hello"}')
        try:
            for _ in range(2 * MOST_MALFORMED):
                await line.send('{"type": "nonsense"}')
            while True:
                answers += json.loads(await line.recv())["type"] == "answer"
        except ConnectionClosed as closed:
            return (closed.rcvd.code if closed.rcvd else None), answers


async def _frames(server: ServerProcess, name: str, way: list[Frame], count: int) -> Tally:
    """Send frames that are no messages, as fast as it goes: nobody else must wait for them."""
    tally = Tally(f"sockets with {name}: closed")
    url = _live(server)
    first, again = (_bytes(frame) for frame in way)
    for number in range(count):
        headers = {"X-Forwarded-For": f"198.51.102.{number}"}
        async with connect(
            url,
            additional_headers=headers,
            open_timeout=PATIENCE,
            close_timeout=0.1,
            ping_interval=None,
        ) as line:
            line.transport.write(first + 200_000 * again)
            try:
                async with asyncio.timeout(PATIENCE):
                    while True:
                        await line.recv()
            except ConnectionClosed as closed:
                # Or so hard that no word of it came.
                held = closed.rcvd is None or closed.rcvd.code == TOO_MANY
                tally.note(held, f"closed with {closed.rcvd}")
            except TimeoutError:
                tally.note(False, "still open after two minutes")
    return tally


def _bytes(frame: Frame) -> bytes:
    return frame.serialize(mask=True)


def _pipelined(server: ServerProcess, count: int) -> Tally:
    """Send thousands of requests in one piece."""
    tally = Tally("thousands of requests in one piece: refused")
    for _ in range(count):
        with socket.create_connection(
            ("127.0.0.1", server.settings.port), timeout=PATIENCE
        ) as connection:
            received = b""
            with suppress(ConnectionError):
                connection.sendall(10_000 * b"GET /healthz HTTP/1.1\r\n\r\n")
            with suppress(ConnectionError):
                while part := connection.recv(65536):
                    received += part
            answers = received.count(b"HTTP/1.1 200")
            tally.note(answers <= MOST_UNANSWERED, f"{answers} were answered")
    return tally


def _idle(server: ServerProcess, count: int) -> Tally:
    """Hold more connections than there may be; new ones must be served all the same."""
    tally = Tally(f"{count} idle connections where {CONNECTIONS} may be: others are let in")
    address = ("127.0.0.1", server.settings.port)
    with ExitStack() as stack, coming_from(server, "203.0.113.10") as way:
        for number in range(count):
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
            if number % 50 == 49:
                answer = httpx.get(
                    f"{way.url}/api/games", headers=way.http.headers, timeout=PATIENCE
                )
                tally.note(answer.status_code == 200, f"answered {answer.status_code}")
    return tally
