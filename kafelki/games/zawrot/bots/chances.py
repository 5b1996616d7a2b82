"""Where points can be made: a sheet with what a tile would bring on every square.

A sheet is one array of int64. For each square it holds a *chance*: a number of twelve
hexadecimal digits, one for each colour, then one for each shape, as tallies have them
in the rules. A digit's lower three bits say how many lines that colour or shape would
complete there, its highest bit that it is closed (a fourth in a line). After the squares
come a list of those where a line can be completed, and what the last tile changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.games.zawrot.rules import (
    CLOSED_TO,
    COLOUR_DIGITS,
    COUNT,
    EIGHTS,
    FIVES,
    NEIGHBOURS,
    ONES,
    SHAPE_DIGITS,
    SQUARES,
    end_of_run,
    see,
    tally_along,
)
from kafelki.kernels.language import Fields, Position, bit, kernel, lowest_one

LINES = 7 * ONES
"""The bits of a chance that count lines."""

OPEN = 1 << 52
"""The square touches a tile by a side, so a tile may go there."""

LISTED = 1 << 53
"""The square is in the list."""

FLAGS = OPEN | LISTED

LENGTH_AT = SQUARES
LIST_AT = LENGTH_AT + 1
CHANGED_AT = LIST_AT + 8 * COUNT
"""The number of squares that the last tile changed, the old length of the list, then pairs
of a square and its old chance: the tile's own square and at most eight around it."""

SHEET = CHANGED_AT + 2 + 2 * 9


def new_sheet() -> npt.NDArray[np.int64]:
    """Return room for a sheet."""
    return np.zeros(SHEET, dtype=np.int64)


@kernel
def survey(position: Position, sheet: Any) -> int:
    """Write the sheet of a position; return how many squares are in its list."""
    s = see(position)
    for k in range(SHEET):
        sheet[k] = 0
    for square in range(SQUARES):
        if s.cells[square] != 0:
            note_tile(s.cells, square, sheet)
    length: int = sheet[LENGTH_AT]
    return length


@kernel
def copy_sheet(target: Any, source: Any) -> None:
    """Make one sheet the same as another, up to what its last tile changed."""
    for k in range(CHANGED_AT):
        target[k] = source[k]


@kernel
def chance_at(cells: Fields, square: int) -> int:
    """Return the chance of an empty square."""
    lines, closed = 0, 0
    for axis in range(4):
        tally = tally_along(cells, square, axis)
        lines += (tally >> 1) & ~tally & ~(tally >> 2) & ONES  # 1 for every digit that is 2
        closed |= tally + FIVES
    return lines | (closed & EIGHTS)


@kernel
def note_tile(cells: Fields, square: int, sheet: Any) -> None:
    """Bring the sheet up to date with a tile that now lies on the square."""
    sheet[CHANGED_AT + 1] = sheet[LENGTH_AT]
    sheet[CHANGED_AT + 2] = square
    sheet[CHANGED_AT + 3] = sheet[square]
    sheet[square] &= LISTED
    changed = 1
    for d in range(8):
        end = end_of_run(cells, square, d)
        if cells[end] != 0:
            continue
        sheet[CHANGED_AT + 2 + 2 * changed] = end
        sheet[CHANGED_AT + 3 + 2 * changed] = sheet[end]
        changed += 1
        chance = chance_at(cells, end) | (sheet[end] & FLAGS)
        if d & 1 == 0 and NEIGHBOURS[square, d] == end:
            chance |= OPEN
        if chance & LINES != 0 and chance & LISTED == 0:
            chance |= LISTED
            sheet[LIST_AT + sheet[LENGTH_AT]] = end
            sheet[LENGTH_AT] += 1
        sheet[end] = chance
    sheet[CHANGED_AT] = changed


@kernel
def forget_tile(sheet: Any) -> None:
    """Make the sheet what it was before the last tile was noted."""
    for k in range(sheet[CHANGED_AT]):
        sheet[sheet[CHANGED_AT + 2 + 2 * k]] = sheet[CHANGED_AT + 3 + 2 * k]
    sheet[LENGTH_AT] = sheet[CHANGED_AT + 1]


@kernel
def points_of(tile: int, chance: int) -> int:
    """Return the points of a tile on a square of that chance; 0 too where it may not go."""
    if chance & CLOSED_TO[tile] != 0:
        return 0
    return ((chance >> COLOUR_DIGITS[tile]) & 7) + ((chance >> SHAPE_DIGITS[tile]) & 7)


@kernel
def best_points(tiles: int, chance: int) -> int:
    """Return the most points that one of a set of tiles makes on a square of that chance."""
    best = 0
    while tiles != 0:
        best = max(best, points_of(lowest_one(tiles), chance))
        tiles = tiles & (tiles - bit(0))
    return best
