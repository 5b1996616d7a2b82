"""The games of a batch on this machine's processor: rows of bytes, and a part of them a thread."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.arena.executors import cores
from kafelki.batch.loops import HEAD
from kafelki.batch.room import KINDS, Room, filled_in
from kafelki.batch.threads import Part, in_threads, parts_of
from kafelki.kernels.language import Position
from kafelki.rules.registry import package_of

ROWS_A_THREAD = 64
"""Fewer games than these are not worth a thread."""


class OnProcessor:
    """Games in rows, and what steps them: machine code in threads, or the interpreter."""

    def __init__(
        self, game: str, games: int, start: Position, threads: int | None, compiled: bool
    ) -> None:
        self._games = games
        self._start = start
        self._compiled = compiled
        self._threads = max(1, min(threads or cores(), games // ROWS_A_THREAD or 1))
        if not compiled:
            self._threads = 1
        self._step, self._sample = _loops(game, compiled)
        self._desks = [filled_in(game).desk.empty() for _ in range(self._threads)]
        self.rows = np.zeros((games, (HEAD + len(start) + 63) // 64 * 64), dtype=np.uint8)
        self.rows[:, HEAD : HEAD + len(start)] = start
        self._streams = np.zeros((games, HEAD), dtype=np.uint8)

    def array(self, kind: str, *columns: int, whole_rows: bool = True) -> npt.NDArray[Any]:
        """Return zeros, a row a game."""
        return np.zeros((self._games, *columns), dtype=kind)

    def flat(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return an array with all of a game in one row: the same memory."""
        return array.reshape(self._games, math.prod(array.shape[1:]))

    def seed(self, numbers: npt.NDArray[np.uint64], streams: npt.NDArray[np.uint64]) -> None:
        """Give each game its random state, and another for actions."""
        self.rows[:, :HEAD] = numbers.reshape(-1, 1).view(np.uint8)
        self._streams[:] = streams.reshape(-1, 1).view(np.uint8)

    def numbers(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return actions as the loops take them."""
        return np.ascontiguousarray(actions, dtype=np.int32)

    def step(self, actions: npt.NDArray[np.int32], chance: int, rivals: int, room: Room) -> None:
        """Play the actions."""
        chosen = actions if self._compiled else actions.data

        def run(part: Part) -> None:
            desk, first, last = part
            desks, rows, start = self._desks, self.rows, self._start
            self._step(rows, first, last, start, chosen, chance, rivals, desks[desk], *room)

        in_threads(run, self._parts)

    def sample(self) -> npt.NDArray[np.int32]:
        """Return random actions."""
        actions = np.empty(self._games, dtype=np.int32)
        in_threads(
            lambda part: self._sample(self.rows, *part[1:], self._streams, actions), self._parts
        )
        return actions

    def fetched(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the array itself."""
        return array

    def position(self, game: int) -> npt.NDArray[np.uint8]:
        """Return the bytes of a position, where they lie."""
        return self.rows[game, HEAD : HEAD + len(self._start)]

    @property
    def _parts(self) -> list[Part]:
        return parts_of(self._games, self._threads)


@cache
def _loops(game: str, compiled: bool) -> tuple[Any, Any]:
    """Return `step` and `sample` of a game, as they are or as machine code."""
    own = filled_in(game)
    if not compiled:
        return own.step, own.sample
    from kafelki.kernels.compiler import (
        INTEGER,
        NOTHING,
        NUMBERS,
        POSITION,
        array_of,
        compiled_for,
    )

    rows = array_of("uint8", 2)
    room = [array_of(*kind) for kind in KINDS]
    step = NOTHING(*(rows, INTEGER, INTEGER, POSITION, NUMBERS, INTEGER, INTEGER, POSITION), *room)
    sample = NOTHING(rows, INTEGER, INTEGER, rows, NUMBERS)
    package = package_of(game)
    return (
        compiled_for(own.step, step, package, threads=True),
        compiled_for(own.sample, sample, package, threads=True),
    )
