"""The greedy bot: the placement after which the ramp looks best at a glance."""

from __future__ import annotations

from kafelki.bots.judging import Greedy
from kafelki.games.bits.bots import words
from kafelki.games.bits.bots.glance import evaluate_moves


class Glance(Greedy):
    """Judges a ramp at a glance, one placement deep."""

    def __init__(self) -> None:
        super().__init__(evaluate_moves, words.reasons)
