"""The symmetries of Kolorowy zawrót głowy."""

from __future__ import annotations

from random import Random

from tests.random_games import Table
from tests.symmetries import Symmetry, square_turn


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the game's symmetries."""
    turn = square_turn(random)
    swaps = random.random() < 0.5
    colours, shapes = random.sample("YROVGB", 6), random.sample("sfhupn", 6)
    if swaps:
        colours, shapes = shapes, colours
    letters = dict(zip("YROVGBsfhupn", colours + shapes, strict=True))

    def cell(name: str) -> str:
        x, y = (int(number) for number in name.split(","))
        x, y = turn((x, y))
        return f"{x},{y}"

    return Symmetry(cell, letters, lambda name: name, swaps_kinds=swaps)
