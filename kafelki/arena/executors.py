"""Where games are played: in this process, in several on this machine, or on a Ray cluster.

All give each game's record exactly once, in the order in which they are finished. A
process that dies costs nothing but time: its game is played again elsewhere.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from kafelki.arena.schedule import Match
from kafelki.play.refusal import Refusal

Play = Callable[[Match], dict[str, Any]]

MOST_ATTEMPTS = 3
"""How often a game is begun before it is given up because its process dies each time."""
FAREWELL = 5.0  # seconds
AHEAD = 2
"""Games handed out for each processor: enough that none waits, few enough to stop soon."""


class Finished(NamedTuple):
    """A game's record, or why there is none."""

    match: Match
    record: dict[str, Any] | None
    why: str = ""


Running = Generator[Finished, None, None]
"""Games under way; closing it stops them."""

Executor = Callable[[Play, Iterable[Match]], Running]
"""Something that can play games: it yields every match once, as it is finished."""


def in_this_process(play: Play, matches: Iterable[Match]) -> Running:
    """Yield every match once, in order."""
    for match in matches:
        yield _finished(play, match)


def _finished(play: Play, match: Match) -> Finished:
    try:
        return Finished(match, play(match))
    except Exception as wrong:
        return Finished(match, None, f"{type(wrong).__name__}: {wrong}")


def cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# Processes of this machine


class _Worker:
    """A process that plays one match after the other."""

    def __init__(self, play: Play, match: Match) -> None:
        # A fresh interpreter: a fork would copy locks that threads of ours may hold.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, play), daemon=True)
        self.process.start()
        theirs.close()
        self.give(match)

    def give(self, match: Match) -> None:
        self.match = match
        with suppress(OSError):  # it died idle: reading from it will say so
            self.connection.send(match)


def _end(workers: Iterable[_Worker]) -> None:
    """End processes, with a moment for them to end the programs that they have started."""
    ending = list(workers)
    for worker in ending:
        worker.process.terminate()
    for worker in ending:
        worker.process.join(FAREWELL)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()


class _Stopped(BaseException):
    """Ends a process through whatever it does; no bot's mistake, so no guard catches it."""


def _stop(number: int, frame: object) -> None:
    raise _Stopped


def _work(connection: Connection, play: Play) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    signal.signal(signal.SIGTERM, _stop)
    sys.stdout = sys.stderr  # what a bot prints is no part of the report
    try:
        while True:
            connection.send(_finished(play, connection.recv()))
    except (EOFError, OSError, _Stopped):
        pass  # the tournament is over


def in_processes(jobs: int, play: Play, matches: Iterable[Match]) -> Running:
    """Yield every match once, as it is finished, by so many processes of this machine."""
    waiting = deque(matches)
    deaths: Counter[Match] = Counter()
    workers: dict[Connection, _Worker] = {}
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                worker = _Worker(play, waiting.popleft())
                workers[worker.connection] = worker
            ready = wait(list(workers))
            for connection in [each for each in workers if each in ready]:
                worker = workers.pop(connection)
                finished = _result_of(worker, deaths)
                if finished is None:
                    waiting.appendleft(worker.match)
                    _end([worker])
                    continue
                if waiting and worker.process.is_alive():
                    workers[connection] = worker
                    worker.give(waiting.popleft())
                else:
                    _end([worker])
                yield finished
    finally:
        _end(workers.values())


def _result_of(worker: _Worker, deaths: Counter[Match]) -> Finished | None:
    """Return how the worker's game went; None when its process died and it may be tried again."""
    try:
        finished: Finished = worker.connection.recv()
    except (EOFError, OSError):
        deaths[worker.match] += 1
        if deaths[worker.match] < MOST_ATTEMPTS:
            return None
        return Finished(worker.match, None, f"its process died {MOST_ATTEMPTS} times")
    return finished


# Many machines, through Ray


def joined(address: str) -> Any:
    """Return Ray, connected to the cluster at an address; Refusal when that cannot be."""
    try:
        import ray
    except ImportError:
        raise Refusal("a Ray cluster needs Ray installed: pip install 'kafelki[ray]'") from None
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False)
        except ConnectionError as wrong:
            raise Refusal(f"there is no Ray cluster at {address!r}: {wrong}") from None
    return ray


def on_ray(ray: Any, play: Play, matches: Iterable[Match]) -> Running:
    """Yield every match once, as it is finished on the cluster that Ray is connected to.

    Ray itself plays a game again whose process or machine is lost.
    """

    @ray.remote(max_retries=MOST_ATTEMPTS - 1)  # type: ignore[untyped-decorator]
    def task(match: Match) -> Any:
        return play(match)

    waiting = iter(matches)
    running: dict[Any, Match] = {}
    window = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            for match in islice(waiting, window - len(running)):
                running[task.remote(match)] = match
            if not running:
                return
            [done], _ = ray.wait(list(running), num_returns=1)
            match = running.pop(done)
            try:
                finished = Finished(match, ray.get(done))
            except ray.exceptions.RayError as wrong:
                finished = Finished(match, None, str(wrong).strip().splitlines()[-1])
            yield finished
    finally:
        for reference in running:
            ray.cancel(reference, force=True)
