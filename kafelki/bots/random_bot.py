"""The bot that plays any legal move, each as likely as any other."""

from __future__ import annotations

from kafelki.bots.protocol import Turn
from kafelki.play.game import Move


class RandomBot:
    """Chooses at random."""

    def choose(self, turn: Turn) -> Move:
        """Return one of the legal moves."""
        return turn.moves[turn.random.randrange(len(turn.moves))]
