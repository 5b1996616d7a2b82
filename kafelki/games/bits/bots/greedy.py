"""The greedy player: the placement after which the ramp looks best at a glance."""

from __future__ import annotations

from kafelki.bots.judging import Greedy
from kafelki.games.bits.bots.evaluation import evaluate_moves
from kafelki.games.bits.bots.reasons import reasons


def greedy() -> Greedy:
    """Return a player who judges a ramp at a glance, one placement deep."""
    return Greedy(evaluate_moves, reasons)
