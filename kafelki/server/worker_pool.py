"""Worker pools for bots: processes here, or a Ray cluster. The event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from kafelki.arena.executors import joined
from kafelki.server.fairness import WaitingLine
from kafelki.server.process import end_with_parent
from kafelki.server.settings import Settings

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 120.0
"""Seconds after which a bot's process is taken for stuck: starting one may compile first."""
ATTEMPTS = 3
YIELDING = 5
"""How nice to others the processes are that work hints out: a bot's move comes first."""
WAITING_AT_AN_ADDRESS, WAITING = 20, 3
"""How many hints may wait that an address has asked for, and a person of it."""


class PoolFailed(Exception):
    """A job that ended its process, or held it up, each time."""


class WorkerPool(Protocol):
    """Something that runs a function elsewhere."""

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives in another process; PoolFailed when none can run it."""

    async def close(self) -> None:
        """Stop the processes."""


@dataclass
class Workers:
    """A pool, and the line in which its work waits."""

    pool: WorkerPool
    line: WaitingLine


def workers_for(settings: Settings) -> tuple[Workers, Workers]:
    """Return who makes bots' moves and who works hints out: no move waits for a hint."""
    movers: WorkerPool
    advisers: WorkerPool
    slots, advising = settings.bot_workers, settings.hint_workers
    if settings.ray_address:
        movers, advisers = RayPool(settings.ray_address), RayPool(settings.ray_address, 0)
        slots = max(slots, movers.processors)
    else:
        movers, advisers = LocalPool(slots), LocalPool(advising, YIELDING)
    scale = settings.rate_limits
    most = [max(1, round(scale * each)) for each in (WAITING_AT_AN_ADDRESS, WAITING)]
    for_hints = WaitingLine(advising, most if scale else ())
    return Workers(movers, WaitingLine(slots)), Workers(advisers, for_hints)


class LocalPool:
    """Processes on this machine; one that dies is replaced, and its work done again."""

    def __init__(self, workers: int, niceness: int = 0) -> None:
        self._workers = [_Worker(niceness) for _ in range(workers)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives; a process that dies or hangs costs time only.

        A job goes on to its end when nobody waits for it any more: until then its process
        has no time for another.
        """
        worker = await self._idle.get()
        running = asyncio.create_task(worker.run(partial(job, *args)))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        running.add_done_callback(lambda _: self._idle.put_nowait(worker))
        return await asyncio.shield(running)

    async def close(self) -> None:
        """Stop the processes, whatever they are doing."""
        for running in self._running:
            running.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for worker in self._workers:
            worker.stop()


class _Worker:
    """A process that does one job after the other: when it dies, no other job is lost."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(os.getpid(), self._niceness),
        )

    async def run(self, job: Callable[[], T]) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                future = asyncio.get_running_loop().run_in_executor(self._pool, job)
                return await asyncio.wait_for(future, PATIENCE * attempt)
            except (BrokenProcessPool, TimeoutError) as wrong:
                log.warning("a bot's process failed: %s", type(wrong).__name__)
                self.stop()
                self._pool = self._new_pool()
        raise PoolFailed(f"the job failed {ATTEMPTS} processes")

    def stop(self) -> None:
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _begin(parent: int, niceness: int) -> None:
    """Get a bot's process ready; it ends by itself when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    if hasattr(os, "nice"):
        os.nice(niceness)
    end_with_parent(parent)


class RayPool:
    """A Ray cluster, of which each job takes so many processors; without any, it never queues."""

    def __init__(self, address: str, share: int = 1) -> None:
        self._ray = joined(address)
        self._share = share

    @property
    def processors(self) -> int:
        """How many the cluster has now."""
        return int(self._ray.cluster_resources().get("CPU", 1))

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        """Return what a function gives somewhere in the cluster."""
        task = self._ray.remote(max_retries=ATTEMPTS, num_cpus=self._share)(job)
        try:
            result: T = await task.remote(*args)
        except self._ray.exceptions.WorkerCrashedError as wrong:
            raise PoolFailed(str(wrong)) from None
        return result

    async def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()
