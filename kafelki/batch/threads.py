"""Threads that stay with a batch: Python only wakes those that have fallen asleep."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from kafelki.batch.sharing import (
    ASKED,
    ASLEEP,
    CHUNK,
    DONE,
    LINE,
    NEXT,
    READY,
    RING,
    SLEEPS,
    THREADS,
    TIMES,
)

PATIENCE = 200_000
"""So many times a thread looks for work before it falls asleep: some fifty microseconds."""
MOST = 16
"""So many times that it waits at most, once it has often slept for less than a nap."""
NAP = 0.0005
"""Seconds. To fall asleep and be woken costs all threads more than to wait as long."""

Ask = Callable[[int, int], int]
TakePart = Callable[[int, int, int], int]


class Crew:
    """The threads of a batch: the one that asks, and others that help it."""

    def __init__(self, games: int, threads: int, patience: int = PATIENCE) -> None:
        self.chunks = -(-games // CHUNK)
        self.threads = max(1, min(threads, self.chunks))
        self.patience = patience if self.threads > 1 else 0
        self._more = [1] * self.threads  # times the patience, of each thread
        words = np.zeros((THREADS + self.threads + 1) * LINE, dtype=np.int64)
        rest = -words.ctypes.data // 8 % LINE  # rows begin where lines of the cache do
        self.board = words[rest : rest + (THREADS + self.threads) * LINE].reshape(-1, LINE)
        self.board[THREADS:, NEXT] = self.chunks  # nothing is left of what nobody has asked for
        self._bells = [threading.Lock() for _ in range(self.threads)]
        for bell in self._bells:
            bell.acquire()
        self._helpers: list[threading.Thread] = []
        self._is_over = False

    def do(self, what: int, ask: Ask, take_part: TakePart) -> None:
        """Have something done by all threads together; the calling one does its part.

        `ask` and `take_part` are those of `sharing`: the first is given the number of chunks and
        what, the other the number of the thread, that of chunks and the patience.
        """
        if not self._helpers:
            self._call_helpers(take_part)
        if ask(self.chunks, what):
            for thread in range(1, self.threads):
                if self.board[THREADS + thread, SLEEPS]:
                    self._ring(thread)
        try:
            self._finish(take_part)
        except BaseException:  # somebody interrupts: others may still write into the arrays
            self._finish(take_part)
            raise

    def _finish(self, take_part: TakePart) -> None:
        while self._part(0, take_part) != READY:
            if not self._helpers:  # a game went wrong: nobody does what was left of its chunk
                self.board[DONE, 0] = self.board[ASKED, TIMES] * self.chunks
                return
            self._sleep(0)

    def _call_helpers(self, take_part: TakePart) -> None:
        for thread in range(1, self.threads):
            helper = threading.Thread(
                target=self._help, args=(thread, take_part), name=f"batch {thread}", daemon=True
            )
            self._helpers.append(helper)
            helper.start()

    def _help(self, thread: int, take_part: TakePart) -> None:
        while not self._is_over:
            back = self._part(thread, take_part)
            if back == RING:
                self._ring(0)
            elif back == ASLEEP:
                self._sleep(thread)

    def _part(self, thread: int, take_part: TakePart) -> int:
        return take_part(thread, self.chunks, self.patience * self._more[thread])

    def _sleep(self, thread: int) -> None:
        """Wait to be woken; if that comes soon be more patient from now on, else less.

        So threads stay awake for steps that follow each other closely, and leave the cores to a
        program that thinks between them.
        """
        start = time.perf_counter()
        self._bells[thread].acquire()
        soon = time.perf_counter() - start < NAP
        self._more[thread] = min(2 * self._more[thread], MOST) if soon else 1

    def _ring(self, thread: int) -> None:
        with suppress(RuntimeError):  # it is ringing already
            self._bells[thread].release()

    def dismiss(self) -> None:
        """Let the helpers go home."""
        self._is_over = True
        for thread in range(1, self.threads):
            self._ring(thread)

    def stay_with(self, batch: object) -> None:
        """Let the helpers go once a batch is no more: they hold its arrays, but not the batch."""
        weakref.finalize(batch, self.dismiss)
