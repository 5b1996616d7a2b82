"""The games of a batch on this machine's processor: rows of bytes, which threads share."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.arena.executors import cores
from kafelki.batch import sharing
from kafelki.batch.loops import HEAD
from kafelki.batch.room import KINDS, Room, filled_in
from kafelki.batch.sharing import SAMPLE, STEP, STEP_AT_RANDOM
from kafelki.batch.threads import Ask, Crew, TakePart
from kafelki.kernels.language import Position, filled
from kafelki.rules.registry import package_of


class OnProcessor:
    """Games in rows, and what steps them: machine code in threads, or the interpreter."""

    def __init__(
        self, game: str, games: int, start: Position, threads: int | None, compiled: bool
    ) -> None:
        self._game, self._games = game, games
        self._start = start
        self._compiled = compiled
        self._crew = Crew(games, (threads or cores()) if compiled else 1)
        self._crew.stay_with(self)
        self._played, self._sampled = (np.zeros(games, dtype=np.int32) for _ in range(2))
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

    def settle(self, chance: int, rivals: int, room: Room) -> None:
        """Take what is the same in every step."""
        self._ask, self._take_part = self._loops(chance, rivals, room)

    def step(self, actions: npt.NDArray[np.int32]) -> None:
        """Play the actions."""
        self._played[:] = actions
        self._crew.do(STEP, self._ask, self._take_part)

    def step_at_random(self) -> npt.NDArray[np.int32]:
        """Play random actions, and return them where they lie."""
        self._crew.do(STEP_AT_RANDOM, self._ask, self._take_part)
        return self._sampled

    def sample(self) -> npt.NDArray[np.int32]:
        """Return random actions."""
        self._crew.do(SAMPLE, self._ask, self._take_part)
        return self._sampled.copy()

    def _loops(self, chance: int, rivals: int, room: Room) -> tuple[Ask, TakePart]:
        """Return what asks for something, and what does it with all that the batch has.

        The threads keep it: so it holds the arrays, but not what owns them.
        """
        own, crew = _shared(self._game, self._compiled), self._crew
        desks = filled_in(self._game).desk.rows(crew.threads)
        actions = self._played, self._sampled
        played, sampled = (each if self._compiled else each.data for each in actions)
        given = (self.rows, self._start, played, chance, rivals, desks, tuple(room))
        streams, board = self._streams, crew.board

        def ask(chunks: int, what: int) -> int:
            return int(own.ask(board, chunks, what))

        def take_part(thread: int, chunks: int, patience: int) -> int:
            return int(own.take_part(board, thread, chunks, patience, *given, streams, sampled))

        return ask, take_part

    def fetched(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the array itself."""
        return array

    def position(self, game: int) -> npt.NDArray[np.uint8]:
        """Return the bytes of a position, where they lie."""
        return self.rows[game, HEAD : HEAD + len(self._start)]


class _Shared(NamedTuple):
    """The loops that threads share."""

    ask: Any
    take_part: Any


@cache
def _shared(game: str, compiled: bool) -> _Shared:
    """Return the loops that threads share, of a game, as they are or as machine code."""
    loop = filled_in(game)
    own = filled(sharing, game, step=loop.step, sample=loop.sample)
    if not compiled:
        return _Shared(own.ask, own.take_part)
    from kafelki.kernels import compiler
    from kafelki.kernels.compiler import INTEGER, NUMBERS, POSITION, array_of, compiled_for

    board, rows = array_of("int64", 2), array_of("uint8", 2)
    room = compiler.together(*(array_of(*kind) for kind in KINDS))
    given = rows, POSITION, NUMBERS, INTEGER, INTEGER, rows, room, rows, NUMBERS
    part = INTEGER(board, INTEGER, INTEGER, INTEGER, *given)
    return _Shared(
        compiled_for(sharing.ask, INTEGER(board, INTEGER, INTEGER)),
        compiled_for(own.take_part, part, package_of(game), threads=True),
    )
