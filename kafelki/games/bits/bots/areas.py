"""What a player sees on a ramp: where tiles can still come, and what each area may become.

Shared by the glance of the greedy bot and by the network of the expert.
"""

from __future__ import annotations

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.kernels import (
    BOTTOM_ROW,
    COLOURS,
    COLUMNS,
    EXACT_SIZE,
    LEFT_COLUMN,
    RIGHT_COLUMN,
    ROWS,
    SHAPE_LIST,
    TASKS,
    TILE_KINDS,
    TILES,
)
from kafelki.kernels.language import Fields, count_ones, kernel, table

SINGLE, PAIR, STRAIGHT, CORNER, SHAPE_I, SHAPE_O, SHAPE_L, SHAPE_T, SHAPE_S, LARGE = range(10)
"""The forms of areas: all of up to four squares, and everything larger."""

FORMS = 10
TASK_OF_FORM = ("single", "pair", "straight", "corner", "I", "O", "L", "T")
"""The task that asks for each form, as far as one does."""


def _forms() -> list[int]:
    # The one form of four squares that no task asks for is the crooked one.
    forms = [SHAPE_S] * (1 << (4 * COLUMNS))
    for squares, task in SHAPE_LIST:
        forms[squares] = TASK_OF_FORM.index(TASKS[task].name)
    return forms


FORM_TABLE = table(_forms(), "int8")
"""[squares in the lower left corner]: the form of an area of up to four squares."""


def _column_squares(low: int, high: int, column: int) -> int:
    rows = range(low, min(high, ROWS))
    return sum(1 << (row * COLUMNS + column) for row in rows)


OPEN = table(
    [[_column_squares(h, ROWS, k) for h in range(ROWS + 1)] for k in range(COLUMNS)], "int32"
)
"""[column, height]: the squares above the highest tile: those that tiles can still reach."""

NEAR = table(
    [[_column_squares(h, h + 2, k) for h in range(ROWS + 1)] for k in range(COLUMNS)], "int32"
)
"""[column, height]: the squares that the very next tile can cover in the column."""

NEAR_STEPS, FAR_STEPS = 4, 3
PROSPECTS = FORMS * NEAR_STEPS * FAR_STEPS
"""How many different prospects an area can have: see `prospect`."""

SPOILT_FOUR = FORMS
STEP_FORMS = FORMS + 1
AT_ONCE, SOON, LATER = range(3)
TIMES = 3
STEPS = STEP_FORMS * TIMES
"""How many different steps there are: see `step_on`."""

COLOUR_SQUARES = table([[tile.count(letter) for tile in TILES] for letter in COLOURS], "int8")
"""[colour, tile]: how many squares of the colour the tile has."""

DOUBLE_TILES = table([TILES.index(2 * letter) for letter in COLOURS], "int8")
"""[colour]: the tile that has the colour twice."""


@kernel
def open_squares(s: Fields, seat: int) -> int:
    """Return the empty squares of a ramp that tiles can still reach."""
    squares = 0
    for column in range(COLUMNS):
        squares |= OPEN[column, s.heights[seat, column]]
    return squares


@kernel
def near_squares(s: Fields, seat: int) -> int:
    """Return the empty squares of a ramp that the very next tile could cover."""
    squares = 0
    for column in range(COLUMNS):
        squares |= NEAR[column, s.heights[seat, column]]
    return squares


@kernel
def form_of(area: int) -> int:
    """Return an area's form, however turned or mirrored."""
    if count_ones(area) > EXACT_SIZE:
        return LARGE
    while not area & BOTTOM_ROW:
        area >>= COLUMNS
    while not area & LEFT_COLUMN:
        area >>= 1
    return FORM_TABLE[area]


@kernel
def beside(area: int) -> int:
    """Return the squares that touch an area (some of them may be part of it)."""
    sideways = ((area & ~RIGHT_COLUMN) << 1) | ((area & ~LEFT_COLUMN) >> 1)
    return sideways | (area << COLUMNS) | (area >> COLUMNS)


@kernel
def prospect(form: int, around: int, near: int, far: int) -> int:
    """Return a number for an area's form and for how many squares it can grow to, and how soon."""
    now = min(count_ones(around & near), NEAR_STEPS - 1)
    later = min(count_ones(around & far), FAR_STEPS - 1)
    return (form * NEAR_STEPS + now) * FAR_STEPS + later


@kernel
def step_on(squares: int, square: int, near: int, far: int) -> int:
    """Return a number for what a colour's next square would make of its areas, and how soon."""
    area = bits.area_around(squares | square, square)
    form = form_of(area)
    if form == LARGE and has_four(area ^ square):
        form = SPOILT_FOUR
    if square & far:
        return form * TIMES + LATER
    return form * TIMES + (SOON if (square >> COLUMNS) & near else AT_ONCE)


@kernel
def has_four(squares: int) -> bool:
    """Return whether some area has exactly four squares."""
    while squares:
        area = bits.area_around(squares, squares & -squares)
        if count_ones(area) == EXACT_SIZE:
            return True
        squares ^= area
    return False


@kernel
def squares_to_come(s: Fields, colour: int) -> int:
    """Return how many squares of a colour the building cards not yet seen have."""
    total = 0
    for tile in range(TILE_KINDS):
        total += s.cards[tile] * COLOUR_SQUARES[colour, tile]
    return total


@kernel
def task_of_round(s: Fields, number: int, first: int) -> int:
    """Return 1 to 4 for the task that round `number` added, 0 before that round."""
    return s.tasks[number - 1] - first + 1 if s.round >= number else 0
