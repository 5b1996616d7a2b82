"""The symmetries of Geniusz."""

from __future__ import annotations

from random import Random

from tests.games.weakest_colour.plain import GENIUSZ
from tests.games.weakest_colour.symmetries import of_printed_board
from tests.random_games import Table
from tests.symmetries import Cell, Symmetry, Turn


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the game's symmetries."""
    return of_printed_board(GENIUSZ, "RGBOYV", (8, 8), _hexagon_turn(random))


def _hexagon_turn(random: Random) -> Turn:
    sixths, mirrored = random.randrange(6), random.random() < 0.5

    def turn(cell: Cell) -> Cell:
        row, number = cell
        if mirrored:
            row, number = number, row
        for _ in range(sixths):
            row, number = row - number, row
        return row, number

    return turn
