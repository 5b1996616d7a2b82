"""Straight lines of one colour: what a colour would gain on a cell, kept up to date.

Works on any board: a direction is a column of the board's neighbour table. `gains`
holds for every empty cell and colour the points that a half of that colour would
score there, so that the worth of a placement is two look-ups. The direction to the
tile's other half needs no care: that cell is empty until the tile lies. The cell
beyond the edge of the board is OUTSIDE, as are those that are not in use.
"""

from __future__ import annotations

from kafelki.kernels.language import Fields, kernel
from kafelki.rules.geometry import Tables

EMPTY = 0
OUTSIDE = -1
PYRAMID = 9
"""Values of a cell that holds no colour; colour c is stored as c + 1."""


@kernel
def line_length(cells: Fields, board: Tables, cell: int, direction: int, value: int) -> int:
    """Return how many cells of one colour follow a cell without a break (AX-8, GE-9)."""
    length = 0
    cell = board.neighbours[cell, direction]
    while cells[cell] == value:
        length += 1
        cell = board.neighbours[cell, direction]
    return length


@kernel
def put_colour(cells: Fields, gains: Fields, board: Tables, cell: int, colour: int) -> None:
    """Put a colour on an empty cell and renew the gains at the open ends of its lines.

    Along each direction the colour joins what lies behind it to the run before it:
    the empty cell at the end of that run, if there is one, gains by 1 and what is behind.
    """
    value = colour + 1
    cells[cell] = value
    for each in range(gains.shape[1]):
        gains[cell, each] = 0
    half = board.neighbours.shape[1] // 2
    for d in range(half):
        end = board.neighbours[cell, d]
        ahead = 0
        while cells[end] == value:
            ahead += 1
            end = board.neighbours[end, d]
        start = board.neighbours[cell, d + half]
        behind = 0
        while cells[start] == value:
            behind += 1
            start = board.neighbours[start, d + half]
        if cells[end] == EMPTY:
            gains[end, colour] += 1 + behind
        if cells[start] == EMPTY:
            gains[start, colour] += 1 + ahead
