"""A small network that foresees what a ramp will score by the end of the round.

Every colour goes through the same first layer, which adds a row of 32 numbers for each
thing it sees; what stays above zero is added up over the colours and goes through a second
layer of 32 and a last one. All numbers are whole, so that every machine finds the same.

`kafelki.games.bits.training.program` makes the network.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kafelki.games.bits.bots import areas, features
from kafelki.games.bits.bots.features import AREA, MOST_SEEN, STAGES, THINGS
from kafelki.games.bits.kernels import COLOUR_COUNT
from kafelki.kernels.language import Fields, Layout, Position, kernel

WEIGHTS_FILE = Path(__file__).with_name("network.npz")

Weights = dict[str, npt.NDArray[np.float32]]
"""The numbers of the network by name, as they are learned and stored."""

WIDTH = 32
TASKS_EACH = 4
TASK_BLOCKS = 2 * TASKS_EACH
SHAPES: dict[str, tuple[int, ...]] = {
    "rows": (THINGS, WIDTH),
    "task_stages": (TASK_BLOCKS, WIDTH),
    "task_areas": (TASK_BLOCKS, THINGS - AREA, WIDTH),
    "second": (WIDTH, WIDTH),
    "second_offsets": (WIDTH,),
    "last": (WIDTH,),
    "last_offset": (),
}

FIRST, SHRUNK, SECOND, LAST = 4096, 256, 2048, 4096
"""What makes a 1 in the first layer, in the sum over the colours, in the second and the last."""
SHRINK = FIRST // SHRUNK
HALVE = SHRUNK * SECOND // FIRST
UNIT = FIRST * LAST
"""What makes a point in the answer."""

see_network = Layout(
    last_offset=("int64", ()),
    rows=("int32", (THINGS, WIDTH)),  # what each thing seen adds to the first layer
    second=("int32", (WIDTH, WIDTH)),
    second_offsets=("int32", WIDTH),
    last=("int32", WIDTH),
)
"""The network for the tasks of one round."""

see_layers = Layout(
    seen=("int32", MOST_SEEN),
    alike=("int32", WIDTH),  # the first layer's sum of what all colours see alike
    colour=("int32", WIDTH),  # the first layer for one colour
    colours=("int32", WIDTH),  # what is left of it, of all colours
    second=("int32", WIDTH),
)
"""The buffer that the network works in."""


@kernel
def foresee(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return the points that a ramp will have scored by the end of the round, in units."""
    for j in range(WIDTH):
        layers.alike[j] = 0
        layers.colours[j] = 0
    count = features.see_alike(s, seat, layers.seen)
    add_rows(net, layers.seen, count, layers.alike)
    near = areas.near_squares(s, seat)
    far = areas.open_squares(s, seat) & ~near
    for colour in range(COLOUR_COUNT):
        for j in range(WIDTH):
            layers.colour[j] = layers.alike[j]
        count = features.see_colour(s, seat, colour, near, far, layers.seen)
        add_rows(net, layers.seen, count, layers.colour)
        for j in range(WIDTH):
            layers.colours[j] += max(layers.colour[j], 0)
    return answer(net, layers)


@kernel
def add_rows(net: Fields, things: Fields, count: int, layer: Fields) -> None:
    """Add what the things seen add."""
    for k in range(count):
        for j in range(WIDTH):
            layer[j] += net.rows[things[k], j]


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
def network_for(second_task: int, third_task: int) -> Position:
    """Return the network for the tasks on the table: 1 to 4 of rounds 2 and 3, or 0 for none."""
    return whole_numbers(stored_weights(WEIGHTS_FILE), second_task, third_task)


@cache
def stored_weights(path: Path) -> Weights:
    """Return a network from a file."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in SHAPES}


def whole_numbers(weights: Weights, second_task: int, third_task: int) -> Position:
    """Return the network for the tasks of a round in the form that `foresee` works with."""
    net = np.zeros((), dtype=see_network.dtype)
    net["rows"] = np.rint(FIRST * rows_for(weights, second_task, third_task))
    net["second"] = np.rint(SECOND * weights["second"])
    net["second_offsets"] = np.rint(SHRUNK * SECOND * weights["second_offsets"])
    net["last"] = np.rint(LAST * weights["last"])
    net["last_offset"] = np.rint(UNIT * weights["last_offset"])
    return np.frombuffer(net.tobytes(), dtype=np.uint8).copy()


def rows_for(weights: Weights, second_task: int, third_task: int) -> npt.NDArray[np.float32]:
    """Return the rows of the first layer with what the tasks of a round add to them."""
    rows = weights["rows"].copy()
    for block in task_blocks(second_task, third_task):
        rows[:STAGES] += weights["task_stages"][block]
        rows[AREA:] += weights["task_areas"][block]
    return rows


def task_blocks(second_task: int, third_task: int) -> list[int]:
    """Return which of the blocks of numbers for tasks count in a round."""
    blocks = []
    if second_task:
        blocks.append(second_task - 1)
    if third_task:
        blocks.append(TASKS_EACH + third_task - 1)
    return blocks
