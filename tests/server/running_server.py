"""A whole server inside the test's process: real sockets, and a clock that tests set."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import uvloop
from argon2 import PasswordHasher

from kafelki.server import bot_work, passwords, worker_pool
from kafelki.server.running import server_of
from kafelki.server.settings import Settings
from kafelki.server.tables import Tables
from kafelki.server.trusted_time import steady_milliseconds
from kafelki.server.web import app as application
from kafelki.server.web.context import Context
from tests.waiting import PATIENCE

T = TypeVar("T")

NOON = int(datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp() * 1000)
"""A Wednesday."""
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Time:
    """A clock that stands still until a test moves it on."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now
        self.passed = 0

    def __call__(self) -> int:
        return self.now

    def pass_by(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.passed += milliseconds

    def jump(self, milliseconds: int) -> None:
        """Let the clock be set, while no time passes."""
        self.now += milliseconds

    def steady(self) -> int:
        """Return how much time has passed, whatever the clock was set to."""
        return self.passed


class QuickPool:
    """Bots that play any legal move at once, the same one every time, and give the first legal
    moves as hints.
    """

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self.asked: list[tuple[str, int]] = []
        self.streams: list[str] = []

    async def run(self, job: Callable[..., T], *args: Any) -> Any:
        if job not in (bot_work.choose, bot_work.suggest):  # what is nobody's thinking
            return await asyncio.to_thread(job, *args)
        game, seat = args[:2]
        self.asked.append((job.__name__, seat))
        moves = game.legal_texts(seat)
        self.streams.append(args[3] if job is bot_work.choose else args[2])
        if job is bot_work.choose:  # its stream is another one at every table
            return bot_work.Chosen(Random(f"{len(game.events)} {seat}").choice(moves))
        words = {"en": "It is the first.", "pl": "Jest pierwszy."}
        hints = [{"move": move, "value": 0.5, "why": words} for move in moves[:3]]
        return bot_work.Suggested(hints)

    async def close(self) -> None:
        pass


async def compile_nothing() -> None:
    pass


def quick_hasher(**strength: int) -> PasswordHasher:
    """Return what hashes passwords at once, and so guards none."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Server:
    """A server that runs until it is closed, and can be run again on the same data."""

    def __init__(self, settings: Settings, time: Callable[[], int] | None = None) -> None:
        self.time = Time() if time is None else time
        self.settings = replace(settings, port=0)
        self.http = httpx.Client(timeout=PATIENCE, verify=False)
        self.start()

    @property
    def clock(self) -> Time:
        """The clock that tests move."""
        assert isinstance(self.time, Time)
        return self.time

    def start(self) -> None:
        """Start, on a port of its own."""
        # With its protocol named, so that asyncio sends small answers at once (TCP_NODELAY).
        self._listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._listening.bind(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._patches = ExitStack()
        self._patches.enter_context(patch.object(passwords, "PasswordHasher", quick_hasher))
        self.app = application.make_app(
            self.settings,
            self.time,
            self.time.steady if isinstance(self.time, Time) else steady_milliseconds,
        )
        self._uvicorn = server_of(self.app, self.settings)
        self._uvicorn.config.timeout_graceful_shutdown = 1
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._patches.enter_context(patch.object(worker_pool, "LocalPool", QuickPool))
        self._patches.enter_context(
            patch.object(application, "load_in_background", compile_nothing)
        )
        self._thread.start()
        assert self._ready.wait(PATIENCE), "the server did not start"
        assert self._uvicorn.started, "the server could not start"

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            watching = asyncio.create_task(self._tell_when_started())
            await self._uvicorn.serve(sockets=[self._listening])
            await watching

        try:
            uvloop.run(serve())
        finally:
            self._ready.set()

    async def _tell_when_started(self) -> None:
        while not self._uvicorn.started and not self._uvicorn.should_exit:
            await asyncio.sleep(0.005)
        self._ready.set()

    @property
    def context(self) -> Context:
        """The parts of the server."""
        context: Context = self.app.state.context
        return context

    @property
    def tables(self) -> Tables:
        """The tables that are in memory."""
        return self.context.tables

    def call(self, job: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine gives on the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(job, self.loop).result(PATIENCE)

    def drop_caches(self) -> None:
        """Forget every table, as a new process would not know it."""

        async def drop() -> None:
            self.tables.loaded.drop_caches()

        self.call(drop())

    def look_after_due(self) -> None:
        """Let clocks run out now that have, without waiting for the next round."""
        self.call(self.context.upkeep.look_after_due())

    def remind(self) -> None:
        """Remind people of their clocks now, without waiting for the next round."""
        self.call(self.context.upkeep.remind_of_clocks())

    def stop(self) -> None:
        """Stop as an operator would."""
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"
        self._listening.close()
        self._patches.close()

    def restart(self) -> None:
        """Stop, and run again on the same data: at another address."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.http.close()


@contextmanager
def serving(settings: Settings, time: Callable[[], int] | None = None) -> Iterator[Server]:
    """Give a server that runs until the block ends."""
    server = Server(settings, time)
    try:
        yield server
    finally:
        server.close()
