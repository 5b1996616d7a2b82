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
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, Protocol

from kafelki.arena.schedule import Match

Record = dict[str, Any]
Play = Callable[[Match], Record]

MOST_ATTEMPTS = 3
"""How often a game is begun before it is given up because its process dies each time."""
FAREWELL = 5.0  # seconds


class Finished(NamedTuple):
    """A game's record, or why there is none."""

    match: Match
    record: Record | None
    why: str = ""


Running = Generator[Finished, None, None]
"""Games under way; closing it stops them."""


class Executor(Protocol):
    """Something that can play games."""

    def run(self, play: Play, matches: Iterable[Match]) -> Running:
        """Yield every match once, as it is finished."""


class InThisProcess:
    """One game after the other."""

    def run(self, play: Play, matches: Iterable[Match]) -> Running:
        """Yield every match once, in order."""
        for match in matches:
            answer = _outcome(play, match)
            yield _finished(match, answer)


def _outcome(play: Play, match: Match) -> Record | str:
    """Return a game's record, or what kept it from being played."""
    try:
        return play(match)
    except Exception as wrong:
        return f"{type(wrong).__name__}: {wrong}"


def _finished(match: Match, answer: Record | str) -> Finished:
    return Finished(match, None, answer) if isinstance(answer, str) else Finished(match, answer)


def cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# Processes of this machine


class _Worker:
    """A process that plays one match after the other."""

    def __init__(self, play: Play) -> None:
        # A fresh interpreter: a fork would copy locks that threads of ours may hold.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, play), daemon=True)
        self.process.start()
        theirs.close()
        self.match: Match | None = None

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
            connection.send(_outcome(play, connection.recv()))
    except (EOFError, OSError, _Stopped):
        pass  # the tournament is over


class LocalProcesses:
    """Several processes of this machine, each playing a game at a time."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, play: Play, matches: Iterable[Match]) -> Running:
        """Yield every match once, as it is finished."""
        waiting = deque(matches)
        attempts: Counter[Match] = Counter()
        workers: dict[Connection, _Worker] = {}
        try:
            while waiting or workers:
                while waiting and len(workers) < self.jobs:
                    worker = _Worker(play)
                    workers[worker.connection] = worker
                    worker.give(waiting.popleft())
                ready = wait(list(workers))
                for connection in [each for each in workers if each in ready]:
                    worker = workers.pop(connection)
                    finished = _result_of(worker, attempts)
                    if finished is None:
                        waiting.appendleft(_match_of(worker))
                        _end([worker])
                        continue
                    if waiting and worker.process.is_alive():
                        workers[worker.connection] = worker
                        worker.give(waiting.popleft())
                    else:
                        _end([worker])
                    yield finished
        finally:
            _end(workers.values())


def _match_of(worker: _Worker) -> Match:
    assert worker.match is not None
    return worker.match


def _result_of(worker: _Worker, attempts: Counter[Match]) -> Finished | None:
    """Return how the worker's game went; None when its process died and it may be tried again."""
    match = _match_of(worker)
    try:
        answer: Record | str = worker.connection.recv()
    except (EOFError, OSError):
        attempts[match] += 1
        if attempts[match] < MOST_ATTEMPTS:
            return None
        return Finished(match, None, f"its process died {MOST_ATTEMPTS} times")
    return _finished(match, answer)
