"""What a game says of its puzzles: their themes, and what a search of its own can prove.

A game brings `PUZZLING` in a module `puzzles` of its package. `kafelki.review.puzzles` finds
puzzles by it, and by what the game's values say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafelki.bots.protocol import Turn
from kafelki.bots.valuing import Calibrations, Trials, valuer_of
from kafelki.kernels.language import Position
from kafelki.play.game import Game, Move
from kafelki.rules.registry import own_part
from kafelki.rules.texts import Text


class Theme(NamedTuple):
    """What a puzzle is about: what that is called, and a sentence that explains it."""

    name: Text
    text: Text


BEST = "best"
PLAIN_THEMES: Mapping[str, Theme] = {
    BEST: Theme(
        Text("The best move", "Najlepszy ruch"),
        Text("One move is clearly better than all others.", "Jeden ruch jest wyraźnie najlepszy."),
    )
}


class Step(NamedTuple):
    """One decision of a line that is proven: the moves that are right, and what is answered."""

    right: tuple[int, ...]
    reply: int | None = None
    """The answer that resists longest to the first of them; None where the line ends."""


class Line(NamedTuple):
    """What a search proves of a position: that all other moves than the right ones are worse."""

    theme: str
    steps: tuple[Step, ...]
    before: float
    """What the right moves are worth,"""
    other: float
    """and what the best of all others is."""


class Puzzling:
    """What a game says of its puzzles; as it stands, of those of any game: nothing special."""

    themes: Mapping[str, Theme] = PLAIN_THEMES
    proves = False
    """Whether puzzles of the game are proven by `line`, and by nothing else."""

    def theme(self, turn: Turn, move: Move) -> str | None:
        """Return the theme of a position in which a move is the best; None: it has none."""
        return BEST

    def trials(self, turn: Turn, calibrations: Calibrations) -> Trials | None:
        """Return what tries moves more deeply than a review does; by default just as deeply."""
        return valuer_of(turn.header.game).trials(turn, calibrations)

    def form(self, position: Position, seat: int) -> bytes:
        """Return the same for all positions that look alike to a seat, as one's mirror image does.

        The position is what the seat knows.
        """
        return position.tobytes()

    def line(self, game: Game, seat: int) -> Line | None:
        """Return what is proven of a position in which a seat is to move, where it is a puzzle."""
        return None


PLAIN = Puzzling()


def puzzling_of(game: str) -> Puzzling:
    """Return what a game says of its puzzles."""
    return own_part(game, "puzzles", "PUZZLING", PLAIN)
