"""The worth of a ramp at a glance: the points it will score by the end of the round, roughly.

The guess is a sum of learned numbers, one for each thing seen: every area by its form, its
room to grow and the squares of its colour still to come; every square that a colour may take
next, by what it would make; covered gaps; and how even the columns are. All depend on how
many tiles lie on the ramp. Areas and next squares have more numbers for the shapes that the
tasks ask for. What a full ramp scores is no guess.

`kafelki.games.bits.training.program` makes the numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import areas
from kafelki.games.bits.bots.areas import FORMS, PROSPECTS, STEPS
from kafelki.games.bits.kernels import COLOUR_COUNT, COLUMNS, STACKS, see
from kafelki.kernels.language import Fields, Position, count_ones, kernel, table

NUMBERS_FILE = Path(__file__).with_name("evaluation.npy")
NUMBERS_DIGEST = "efa1460a596dc967"
"""Of the file: the compiled glance holds its numbers, and is made anew when this line changes."""

UNIT = 1024
"""The numbers are kept as whole ones: so many make a point."""

STAGES = 13
MOST_TO_COME = 8
TASKS_EACH = 4

BY_COLOUR = PROSPECTS * STAGES
BY_STEP = BY_COLOUR + FORMS * MOST_TO_COME * STAGES
BLOCK = BY_STEP + STEPS * STAGES
"""The numbers of areas stand in nine blocks: for any task, and for each task of rounds 2 and 3."""
GAPS = BLOCK * (1 + 2 * TASKS_EACH)
MOST_GAPS = 12
SLOPES = GAPS + (MOST_GAPS + 1) * STAGES
STEEPEST = 3
SLOPE_STAGES = 4
COUNT = SLOPES + (2 * STEEPEST + 1) ** (COLUMNS - 1) * SLOPE_STAGES

LEARNED = table(np.load(NUMBERS_FILE), "int16")


@kernel
def evaluate_moves(
    position: Position, seat: int, moves: Fields, count: int, values: Fields
) -> None:
    """Write the points that the round may bring after each move (BI-16)."""
    s = see(position)
    for k in range(count):
        values[k] = promise(s, seat, moves[k], LEARNED) / UNIT


@kernel
def promise(s: Fields, seat: int, move: int, numbers: Fields) -> Any:
    """Return a ramp's worth after a move, in units; the position stays as it was."""
    heights = bits.heights_below(s, seat, move)
    bits.lay(s, seat, move)
    if bits.has_room(s, seat):
        worth = glance(s, seat, numbers, read, 0)
    else:
        worth = bits.ramp_points(s, seat) * UNIT
    bits.take_back(s, seat, move, heights)
    return worth


@kernel
def read(numbers: Fields, k: int, change: Any) -> Any:
    """Return one of the numbers."""
    return numbers[k]


@kernel
def glance(s: Fields, seat: int, numbers: Fields, use: Any, change: Any) -> Any:
    """Return the sum of what `use` returns for the number of each thing seen on a ramp."""
    taken = bits.taken_squares(s, seat)
    stage = count_ones(taken) >> 1
    reach = areas.open_squares(s, seat)
    near = areas.near_squares(s, seat)
    gaps = min(bits.count_gaps(s, seat), MOST_GAPS)
    total = use(numbers, GAPS + gaps * STAGES + stage, change)
    level = slopes(s, seat) * SLOPE_STAGES + min(stage // 3, SLOPE_STAGES - 1)
    total += use(numbers, SLOPES + level, change)
    for colour in range(COLOUR_COUNT):
        total += glance_at_colour(s, seat, colour, near, reach & ~near, stage, numbers, use, change)
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
def glance_at_colour(
    s: Fields,
    seat: int,
    colour: int,
    near: int,
    far: int,
    stage: int,
    numbers: Fields,
    use: Any,
    change: Any,
) -> Any:
    """Return the sum over the areas of a colour and over the squares it may take next."""
    coming = BY_COLOUR // STAGES + areas.squares_to_come(s, colour)
    squares = s.squares[seat, colour]
    left = squares
    total: Any = 0
    while left:
        area = bits.area_around(left, left & -left)
        left ^= area
        form = areas.form_of(area)
        room = areas.prospect(form, areas.beside(area), near, far)
        total += use_blocks(s, room * STAGES + stage, numbers, use, change)
        by_colour = (coming + form * MOST_TO_COME) * STAGES + stage
        total += use_blocks(s, by_colour, numbers, use, change)
    steps = areas.beside(squares) & (near | far)
    while steps:
        square = steps & -steps
        steps ^= square
        step = areas.step_on(squares, square, near, far)
        total += use_blocks(s, BY_STEP + step * STAGES + stage, numbers, use, change)
    return total


@kernel
def use_blocks(s: Fields, k: int, numbers: Fields, use: Any, change: Any) -> Any:
    """Return the sum over the blocks for any task and for the tasks on the table."""
    total = use(numbers, k, change)
    second = areas.task_of_round(s, 2, STACKS[1])
    if second > 0:
        total += use(numbers, k + second * BLOCK, change)
    third = areas.task_of_round(s, 3, STACKS[2])
    if third > 0:
        total += use(numbers, k + (TASKS_EACH + third) * BLOCK, change)
    return total
