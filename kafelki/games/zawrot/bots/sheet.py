"""Where points can be made: a sheet with what a tile would bring on every square.

For each square it holds an *offer*: a number of twelve hexadecimal digits, one for each
colour, then one for each shape, as tallies have them in the rules. A digit's lower three
bits say how many lines that colour or shape would complete there, its highest bit that it
is closed (a fourth in a line).
"""

from __future__ import annotations

from kafelki.games.zawrot.kernels import (
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
from kafelki.kernels.language import Fields, Layout, Position, bit, kernel, lowest_one

LINES = 7 * ONES
"""The bits of an offer that count lines."""

OPEN = 1 << 52
"""The square touches a tile by a side, so a tile may go there."""

LISTED = 1 << 53
"""The square is in the list."""

FLAGS = OPEN | LISTED

sheet = Layout(
    offers=("int64", SQUARES),
    listed=("int64", 8 * COUNT),  # the squares where a line can be completed,
    length=("int64", ()),  # so many
    changed=("int64", (9, 2)),  # squares around the last tile, and their offers before it
    changes=("int64", ()),  # how many there are of them
    old_length=("int64", ()),  # of the list, before the last tile
)


@kernel
def survey(position: Position, record: Position) -> None:
    """Write the sheet of a position."""
    s, known = see(position), sheet(record)
    for square in range(SQUARES):
        known.offers[square] = 0
    known.length = 0
    for square in range(SQUARES):
        if s.cells[square] != 0:
            note_tile(s.cells, square, known)


@kernel
def offer_of(cells: Fields, square: int) -> int:
    """Return the offer of an empty square."""
    lines, closed = 0, 0
    for axis in range(4):
        tally = tally_along(cells, square, axis)
        lines += (tally >> 1) & ~tally & ~(tally >> 2) & ONES  # 1 for every digit that is 2
        closed |= tally + FIVES
    return lines | (closed & EIGHTS)


@kernel
def note_tile(cells: Fields, square: int, known: Fields) -> None:
    """Bring the sheet up to date with a tile that now lies on the square."""
    known.old_length = known.length
    known.changed[0, 0] = square
    known.changed[0, 1] = known.offers[square]
    known.offers[square] &= LISTED
    changes = 1
    for d in range(8):
        end = end_of_run(cells, square, d)
        if cells[end] != 0:
            continue
        known.changed[changes, 0] = end
        known.changed[changes, 1] = known.offers[end]
        changes += 1
        offer = offer_of(cells, end) | (known.offers[end] & FLAGS)
        if d & 1 == 0 and NEIGHBOURS[square, d] == end:
            offer |= OPEN
        if offer & LINES != 0 and offer & LISTED == 0:
            offer |= LISTED
            known.listed[known.length] = end
            known.length += 1
        known.offers[end] = offer
    known.changes = changes


@kernel
def forget_tile(known: Fields) -> None:
    """Make the sheet what it was before the last tile was noted."""
    for k in range(known.changes):
        known.offers[known.changed[k, 0]] = known.changed[k, 1]
    known.length = known.old_length


@kernel
def points_of(tile: int, offer: int) -> int:
    """Return the points of a tile on a square of that offer; 0 too where it may not go."""
    if offer & CLOSED_TO[tile] != 0:
        return 0
    return ((offer >> COLOUR_DIGITS[tile]) & 7) + ((offer >> SHAPE_DIGITS[tile]) & 7)


@kernel
def best_points(tiles: int, offer: int) -> int:
    """Return the most points that one of a set of tiles makes on a square of that offer."""
    best = 0
    while tiles != 0:
        best = max(best, points_of(lowest_one(tiles), offer))
        tiles = tiles & (tiles - bit(0))
    return best
