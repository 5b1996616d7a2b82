"""The server that is attacked over the network, and somebody who plays on it meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import httpx

from kafelki.server.settings import Settings
from tests.attack.tally import Tally
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import Json, guest, new_command
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

SECONDS = 2.0
"""How long the attacked server waits for anybody: less than usual, so that attacks are short."""
CLOSED = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)
TRIES = 10
CONNECTIONS, SOCKETS = 500, 60
HONEST = "203.0.113.7"
"""From where the honest player comes; the server believes its proxy, which here is anybody."""


@contextmanager
def target() -> Iterator[ServerProcess]:
    """Give a server to attack, in a process of its own, with its usual limits on how often."""
    with TemporaryDirectory(prefix="kafelki-attack-") as folder:
        server = ServerProcess(
            Settings(
                data_folder=Path(folder),
                proxies=1,
                header_seconds=SECONDS,
                body_seconds=SECONDS,
                idle_seconds=SECONDS,
                write_seconds=SECONDS,
                connections=CONNECTIONS,
                sockets_by_address=SOCKETS,
            )
        )
        try:
            yield server
        finally:
            server.close()


@dataclass
class From:
    """A server, as it is reached from some address."""

    url: str
    http: httpx.Client


@contextmanager
def coming_from(server: ServerProcess, address: str) -> Iterator[From]:
    """Give a way to the server that comes from an address."""
    headers = {"X-Forwarded-For": address}
    transport = AskingAgain()
    with httpx.Client(
        timeout=PATIENCE, headers=headers, transport=transport, trust_env=False
    ) as http:
        yield From(server.url, http)


class AskingAgain(httpx.HTTPTransport):
    """Asks again, as browsers do, where a connection was closed instead of answered.

    On a busy machine we ourselves are slower at times than the attacked server waits for anybody.
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        for _ in range(TRIES):
            with suppress(*CLOSED):
                return super().handle_request(request)
        return super().handle_request(request)


class AllAskingAgain(httpx.AsyncHTTPTransport):
    """The same for many at once."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        for _ in range(TRIES):
            with suppress(*CLOSED):
                return await super().handle_async_request(request)
        return await super().handle_async_request(request)


class HonestPlayer(threading.Thread):
    """Plays alone for two, move after move, and notes whether each is acknowledged and kept."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._stopping = threading.Event()
        self.moves = Tally("moves of an honest player meanwhile")

    def run(self) -> None:
        try:
            with coming_from(self._server, HONEST) as way:
                while not self._stopping.is_set():
                    self._play_table(way)
        except BaseException as wrong:
            self.moves.lost.append(f"{type(wrong).__name__}: {wrong}"[:100])

    def _play_table(self, way: From) -> None:
        player = guest(way, "Ania")
        seats = [{"me": True}, {"label": "Ola"}]
        table = player.open(WITHOUT_CHANCE, 2, seats=seats, start=True)
        random = Random(1)
        played: list[str] = []
        while True:
            shown = player.look(table)
            if shown["table"]["status"] != "playing" or (played and self._stopping.is_set()):
                break
            seat = shown["game"]["to_act"][0]
            view: Json = player.look(table, seat=seat)["game"]
            move = random.choice(view["legal"]["moves"])
            command = new_command("move", move=move, expected=view["after"], seat=seat)
            answer = player.send(table, command)
            self.moves.note(answer.get("ok") is True, f"refused: {answer.get('code')}")
            played += [move] if answer.get("ok") else []
            self._stopping.wait(0.3)
        kept = [entry["event"]["move"] for entry in shown["entries"] if entry["kind"] == "move"]
        if kept != played:
            self.moves.lost.append("acknowledged moves are not in the log")

    def stop(self) -> Tally:
        """Stop, and return what came of it."""
        self._stopping.set()
        self.join(PATIENCE)
        if self.is_alive():
            self.moves.lost.append("the honest player waits for ever")
        return self.moves
