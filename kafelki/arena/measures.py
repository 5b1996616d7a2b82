"""What a game itself counts: the lowest colour, points, or wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kafelki.rules.contract import Rules

Row = Sequence[int]


@dataclass(frozen=True)
class Measure:
    """A number for each seat's scores, and what decides between seats that never met."""

    name: str
    value: Callable[[Row], int]
    order: Callable[[Row], object]
    """The higher, the better: how players of solitaire games compare."""


POINTS = Measure("points", sum, sum)
SPECIAL = {
    "weakest_colour": Measure("lowest colour", min, sorted),
    "exo": Measure("wins", sum, sum),
}
"""By the family of the game, where it does not simply count points."""


def measure_of(rules: Rules) -> Measure:
    """Return a game's own measure."""
    return SPECIAL.get(rules.family or rules.id, POINTS)
