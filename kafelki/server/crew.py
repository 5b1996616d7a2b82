"""The bots' processes: a few on this machine, or a Ray cluster. The event loop never waits."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Protocol, TypeVar

from kafelki.arena.ray_cluster import joined
from kafelki.server.fate import end_with

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 120.0
"""Seconds after which a bot's process is taken for stuck: starting one may compile first."""


class Crew(Protocol):
    """Something that runs a function elsewhere."""

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives in another process."""

    async def close(self) -> None:
        """Stop the processes."""


class LocalCrew:
    """Processes on this machine; one that dies is replaced, and its work done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new_pool()
        self._free = asyncio.Semaphore(workers)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(os.getpid(),),
        )

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives; a process that dies or hangs costs time only."""
        async with self._free:  # patience is for thinking, not for standing in line
            for attempt in range(3):
                pool = self._pool
                try:
                    future = asyncio.get_running_loop().run_in_executor(pool, partial(job, *args))
                    return await asyncio.wait_for(future, PATIENCE * (attempt + 1))
                except (BrokenProcessPool, TimeoutError) as wrong:
                    log.warning("a bot's process failed: %s", type(wrong).__name__)
                    if pool is self._pool:
                        self._pool = self._new_pool()
                        _kill(pool)
            raise RuntimeError("the bots' processes keep failing")

    async def close(self) -> None:
        """Stop the processes, whatever they are doing."""
        _kill(self._pool)


def _kill(pool: ProcessPoolExecutor) -> None:
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _begin(parent: int) -> None:
    """Get a bot's process ready; it ends by itself when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    end_with(parent)


class RayCrew:
    """A Ray cluster."""

    def __init__(self, address: str) -> None:
        self._ray = joined(address)

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives somewhere in the cluster."""
        task = self._ray.remote(max_retries=3)(job)
        result: T = await task.remote(*args)
        return result

    async def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()
