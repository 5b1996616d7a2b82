"""Judging moves one deep: a kernel that gives every legal move a value, and the greedy bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Judgement, Turn
from kafelki.play.game import Move
from kafelki.rules.texts import Text

Evaluate = Callable[[Any, int, Any, int, Any], None]
"""A kernel (position, seat, moves, count, values): write the worth of each move as a float.

It is given what the seat knows (`Turn.known`), must not rely on what is concealed, and
leaves the position as it was.
"""


@cache
def compiled_evaluate(evaluate: Evaluate) -> Any:
    """Return the kernel as machine code."""
    from kafelki.kernels import compiler

    return compiler.compiled_for(evaluate, compiler.EVALUATE)


def values_of(turn: Turn, evaluate: Evaluate) -> npt.NDArray[np.float64]:
    """Return the worth of each of the turn's legal moves, by a kernel."""
    values = np.zeros(len(turn.moves), dtype=np.float64)
    run = compiled_evaluate(evaluate) if turn.engine.compiled else evaluate
    moves, worths = (turn.engine.buffer(each) for each in (turn.moves.numbers, values))
    run(turn.known, turn.seat, moves, len(values), worths)
    return values


def best_of(
    turn: Turn, values: npt.NDArray[np.float64], top: int, why: Callable[[int], Text]
) -> list[Judgement]:
    """Return the turn's moves of the highest values, best first; `why` is asked by their index."""
    order = np.argsort(-values, kind="stable")[:top].tolist()
    return [Judgement(turn.moves[k], float(values[k]), why(k)) for k in order]


@dataclass(eq=False)
class Greedy:
    """The best move by its immediate worth; among equals any."""

    evaluate: Evaluate
    explain: Callable[[Turn, Move], Text]

    def choose(self, turn: Turn) -> Move:
        """Return one of the moves of the highest value."""
        values = values_of(turn, self.evaluate)
        best = np.flatnonzero(values == values.max())
        return turn.moves[int(best[turn.random.randrange(len(best))])]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves of the highest values, best first."""
        values = values_of(turn, self.evaluate)
        return best_of(turn, values, top, lambda k: self.explain(turn, turn.moves[k]))
