"""The compiled judge and search, with the room they work in."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Turn
from kafelki.games.zawrot.bots.chances import SHEET, new_sheet, survey
from kafelki.games.zawrot.bots.judge import FACTS, judge_moves
from kafelki.games.zawrot.bots.search import LEVELS, NUMBERS, try_moves
from kafelki.games.zawrot.rules import GAME
from kafelki.kernels.language import Position
from kafelki.rules.engine import Numbers

Values = npt.NDArray[np.float64]


@cache
def compiled_judge() -> tuple[Any, Any]:
    """Return `survey` and `judge_moves` as machine code."""
    from kafelki.kernels import compiler

    whole, values = compiler.INTEGER, compiler.VALUES
    sheet = values.copy(dtype=whole)
    judged = (compiler.POSITION, whole, compiler.NUMBERS, whole, values, values, sheet, values)
    return (
        compiler.compiled_for(survey, whole(compiler.POSITION, sheet)),
        compiler.compiled_for(judge_moves, whole(*judged)),
    )


@cache
def compiled_search() -> Any:
    """Return `try_moves` as machine code."""
    from kafelki.kernels import compiler

    whole, values, numbers = compiler.INTEGER, compiler.VALUES, compiler.NUMBERS
    sheet = values.copy(dtype=whole)
    rows = [each.copy(ndim=2) for each in (compiler.POSITION, sheet, numbers, values)]
    asked = (compiler.POSITION, whole, numbers, *[whole] * 5, compiler.RANDOM)
    return compiler.compiled_for(
        try_moves, whole(*asked, values, values, sheet, *rows, values, values)
    )


class Judged:
    """The legal moves of a turn with their values and facts, and the sheet of the position."""

    def __init__(self, turn: Turn, weights: Values, *, compiled: bool = False) -> None:
        compiled = compiled or turn.engine.compiled
        self.known: Position = turn.known
        self.seat = turn.seat
        self.moves: Numbers = turn.moves.numbers
        self.sheet = new_sheet()
        self.values: Values = np.zeros(len(self.moves))
        facts: Values = np.zeros(len(self.moves) * FACTS)
        measure, judge = compiled_judge() if compiled else (survey, judge_moves)
        arrays = (self.moves, self.values, weights, self.sheet, facts)
        moves, values, weighing, sheet, counted = (
            arrays if compiled else [array.data for array in arrays]
        )
        measure(self.known, sheet)
        judge(self.known, self.seat, moves, len(self.moves), values, weighing, sheet, counted)
        self.facts = facts.reshape(-1, FACTS)


class Trials:
    """Moves of a judged turn, tried out in worlds that the seat cannot tell apart."""

    def __init__(self, judged: Judged, weights: Values, random: npt.NDArray[np.uint64]) -> None:
        self._judged = judged
        self._weights = weights
        self._random = random
        self._run = compiled_search()
        most = GAME.most_moves
        self._room = (
            np.zeros((LEVELS + 1, GAME.layout.size), dtype=np.uint8),
            np.zeros((LEVELS + 1, SHEET), dtype=np.int64),
            np.zeros((LEVELS + 1, most), dtype=np.int32),
            np.zeros((LEVELS + 1, most), dtype=np.float64),
            np.zeros(most * FACTS, dtype=np.float64),
            np.zeros((LEVELS + 1) * NUMBERS, dtype=np.float64),
        )
        self.nodes = 0

    def first_look(self, tried: npt.NDArray[np.intp]) -> Values:
        """Return the worth one deep of the moves at the indices `tried`."""
        return self._judged.values[tried]

    def run(
        self, tried: npt.NDArray[np.intp], horizon: int, width: int, worlds: int, limit: int
    ) -> Values:
        """Return a row a world: the value of each of the moves at the indices `tried`.

        The search looks `horizon` placements ahead, at `width` moves of each player. Once it
        has used `limit` nodes it stops: what it did not finish is not a number.
        """
        judged = self._judged
        results = np.full(worlds * len(tried), np.nan)
        self.nodes += self._run(
            judged.known,
            judged.seat,
            judged.moves[tried],
            len(tried),
            horizon,
            width,
            worlds,
            limit,
            self._random,
            results,
            self._weights,
            judged.sheet,
            *self._room,
        )
        return results.reshape(worlds, len(tried))
