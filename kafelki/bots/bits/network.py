"""A small network that foresees what a ramp will score by the end of the round.

Every colour goes through the same first layer, which adds a row of 32 numbers for each
thing it sees; what stays above zero is added up over the colours and goes through a second
layer of 32 and a last one. All numbers are whole, so that every machine finds the same.

It has learned from 1.4 million rounds that it played with itself, one placement deep: by
temporal differences (λ = 0.7) with Adam, at rates that fell from 0.003 to 0.0002. A quarter
of the rounds were first ones, a quarter second ones, half third ones.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kafelki.bots.bits import areas
from kafelki.bots.bits.areas import DOUBLE_TILES, PROSPECTS
from kafelki.rules import bits
from kafelki.rules.bits import CELLS, COLOUR_COUNT
from kafelki.rules.kernels import Fields, Layout, Position, count_ones, kernel, lowest_one

WEIGHTS_FILE = Path(__file__).with_name("network.npz")

WIDTH = 32
STAGES, MOST_GAPS, MOST_TO_COME, MOST_DOUBLES, TASKS_EACH = 13, 8, 8, 2, 5

STAGE = 0
GAPS = STAGE + STAGES
TAKEN = GAPS + MOST_GAPS + 1
GAP = TAKEN + CELLS
OWN = GAP + CELLS
TO_COME = OWN + CELLS
DOUBLES = TO_COME + MOST_TO_COME + 1
AREAS = DOUBLES + MOST_DOUBLES + 1
ROWS = AREAS + PROSPECTS

FIRST, SHRUNK, SECOND, LAST = 4096, 256, 2048, 4096
"""What makes a 1 in the first layer, in the sum over the colours, in the second and the last."""
SHRINK = FIRST // SHRUNK
HALVE = SHRUNK * SECOND // FIRST
UNIT = FIRST * LAST
"""What makes a point in the answer."""

see_network = Layout(
    last_offset=("int64", ()),
    rows=("int32", (ROWS, WIDTH)),  # what each thing seen adds to the first layer
    second=("int32", (WIDTH, WIDTH)),
    second_offsets=("int32", WIDTH),
    last=("int32", WIDTH),
)
"""The network for the tasks of one round."""

see_layers = Layout(
    common=("int32", WIDTH),  # the first layer's sum of what all colours see alike
    colour=("int32", WIDTH),  # the first layer for one colour
    colours=("int32", WIDTH),  # what is left of it, of all colours
    second=("int32", WIDTH),
)
"""The buffer that the network works in."""


@kernel
def foresee(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return the points that a ramp will have scored by the end of the round, in units."""
    look_at_all(s, seat, net, layers)
    near = areas.near_squares(s, seat)
    far = areas.open_squares(s, seat) & ~near
    for j in range(WIDTH):
        layers.colours[j] = 0
    for colour in range(COLOUR_COUNT):
        look_at_colour(s, seat, colour, near, far, net, layers)
        for j in range(WIDTH):
            layers.colours[j] += max(layers.colour[j], 0)
    return answer(net, layers)


@kernel
def add_row(net: Fields, row: int, layer: Fields) -> None:
    """Add what one thing seen adds."""
    for j in range(WIDTH):
        layer[j] += net.rows[row, j]


@kernel
def look_at_all(s: Fields, seat: int, net: Fields, layers: Fields) -> None:
    """Write what all colours see alike: where tiles lie, where gaps are and how many."""
    taken = bits.taken_squares(s, seat)
    gaps = ~(taken | areas.open_squares(s, seat)) & ((1 << CELLS) - 1)
    stage = count_ones(taken) >> 1
    for j in range(WIDTH):
        layers.common[j] = net.rows[STAGE + stage, j]
    add_row(net, GAPS + min(count_ones(gaps), MOST_GAPS), layers.common)
    while taken:
        add_row(net, TAKEN + lowest_one(taken), layers.common)
        taken &= taken - 1
    while gaps:
        add_row(net, GAP + lowest_one(gaps), layers.common)
        gaps &= gaps - 1


@kernel
def look_at_colour(
    s: Fields, seat: int, colour: int, near: int, far: int, net: Fields, layers: Fields
) -> None:
    """Write the first layer for a colour: its squares, its areas and what is still to come."""
    for j in range(WIDTH):
        layers.colour[j] = layers.common[j]
    add_row(net, TO_COME + areas.squares_to_come(s, colour), layers.colour)
    add_row(net, DOUBLES + s.cards[DOUBLE_TILES[colour]], layers.colour)
    left = s.squares[seat, colour]
    while left:
        area = bits.area_around(left, left & -left)
        left ^= area
        around = areas.beside(area)
        seen = areas.prospect(areas.form_of(area), around, near, far)
        add_row(net, AREAS + seen, layers.colour)
        while area:
            add_row(net, OWN + lowest_one(area), layers.colour)
            area &= area - 1


@kernel
def answer(net: Fields, layers: Fields) -> int:
    """Return the answer of the second and the last layer, in units."""
    for j in range(WIDTH):
        layers.second[j] = net.second_offsets[j]
    for i in range(WIDTH):
        strength = layers.colours[i] // SHRINK
        if strength > 0:
            for j in range(WIDTH):
                layers.second[j] += strength * net.second[i, j]
    total: int = net.last_offset
    for j in range(WIDTH):
        total += max(layers.second[j], 0) // HALVE * net.last[j]
    return total


@cache
def _weights() -> dict[str, npt.NDArray[np.float32]]:
    with np.load(WEIGHTS_FILE) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


@cache
def network_for(second_task: int, third_task: int) -> Position:
    """Return the network for the tasks on the table: 1 to 4 of rounds 2 and 3, or 0 for none."""
    weights = _weights()
    net = np.zeros((), dtype=see_network.dtype)
    net["rows"] = np.rint(FIRST * _rows(weights, second_task, third_task))
    net["second"] = np.rint(SECOND * weights["second"])
    net["second_offsets"] = np.rint(SHRUNK * SECOND * weights["second_offsets"])
    net["last"] = np.rint(LAST * weights["last"])
    net["last_offset"] = np.rint(UNIT * weights["last_offset"])
    return np.frombuffer(net.tobytes(), dtype=np.uint8).copy()


def _rows(
    weights: dict[str, npt.NDArray[np.float32]], second_task: int, third_task: int
) -> npt.NDArray[np.float32]:
    """Return the rows of the first layer, with those of the tasks worked in."""
    tasks = weights["second_task"][second_task] + weights["third_task"][third_task]
    grown = weights["areas"][0].copy()
    if second_task:
        grown += weights["areas"][second_task]
    if third_task:
        grown += weights["areas"][TASKS_EACH - 1 + third_task]
    cells = weights["cells"]
    rows = np.concatenate(
        [
            weights["stage"] + weights["first_offsets"] + tasks,
            weights["gaps"],
            cells[:, 1],
            cells[:, 2],
            # What all colours see alike counts a colour's own squares as just taken.
            cells[:, 0] - cells[:, 1],
            weights["to_come"],
            weights["doubles"],
            grown,
        ]
    )
    assert rows.shape == (ROWS, WIDTH)
    return rows
