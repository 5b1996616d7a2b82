"""A crowd of people at tables: each with a socket of their own, playing random legal moves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from random import Random
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kafelki.rules.registry import all_seatings
from kafelki.server.load.requests import Requests

PATIENCE = 30.0  # seconds for an answer; without one in that time, the command is lost


def games_for_two() -> Sequence[str]:
    """Return the games that the crowd plays."""
    return [
        game
        for game, seating in all_seatings()
        if seating.players == 2 and seating.variant == "standard"
    ]


@dataclass
class Counts:
    """What the crowd has seen."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement, since the last report."""
    refused: int = 0
    lost: int = 0
    broken: int = 0
    """Sockets that closed without being asked to."""
    games: int = 0


class Client:
    """One socket: a player's or a spectator's."""

    def __init__(self, table: TableOfCrowd, token: str | None) -> None:
        self.table = table
        self.token = token
        self.view: dict[str, Any] | None = None
        self.seats: list[int] = []
        self.over = False
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._names = count()
        self._reading: asyncio.Task[None] | None = None

    async def open(self, url: str) -> None:
        """Connect and say hello."""
        self._socket = await connect(
            f"{url.replace('http', 'ws', 1)}/api/tables/{self.table.id}/live",
            max_size=None,
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        hello = {"type": "hello", "since": None, "token": self.token}
        await self._socket.send(orjson.dumps(hello).decode())
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):
            async for text in self._socket:
                self._heard(orjson.loads(text))
        if not self.over:
            self.table.counts.broken += 1

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "answer":
            waiting = self._answers.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif message["type"] in ("update", "snapshot"):
            self.view = message["game"]
            self.seats = message["you"]["seats"]
            if message["table"]["status"] == "over":
                self.table.finished.set()

    async def move(self, random: Random) -> None:
        """Play a random legal move, and note how long the acknowledgement took."""
        view = self.view
        assert self._socket is not None
        if view is None or not view["legal"]:
            return
        name = f"{next(self._names)}"
        command = {
            "type": "move",
            "id": name,
            "seat": self.seats[0],
            "expected": view["after"],
            "move": random.choice(view["legal"]["moves"]),
        }
        answer = self._answers[name] = asyncio.get_running_loop().create_future()
        counts = self.table.counts
        began = time.perf_counter()
        try:
            await self._socket.send(orjson.dumps(command).decode())
            reply = await asyncio.wait_for(answer, PATIENCE)
        except (TimeoutError, ConnectionClosed):
            counts.lost += 1
            return
        counts.latencies.append(time.perf_counter() - began)
        counts.refused += not reply["ok"]

    async def close(self) -> None:
        """Leave."""
        self.over = True
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)


@dataclass
class TableOfCrowd:
    """A table at which people of the crowd play one game after another.

    With several servers, each of its people comes by way of the next one.
    """

    requests: Requests
    urls: Sequence[str]
    tokens: Sequence[str]
    spectators: int
    interval: float
    counts: Counts
    random: Random
    id: str = ""
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        while not stop.is_set():
            await self._play(stop)

    async def _play(self, stop: asyncio.Event) -> None:
        self.finished.clear()
        game = self.random.choice(games_for_two())
        self.id = await self.requests.open_table(game, self.tokens)
        clients = [Client(self, token) for token in [*self.tokens, *[None] * self.spectators]]
        try:
            for client, url in zip(clients, cycle(self.urls), strict=False):
                await client.open(url)
            await asyncio.sleep(self.random.random() * self.interval)
            while not stop.is_set() and not self.finished.is_set():
                due = asyncio.get_running_loop().time() + self.interval
                await self._one_move(clients)
                await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            self.counts.games += self.finished.is_set()
        finally:
            for client in clients:
                await client.close()

    async def _one_move(self, clients: Sequence[Client]) -> None:
        able = [client for client in clients if client.view and client.view["legal"]]
        if able:
            await self.random.choice(able).move(self.random)
