"""Levels of play: from somebody's first game to the strongest bot, made by considered mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from kafelki.bots.protocol import Bot, Budget, Judge, Judgement, Turn
from kafelki.play.game import Move
from kafelki.rules.texts import Text


@dataclass(frozen=True)
class Level:
    """A strength that people can feel: its number (1 to 5), its name, what to expect of it."""

    number: int
    name: Text
    text: Text
    make: Callable[[], Bot]

    @property
    def id(self) -> str:
        """The name by which commands know the level."""
        return f"level-{self.number}"


@dataclass(eq=False)
class Careless:
    """A player who looks at the moves as well as a judge does, but does not always take the best.

    Among the best few, a move is the likelier the better it is: one that is worse by
    `slack` (in the judge's own units) is taken e times less often. So it makes the
    mistakes of somebody who overlooks a little, never absurd ones.
    """

    judge: Judge
    slack: float
    among: int = 8
    budget: Budget | None = None

    def choose(self, turn: Turn) -> Move:
        """Return one of the best few moves."""
        ranked = self.rank(turn, self.among)
        best = ranked[0].value
        weights = [math.exp((each.value - best) / self.slack) for each in ranked]
        return turn.random.choices(ranked, weights)[0].move

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return what the judge thinks."""
        if self.budget is not None:
            turn.budget = _smaller(turn.budget, self.budget)
        return self.judge.rank(turn, top)


def _smaller(one: Budget, other: Budget) -> Budget:
    seconds = [b.seconds for b in (one, other) if b.seconds is not None]
    nodes = [b.nodes for b in (one, other) if b.nodes is not None]
    return replace(one, seconds=min(seconds, default=None), nodes=min(nodes, default=None))
