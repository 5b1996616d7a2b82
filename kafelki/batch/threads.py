"""Threads that stay with a batch: Python only wakes those that have fallen asleep."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from kafelki.batch.sharing import ASLEEP, CHUNK, LINE, NEXT, READY, RING, SLEEPS, THREADS

PATIENCE = 100_000
"""So many times a thread looks for work before it falls asleep: some hundred microseconds."""

Ask = Callable[[int, int], int]
TakePart = Callable[[int, int, int], int]


class Crew:
    """The threads of a batch: the one that asks, and others that help it."""

    def __init__(self, games: int, threads: int, patience: int = PATIENCE) -> None:
        self.chunks = -(-games // CHUNK)
        self.threads = max(1, min(threads, self.chunks))
        self.patience = patience if self.threads > 1 else 0
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
        while take_part(0, self.chunks, self.patience) != READY:
            self._bells[0].acquire()

    def _call_helpers(self, take_part: TakePart) -> None:
        for thread in range(1, self.threads):
            helper = threading.Thread(
                target=self._help, args=(thread, take_part), name=f"batch {thread}", daemon=True
            )
            self._helpers.append(helper)
            helper.start()

    def _help(self, thread: int, take_part: TakePart) -> None:
        while not self._is_over:
            back = take_part(thread, self.chunks, self.patience)
            if back == RING:
                self._ring(0)
            elif back == ASLEEP:
                self._bells[thread].acquire()

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
