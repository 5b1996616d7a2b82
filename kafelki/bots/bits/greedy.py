"""The greedy bot: the placement after which the ramp looks best at a glance."""

from __future__ import annotations

from kafelki.bots.bits import words
from kafelki.bots.bits.glance import evaluate_moves
from kafelki.bots.judging import Greedy
from kafelki.bots.protocol import Turn
from kafelki.play.game import Move


class Glance(Greedy):
    """Judges a ramp at a glance, one placement deep; explains in `language`."""

    def __init__(self, language: str = "en") -> None:
        super().__init__(evaluate_moves, self._why)
        self.language = language

    def _why(self, turn: Turn, move: Move) -> str:
        return words.reasons(turn, move, self.language)
