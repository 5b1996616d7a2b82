"""What is done without anybody asking: jobs that are due regularly, or once at the start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from kafelki.server.denial import Denial
from kafelki.server.storage.store import StorageTrouble

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]


class Scheduler:
    """The jobs of one server process: what goes wrong with one costs no other anything."""

    def __init__(self) -> None:
        self._jobs: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def every(self, seconds: float, job: Job) -> None:
        """Do something regularly, from the start on."""

        async def regularly() -> None:
            while True:
                await _do(job)
                await asyncio.sleep(seconds)

        self._jobs.append(regularly)

    def once(self, job: Job) -> None:
        """Do something at the start."""
        self._jobs.append(lambda: _do(job))

    def start(self) -> None:
        """Begin."""
        self._tasks = [asyncio.create_task(job()) for job in self._jobs]

    async def close(self) -> None:
        """Stop everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _do(job: Job) -> None:
    try:
        await job()
    except (StorageTrouble, Denial) as wrong:
        log.warning("the database is away: %s", type(wrong).__name__)
    except Exception:
        log.exception("looking after the tables failed")
