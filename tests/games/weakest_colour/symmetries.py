"""The symmetries of boards with printed cells."""

from __future__ import annotations

from tests.games.weakest_colour.plain import Box
from tests.symmetries import Cell, Symmetry, Turn


def of_printed_board(box: Box, order: str, centre: Cell, turn: Turn) -> Symmetry:
    """Turn a board and choose the colours so that the printed cells look as before."""

    def cell(name: str) -> str:
        row, column = box.cell(name)
        down, along = turn((row - centre[0], column - centre[1]))
        return box.name((down + centre[0], along + centre[1]))

    letters = {letter: box.printed[cell(name)] for name, letter in box.printed.items()}
    return Symmetry(cell, letters, box.cell, order, scores_by_colour=True)
