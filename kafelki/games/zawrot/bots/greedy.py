"""The greedy player: the move that is worth most one deep."""

from __future__ import annotations

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.judging import best_of
from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.zawrot.bots.evaluation import SHREWD
from kafelki.games.zawrot.bots.reasons import reason
from kafelki.games.zawrot.bots.workspace import Judged
from kafelki.play.game import Move


class OneDeep:
    """Weighs a move's points against what it leaves to others and what it prepares."""

    def __init__(self, weights: Values = SHREWD) -> None:
        self.weights = weights

    def choose(self, turn: Turn) -> Move:
        """Return a move of the highest worth, among equals any."""
        values = Judged(turn, self.weights).values
        best = np.flatnonzero(values >= values.max() - 1e-9)
        return turn.moves[int(best[turn.random.randrange(len(best))])]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves of the highest worth, best first."""
        judged = Judged(turn, self.weights)
        return best_of(turn, judged.values, top, lambda k: reason(judged, k))
