"""What the network sees of a ramp: a list of things, each with a number of its own.

Some things all colours see alike: how many tiles lie there, which squares are taken, which
are covered gaps. The rest each colour sees for itself: its squares and areas, what its next
square could make of them, and how much of it is still to come.
"""

from __future__ import annotations

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import areas
from kafelki.games.bits.bots.areas import DOUBLE_TILES, PROSPECTS, STEPS
from kafelki.games.bits.kernels import CELLS
from kafelki.kernels.language import Fields, count_ones, kernel, lowest_one

STAGES, MOST_GAPS, MOST_TO_COME, MOST_DOUBLES = 13, 8, 8, 2

STAGE = 0
GAP_COUNT = STAGE + STAGES
TAKEN = GAP_COUNT + MOST_GAPS + 1
GAP = TAKEN + CELLS
OWN = GAP + CELLS
TO_COME = OWN + CELLS
DOUBLES = TO_COME + MOST_TO_COME + 1
AREA = DOUBLES + MOST_DOUBLES + 1
STEP = AREA + PROSPECTS
THINGS = STEP + STEPS
"""Where the numbers of each kind of thing begin, and how many things there are."""

MOST_SEEN = 64
"""More than can be seen at once."""


@kernel
def see_alike(s: Fields, seat: int, seen: Fields) -> int:
    """Write what all colours see alike; return how many things that are."""
    taken = bits.taken_squares(s, seat)
    gaps = ~(taken | areas.open_squares(s, seat)) & ((1 << CELLS) - 1)
    seen[0] = STAGE + (count_ones(taken) >> 1)
    seen[1] = GAP_COUNT + min(count_ones(gaps), MOST_GAPS)
    count = see_squares(taken, TAKEN, seen, 2)
    return see_squares(gaps, GAP, seen, count)


@kernel
def see_colour(s: Fields, seat: int, colour: int, near: int, far: int, seen: Fields) -> int:
    """Write what a colour sees for itself; return how many things that are."""
    seen[0] = TO_COME + areas.squares_to_come(s, colour)
    seen[1] = DOUBLES + s.cards[DOUBLE_TILES[colour]]
    squares = s.squares[seat, colour]
    count = see_squares(squares, OWN, seen, 2)
    left = squares
    while left:
        area = bits.area_around(left, left & -left)
        left ^= area
        form = areas.form_of(area)
        seen[count] = AREA + areas.prospect(form, areas.beside(area), near, far)
        count += 1
    steps = areas.beside(squares) & (near | far)
    while steps:
        square = steps & -steps
        steps ^= square
        seen[count] = STEP + areas.step_on(squares, square, near, far)
        count += 1
    return count


@kernel
def see_squares(squares: int, first: int, seen: Fields, count: int) -> int:
    """Write a thing for each square of a set."""
    while squares:
        seen[count] = first + lowest_one(squares)
        squares &= squares - 1
        count += 1
    return count
