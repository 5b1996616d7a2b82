"""The games of a batch on a graphics processor: arrays of CuPy there, and a thread a game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kafelki.batch.room import KINDS, Room, filled_in
from kafelki.kernels.language import Position
from kafelki.rules.registry import package_of

if TYPE_CHECKING:
    from kafelki.kernels.compiler.programs import Kind

SPREAD = "A"
"""An array of which the same item of all games may lie side by side."""

_ROWS: Kind = ("uint64", 2, SPREAD)
_ROOM: list[Kind] = [(name, dims, SPREAD) if dims > 1 else (name, dims) for name, dims in KINDS]
STEP: list[Kind] = [_ROWS, ("uint8", 1), ("int32", 1), ("int64", 0), ("int64", 0), *_ROOM]
"""What `step_own` takes."""
SAMPLE: list[Kind] = [_ROWS, ("uint8", 1), ("uint64", 2), ("int32", 1)]
"""What `sample_own` takes."""


class OnGraphics:
    """Games in rows of words, and what steps them."""

    def __init__(self, game: str, games: int, start: Position) -> None:
        from kafelki.kernels import graphics

        graphics.capability()  # which says so if there is none
        import cupy

        self._cupy = cupy
        self._games = games
        self._size = len(start)
        own = filled_in(game)
        padded = np.zeros(own.ROOM, dtype=np.uint8)
        padded[: self._size] = start
        self._start = cupy.asarray(padded)
        self.rows = self.array("uint64", 1 + own.ROOM // 8)
        self.rows[:, 1:] = cupy.asarray(padded.view(np.uint64))
        self._streams = cupy.zeros((games, 1), dtype=np.uint64)
        self._covers = own.COVERS
        # What is the same in every call is made ready once: that takes longer than the call.
        self._prepared = graphics.prepared
        self._held = graphics.prepared(self.rows, self._start)
        self._stream = graphics.prepared(self._streams)
        package = package_of(game)
        self._step = graphics.program(own.step_own, STEP, package)
        self._sample = graphics.program(own.sample_own, SAMPLE, package)

    def array(self, kind: str, *columns: int, whole_rows: bool = False) -> Any:
        """Return zeros, a row a game; unless rows shall be whole, columns lie side by side.

        Threads that run in step write the same item of many games at the same time.
        """
        if not columns or whole_rows:
            return self._cupy.zeros((self._games, *columns), dtype=kind)
        return self._cupy.moveaxis(self._cupy.zeros((*columns, self._games), dtype=kind), -1, 0)

    def flat(self, array: Any) -> Any:
        """Return an array with all of a game in one row: the same memory."""
        columns = math.prod(array.shape[1:])
        return self._cupy.moveaxis(array, 0, -1).reshape(columns, self._games).T

    def seed(self, numbers: npt.NDArray[np.uint64], streams: npt.NDArray[np.uint64]) -> None:
        """Give each game its random state, and another for actions."""
        self.rows[:, 0] = self._cupy.asarray(numbers)
        self._streams[:, 0] = self._cupy.asarray(streams)

    def numbers(self, actions: Any) -> Any:
        """Return actions as the loops take them; those that lie there already are not moved."""
        return self._cupy.ascontiguousarray(self._cupy.asarray(actions, dtype=np.int32))

    def settle(self, chance: int, rivals: int, room: Room) -> None:
        """Take what is the same in every step."""
        covered = self._covers and not chance  # where it is to act nothing is written
        listed = room.marks.size > 0
        self._zeros = [
            *(() if covered else (room.planes,)),
            room.vectors,
            *(() if listed else (room.packed,)),
        ]
        self._same = self._prepared(chance, rivals, *room)

    def step(self, actions: Any) -> None:
        """Play the actions; whoever reads what they bring waits until they are over."""
        for array in self._zeros:
            # As one block of memory, which takes a fortieth of the time of item by item.
            (array if array.flags.c_contiguous else array.T).fill(0)
        self._step(self._games, *self._held, actions, *self._same)

    def step_at_random(self) -> Any:
        """Play random actions, and return them."""
        actions = self.sample()
        self.step(actions)
        return actions

    def sample(self) -> Any:
        """Return random actions."""
        actions = self._cupy.empty(self._games, dtype=np.int32)
        self._sample(self._games, *self._held, *self._stream, actions)
        return actions

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """Return a copy of an array for the processor of this machine."""
        copy: npt.NDArray[Any] = self._cupy.asnumpy(array)
        return copy

    def position(self, game: int) -> npt.NDArray[np.uint8]:
        """Return a copy of the bytes of a position."""
        row = np.ascontiguousarray(self.fetched(self.rows[game, 1:]))
        return row.view(np.uint8)[: self._size]
