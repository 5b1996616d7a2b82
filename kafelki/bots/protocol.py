"""What a bot is: something that is given its view and its legal moves and picks one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from kafelki.play.game import Game, LegalMoves, Move
from kafelki.play.view import view


@dataclass(frozen=True)
class Turn:
    """A decision for a bot: all it may know, and its own stream of random numbers."""

    seat: int
    moves: LegalMoves
    random: Random
    _game: Game

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know of the game."""
        return view(self._game, self.seat)


class Bot(Protocol):
    """Anything that can choose a move."""

    def choose(self, turn: Turn) -> Move:
        """Return one of `turn.moves`."""


def turn_of(game: Game, seat: int, random: Random) -> Turn:
    """Return the decision that a seat has to make now."""
    return Turn(seat, game.legal_moves(seat), random, game)
