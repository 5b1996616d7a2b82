"""The symmetries of EXO."""

from __future__ import annotations

from random import Random

from tests.games.exo.plain import name_of, square_of
from tests.random_games import Table
from tests.symmetries import Symmetry, square_turn


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the game's symmetries."""
    middle = table.options.get("size", 10) + 1
    turn = square_turn(random)

    def cell(name: str) -> str:
        row, column = square_of(name)
        up, along = turn((2 * row - middle, 2 * column - middle))
        return name_of(((up + middle) // 2, (along + middle) // 2))

    return Symmetry(cell, {"X": "X", "O": "O"}, square_of)
