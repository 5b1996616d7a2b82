"""Writing: one thread commits what many ask for, several requests to a transaction.

A commit waits for the disk; sharing one makes a busy server fast without promising
anything that is not yet safe: nobody gets an answer before the commit is done.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")

Statements = Mapping[Executable, Sequence[Mapping[str, Any]]]
"""Statements, each with what to run it for: run once for all who ask for the same."""
Job = Callable[[Connection], Any] | Statements

MOST_AT_ONCE = 200
"""Requests in one transaction; more wait for the next."""
ATTEMPTS = 4
"""How often what another process stood in the way of is written."""
PAUSE = 0.008
"""Seconds between two transactions at least: a busy writer lets more requests share the next."""


class Conflict(Exception):
    """Somebody else was first: a row with that key is there already."""


class StorageTrouble(Exception):
    """The database could not be reached, or did not take what it was given."""


class TimeSource(Protocol):
    """How a writer sees time: as `time` does."""

    def monotonic(self) -> float:
        """Return seconds since some moment."""

    def sleep(self, seconds: float, /) -> None:
        """Wait."""


class Writer:
    """Runs what is to be written, function after function, and resolves when it is safe."""

    def __init__(self, engine: Engine, clock: TimeSource = time) -> None:
        self._clock = clock
        self._engine = engine.execution_options(writes=True)
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self.transactions = 0
        self.jobs = 0

    def submit(self, job: Callable[[Connection], T] | Statements) -> Future[T]:
        """Return the future result of a job, None for rows: done once it is committed.

        Conflict when a key was taken, StorageTrouble when the database failed; then
        nothing of the job was written, or (a commit whose answer was lost) all of it.
        """
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Finish what was asked for, and stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = self._clock.monotonic()
        while True:
            job = self._jobs.get()
            self._clock.sleep(max(0.0, last + PAUSE - self._clock.monotonic()))
            batch: list[tuple[Job, Future[Any]]] = []
            while job is not None and len(batch) < MOST_AT_ONCE:
                # From here on nobody can take it back; who stops waiting gets no answer.
                if job[1].set_running_or_notify_cancel():
                    batch.append(job)
                if len(batch) == MOST_AT_ONCE:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._write(batch)
            last = self._clock.monotonic()
            if job is None:
                return

    def _write(self, batch: list[tuple[Job, Future[Any]]], attempts: int = ATTEMPTS) -> None:
        """Write a batch in one transaction; where that fails, find out which of it is to blame."""
        jobs = [job for job, _ in batch]
        try:
            with self._engine.begin() as connection:
                outcomes = _run_jobs(connection, jobs)
        except Exception as wrong:
            if len(batch) == 1 and is_passing(wrong) and attempts > 1:
                self._write(batch, attempts - 1)
                return
            if len(batch) == 1:
                outcomes = [_trouble(wrong)]
            else:
                apart = self._written_apart(jobs) if isinstance(wrong, IntegrityError) else None
                if apart is None:  # each by itself: two processes may be in each other's way
                    for each in batch:
                        self._write([each])
                    return
                outcomes = apart
        self.transactions += 1
        self.jobs += len(batch)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            with suppress(InvalidStateError):  # nobody waits any more; the next must be served
                if isinstance(outcome, Exception):
                    future.set_exception(outcome)
                else:
                    future.set_result(outcome)

    def _written_apart(self, jobs: Sequence[Job]) -> list[Any] | None:
        """Write jobs of which some meet a key that is taken, those undone, in one transaction.

        Return each one's result, or what went wrong with it; None when all is undone.
        """
        outcomes: list[Any] = []
        try:
            with self._engine.begin() as connection:
                for job in jobs:
                    try:
                        with connection.begin_nested():
                            outcomes += _run_jobs(connection, [job])
                    except IntegrityError as wrong:
                        outcomes.append(_trouble(wrong))
        except Exception:
            return None
        return outcomes


def _run_jobs(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """Return each job's result; all rows for one statement are given to it together."""
    results: list[Any] = []
    together: dict[Executable, list[Mapping[str, Any]]] = defaultdict(list)
    for job in jobs:
        if callable(job):
            results.append(job(connection))
        else:
            results.append(None)
            for statement, rows in job.items():
                together[statement] += rows
    for statement, rows in together.items():
        connection.execute(statement, rows)
    return results


def is_passing(wrong: Exception) -> bool:
    """Whether another transaction was in the way, as in a deadlock: run again, it may succeed."""
    found = getattr(wrong.orig, "sqlstate", None) if isinstance(wrong, DBAPIError) else None
    return str(found).startswith("40")


def _trouble(wrong: Exception) -> Exception:
    """Return what went wrong as those who write know it."""
    if isinstance(wrong, IntegrityError):
        return Conflict(str(wrong.orig))
    return StorageTrouble(str(wrong)) if isinstance(wrong, SQLAlchemyError) else wrong
