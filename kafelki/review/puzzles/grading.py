"""How hard a puzzle is, before people have tried it: by which levels of bots find it."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random
from typing import NamedTuple

from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot, Budget, Searcher, Turn
from kafelki.bots.registry import levels_of
from kafelki.play.game import Game

WEAKEST, STEP = 1100.0, 200.0
"""What the first level would be rated as a solver of puzzles, and how much more every next one."""
TRIES = 6
"""How often every level tries a puzzle,"""
SEARCHES = 3
"""and one that searches, which hardly ever changes its mind."""
NODES = 100
"""So much a level that searches thinks."""
SCALE = 400.0
"""Who is rated so much higher than a puzzle finds it ten times for every once that it does not."""
DEVIATION = 200.0
"""How unsure such a rating is: a guess until people have tried."""
LOWEST, HIGHEST = 600.0, 2600.0


class Decision(NamedTuple):
    """A position in which a seat looks for the moves that are right."""

    game: Game
    seat: int
    right: tuple[int, ...]


class Grader:
    """Lets the levels of a game try puzzles."""

    def __init__(self, game: str) -> None:
        self._levels = [(level, level.make()) for level in levels_of(game)]

    def rating(self, decisions: Sequence[Decision]) -> float:
        """Return the rating of a puzzle by how often each level finds all its moves."""
        found = [
            (_rating_of(level), prod(self._found(bot, each) for each in decisions))
            for level, bot in self._levels
        ]
        return rating_by(found)

    def _found(self, bot: Bot, decision: Decision) -> float:
        """Return how often a bot finds a move, never quite never nor always."""
        tries = SEARCHES if isinstance(bot, Searcher) else TRIES
        found = 0
        for number in range(tries):
            random = Random(f"{len(decision.game.events)} {number}")
            turn = Turn(decision.game, decision.seat, random, Budget(None, NODES))
            found += bot.choose(turn).number in decision.right
        return (found + 0.5) / (tries + 1)


def _rating_of(level: Level) -> float:
    return WEAKEST + STEP * (level.number - 1)


def rating_by(found: Sequence[tuple[float, float]]) -> float:
    """Return the rating of a puzzle that solvers of these ratings find so often.

    It is that with which as much would be expected of them all together as they found.

    >>> round(rating_by([(1500.0, 0.5)])), round(rating_by([(1100.0, 1 / 11), (1900.0, 10 / 11)]))
    (1500, 1500)
    """
    low, high = LOWEST, HIGHEST
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(1.0 / (1.0 + 10 ** ((middle - solver) / SCALE)) for solver, _ in found)
        if expected > sum(often for _, often in found):
            low = middle
        else:
            high = middle
    return (low + high) / 2
