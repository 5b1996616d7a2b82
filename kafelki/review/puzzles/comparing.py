"""How clearly some moves are the best of a turn, in worlds that the seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kafelki.bots.valuing import Trials
from kafelki.review.racing import CLEAR, race

LEAST_MARGIN = 0.08
"""A right move is worth so much more than any other that was tried,"""
CLEAR_MARGIN = 0.04
"""and still so much more when it is `CLEAR` standard errors less."""
SAME = 0.01
"""Moves that are apart by no more are as good as each other: all of them are right."""
WORLDS = 256
"""In at most so many worlds moves are tried."""
CANDIDATES = 24
"""How many moves are tried, those first that promise most."""
MOST_RIGHT = 3
"""With more moves that are right nothing is left to look for."""


class Tried(NamedTuple):
    """A move that was tried, and what it is worth beside the best one."""

    move: int
    value: float
    error: float
    behind: float
    doubt: float
    """The standard error of how far it is behind."""

    @property
    def is_clearly_worse(self) -> bool:
        """Whether it is behind by enough, however lucky the best move was."""
        return self.behind - CLEAR * self.doubt > CLEAR_MARGIN

    @property
    def is_still_worse(self) -> bool:
        """Whether it is behind by half as much as it was when a puzzle was found, and clearly."""
        return self.behind >= CLEAR_MARGIN and self.behind > CLEAR * self.doubt

    @property
    def may_be_as_good(self) -> bool:
        """Whether it may be as good as the best move."""
        return self.behind - CLEAR * self.doubt <= SAME


class Compared(NamedTuple):
    """The moves of a turn that were tried, best first."""

    moves: tuple[Tried, ...]

    @property
    def right(self) -> tuple[int, ...]:
        """The moves that are right: none where no few are clearly the best."""
        right = [each for each in self.moves if each.behind <= SAME]
        wrong = self.moves[len(right) :]
        if not wrong or len(right) > MOST_RIGHT:
            return ()
        if not all(each.is_clearly_worse for each in wrong):
            return ()
        return tuple(each.move for each in right)

    @property
    def margin(self) -> float:
        """What the best move is worth more than the best of those that are not right."""
        return next((each.behind for each in self.moves if each.behind > SAME), 0.0)


def compared(
    first: Sequence[int],
    trials: Trials,
    promising: Sequence[int],
    worlds: int = WORLDS,
    candidates: int = CANDIDATES,
) -> Compared:
    """Return how the moves of a turn compare: those given first, and others that promise most."""
    others = [move for move in promising if move not in first]
    tried = [*first, *others[: candidates - len(first)]]
    raced = race(np.array(tried, dtype=np.int32), trials, worlds, CLEAR_MARGIN)
    columns = (raced.values, raced.errors, raced.behind, raced.doubts)
    rows = zip(tried, *(column.tolist() for column in columns), strict=True)
    return Compared(
        tuple(sorted((Tried(*row) for row in rows), key=lambda each: (each.behind, each.move)))
    )
