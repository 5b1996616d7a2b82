"""Judging moves one deep: a kernel that gives every legal move a value, and the greedy bot."""

from __future__ import annotations

from collections.abc import Callable
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
    engine = turn.engine
    values = np.zeros(len(turn.moves), dtype=np.float64)
    run = compiled_evaluate(evaluate) if engine.compiled else evaluate
    run(
        turn.known,
        turn.seat,
        engine.buffer(turn.moves.numbers),
        len(values),
        engine.buffer(values),
    )
    return values


class Greedy:
    """The best move by its immediate worth; among equals any."""

    def __init__(self, evaluate: Evaluate, explain: Callable[[Turn, Move], Text]) -> None:
        self.evaluate = evaluate
        self.explain = explain

    def choose(self, turn: Turn) -> Move:
        """Return one of the moves of the highest value."""
        values = values_of(turn, self.evaluate)
        best = np.flatnonzero(values == values.max())
        return turn.moves[int(best[turn.random.randrange(len(best))])]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves of the highest values, best first."""
        values = values_of(turn, self.evaluate)
        order = np.argsort(-values, kind="stable")[:top]
        return [
            Judgement(move, float(values[k]), self.explain(turn, move))
            for k in order.tolist()
            for move in [turn.moves[k]]
        ]
