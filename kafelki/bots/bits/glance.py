"""The worth of a ramp at a glance: the points it will score by the end of the round, roughly.

The guess is a sum of learned numbers, one for each thing seen: every area by its form, its
room to grow and the squares of its colour still to come; every two areas of a colour that
may run into one another; covered gaps; and how even the columns are. All depend on how many
tiles lie on the ramp. The areas have more numbers for the shapes that the tasks ask for.

The numbers were learned from 1.2 million rounds that the bot played with itself, each time
moving the guess before a tile a little towards the guess after the next one, and the last
towards the points scored; the steps became smaller from 0.5 to 0.01.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kafelki.bots.bits import areas
from kafelki.bots.bits.areas import FORMS, PROSPECTS
from kafelki.rules import bits
from kafelki.rules.bits import COLOUR_COUNT, COLUMNS, PAIRS, STACKS, TABLES, see
from kafelki.rules.kernels import Fields, Position, count_ones, kernel, table

NUMBERS_FILE = Path(__file__).with_name("glance.npy")
NUMBERS_DIGEST = "d74564749ff245bf"
"""Of the file: the compiled glance holds its numbers, and is made anew when this line changes."""

UNIT = 1024
"""The numbers are kept as whole ones: so many make a point."""

STAGES = 13
MOST_TO_COME = 8
TASKS_EACH = 4

BY_COLOUR = PROSPECTS * STAGES
BLOCK = BY_COLOUR + FORMS * MOST_TO_COME * STAGES
"""The numbers of areas stand in nine blocks: for any task, and for each task of rounds 2 and 3."""
SIZES = 5
MEETING = BLOCK * (1 + 2 * TASKS_EACH)
GAPS = MEETING + SIZES * (SIZES + 1) // 2 * STAGES
MOST_GAPS = 12
SLOPES = GAPS + (MOST_GAPS + 1) * STAGES
STEEPEST = 3
SLOPE_STAGES = 4

LEARNED = table(np.load(NUMBERS_FILE), "int16")


@kernel
def evaluate_moves(
    position: Position, seat: int, moves: Fields, count: int, values: Fields
) -> None:
    """Write the points that the round may bring after each move (BI-16)."""
    s = see(position)
    for k in range(count):
        pair = moves[k] % PAIRS
        first = TABLES.pairs[pair, 0] % COLUMNS
        second = TABLES.pairs[pair, 1] % COLUMNS
        low, high = s.heights[seat, first], s.heights[seat, second]
        bits.lay(s, seat, moves[k])
        values[k] = glance(s, seat) / UNIT
        bits.lift(s, seat, moves[k])
        s.heights[seat, first] = low
        s.heights[seat, second] = high


@kernel
def glance(s: Fields, seat: int) -> int:
    """Return a ramp's worth, in units."""
    taken = bits.taken_squares(s, seat)
    stage = count_ones(taken) >> 1
    reach = areas.open_squares(s, seat)
    near = areas.near_squares(s, seat)
    total = LEARNED[GAPS + min(bits.count_gaps(s, seat), MOST_GAPS) * STAGES + stage]
    total += LEARNED[SLOPES + slopes(s, seat) * SLOPE_STAGES + min(stage // 3, SLOPE_STAGES - 1)]
    for colour in range(COLOUR_COUNT):
        total += colour_worth(s, seat, colour, reach, near, stage)
    return total


@kernel
def slopes(s: Fields, seat: int) -> int:
    """Return a number for the steps from each column to the next."""
    number = 0
    for column in range(COLUMNS - 1):
        step = s.heights[seat, column + 1] - s.heights[seat, column]
        number = number * (2 * STEEPEST + 1) + max(-STEEPEST, min(STEEPEST, step)) + STEEPEST
    return number


@kernel
def colour_worth(s: Fields, seat: int, colour: int, reach: int, near: int, stage: int) -> int:
    """Return what the areas of a colour are worth, in units."""
    total = 0
    coming = areas.squares_to_come(s, colour)
    left = s.squares[seat, colour]
    first_around, second_around, third_around = 0, 0, 0
    first_size, second_size, third_size = 0, 0, 0
    while left:
        area = bits.area_around(left, left & -left)
        left ^= area
        around = areas.beside(area)
        total += area_worth(s, areas.form_of(area), coming, around, reach, near, stage)
        around &= reach
        size = min(count_ones(area), SIZES)
        if around & first_around:
            total += LEARNED[MEETING + two_sizes(size, first_size) * STAGES + stage]
        if around & second_around:
            total += LEARNED[MEETING + two_sizes(size, second_size) * STAGES + stage]
        if around & third_around:
            total += LEARNED[MEETING + two_sizes(size, third_size) * STAGES + stage]
        third_around, second_around, first_around = second_around, first_around, around
        third_size, second_size, first_size = second_size, first_size, size
    return total


@kernel
def area_worth(
    s: Fields, form: int, coming: int, around: int, reach: int, near: int, stage: int
) -> int:
    """Return what an area is worth for the tasks on the table, in units."""
    by_room = areas.prospect(form, around, near, reach & ~near) * STAGES + stage
    by_colour = BY_COLOUR + (form * MOST_TO_COME + coming) * STAGES + stage
    total = LEARNED[by_room] + LEARNED[by_colour]
    second = areas.task_of_round(s, 2, STACKS[1])
    if second > 0:
        total += LEARNED[by_room + second * BLOCK] + LEARNED[by_colour + second * BLOCK]
    third = areas.task_of_round(s, 3, STACKS[2])
    if third > 0:
        block = (TASKS_EACH + third) * BLOCK
        total += LEARNED[by_room + block] + LEARNED[by_colour + block]
    return total


@kernel
def two_sizes(one: int, other: int) -> int:
    """Return a number for the sizes of two areas, in either order."""
    large, small = max(one, other), min(one, other)
    return large * (large - 1) // 2 + small - 1
