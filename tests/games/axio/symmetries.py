"""The symmetries of AXIO."""

from __future__ import annotations

from random import Random

from tests.games.weakest_colour.plain import AXIO
from tests.games.weakest_colour.symmetries import of_printed_board
from tests.random_games import Table
from tests.symmetries import Symmetry, square_turn


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the game's symmetries."""
    return of_printed_board(AXIO, "GORVB", (7, 7), square_turn(random))
