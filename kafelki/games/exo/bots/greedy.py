"""The greedy player: the move that is worth most at a glance."""

from __future__ import annotations

from kafelki.bots.judging import Greedy
from kafelki.games.exo.bots.evaluation import evaluate_moves
from kafelki.games.exo.bots.reasons import explain


def greedy() -> Greedy:
    """Return a player who sees one move deep, and what can be finished next."""
    return Greedy(evaluate_moves, explain)
