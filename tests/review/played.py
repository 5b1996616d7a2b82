"""Finished games for the tests of reviews: of anybody, or of the best by value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from kafelki.arena.simulation import play_out
from kafelki.bots.protocol import Bot, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.play.game import Game, Move, seed_of_number
from kafelki.play.header import Header
from kafelki.review.depths import QUICK
from kafelki.review.reviewing import Judged
from kafelki.review.worths import Worths


class BestByValue:
    """Plays what a review calls best."""

    def __init__(self, worths: Worths) -> None:
        self.worths = worths

    def choose(self, turn: Turn) -> Move:
        turn.random = Random(turn.event)
        best = Judged(turn, None, self.worths).order[0]
        self.worths.forget()
        return Move(turn.header.game, best)


class AnyThenBest(BestByValue):
    """Plays anything, and from some event on what a review calls best."""

    def __init__(self, worths: Worths, late: int) -> None:
        super().__init__(worths)
        self.late = late

    def choose(self, turn: Turn) -> Move:
        return super().choose(turn) if turn.event >= self.late else RandomBot().choose(turn)


def played(header: Header, number: int = 1, bots: Sequence[Bot] | None = None) -> Game:
    """Return a game of some bots, by default of random ones."""
    game = Game(header, seed=seed_of_number(number), deals=True)
    return play_out(game, bots or [RandomBot()] * header.players, Random(number))


@cache
def worths_of(game: str, players: int = 2, variant: str = "standard") -> Worths:
    """Return what values a game's positions, with what a quick look finds."""
    return Worths(Header(game, players, variant), QUICK)


def small(game: str, **options: Any) -> Header:
    """Return a game for two with some options."""
    return Header(game, 2, options=options)
