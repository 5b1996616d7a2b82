"""Rounds of Bits played alone, one placement deep, for the network and the glance to learn from."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import areas, evaluation, features, network, search
from kafelki.games.bits.bots.evaluation import promise, read
from kafelki.games.bits.bots.features import THINGS
from kafelki.games.bits.bots.network import Weights, see_layers, see_network
from kafelki.games.bits.bots.search import LEAST, see_cards
from kafelki.games.bits.kernels import COLOUR_COUNT, LANE_COUNT, START_COUNTS, TILE_KINDS, see
from kafelki.kernels.language import Fields, Position, copy_position, kernel
from kafelki.kernels.randomness import RandomState, random_below, random_index
from kafelki.rules.engine import load_compiled

MOST_PLACED = bits.CELLS // 2

TASKS = [
    (0, 0),
    *((k, 0) for k in range(1, 5)),
    *((k, n) for k in range(1, 5) for n in range(1, 5)),
]
"""The tasks of rounds 2 and 3, 1 to 4, that a round can have; 0: none yet."""

PER_BATCH = [16] + 4 * [4] + 16 * [2]
"""How many rounds of a batch have these tasks: a quarter are first rounds, half third ones."""


class PlayedRounds(NamedTuple):
    """What was seen in some rounds."""

    things: npt.NDArray[np.uint8]
    """[round, placement, colour, thing]: how often the colour saw the thing after it."""
    learned_from: npt.NDArray[np.bool_]
    """[round, placement]: whether there was something to foresee."""
    points: npt.NDArray[np.int32]
    """[round]: what it scored."""


@kernel
def play_rounds(
    start: Position,
    rounds: int,
    strays: int,
    random: Any,
    net: Position,
    layers: Position,
    cards: Position,
    trial: Position,
    things: Position,
    results: Fields,
) -> None:
    """Play rounds with the network; write what it saw after each placement, and how they ended.

    In `strays` of 100 rounds one placement may be any; it is to learn only from then on.
    `results` is [round, (placements, points, the first placement to learn from)].
    """
    c = see_cards(cards)
    for number in range(rounds):
        copy_position(trial, start)
        t = see(trial)
        tile = deal(t, c, random)
        stray = random_below(random, MOST_PLACED) if random_below(random, 100) < strays else -1
        placed, first = 0, 0
        while bits.has_room(t, 0):
            if placed > 0:
                tile = c.order[placed - 1]
                t.cards[tile] -= 1
            move = search.best_placement(t, 0, tile, see_network(net), see_layers(layers))
            if placed == stray:
                move = any_placement(t, tile, random)
                first = placed
            bits.lay(t, 0, move)
            write_things(t, see_layers(layers), things, number * MOST_PLACED + placed)
            placed += 1
        results[3 * number] = placed
        results[3 * number + 1] = bits.ramp_points(t, 0)
        results[3 * number + 2] = first


@kernel
def deal(t: Fields, c: Fields, random: Any) -> int:
    """Bring the cards into an order; return the starting tile."""
    search.gather_cards(t, c)
    search.shuffle(c, random)
    return random_index(random, START_COUNTS, TILE_KINDS)


@kernel
def any_placement(t: Fields, tile: int, random: Any) -> int:
    """Return a random placement of a tile; there must be room."""
    pair = -1
    while pair < 0:
        pair = bits.landing(t, 0, random_below(random, LANE_COUNT))
    return bits.placement(tile, random_below(random, bits.ways_round(tile)), pair)


@kernel
def write_things(t: Fields, layers: Fields, things: Position, place: int) -> None:
    """Count what each colour sees of the ramp."""
    near = areas.near_squares(t, 0)
    far = areas.open_squares(t, 0) & ~near
    for colour in range(COLOUR_COUNT):
        first = (place * COLOUR_COUNT + colour) * THINGS
        for k in range(features.see_alike(t, 0, layers.seen)):
            things[first + layers.seen[k]] += 1
        for k in range(features.see_colour(t, 0, colour, near, far, layers.seen)):
            things[first + layers.seen[k]] += 1


@kernel
def play_at_a_glance(
    start: Position,
    rounds: int,
    random: Any,
    settings: Fields,
    numbers: Fields,
    cards: Position,
    trial: Position,
) -> None:
    """Play rounds at a glance, learning on the way; add what they scored to `settings[1]`.

    The guess before a tile moves by the part `settings[0]` towards the guess after it.
    """
    c = see_cards(cards)
    for _ in range(rounds):
        copy_position(trial, start)
        t = see(trial)
        tile = deal(t, c, random)
        placed = 0
        while bits.has_room(t, 0):
            if placed > 0:
                tile = c.order[placed - 1]
            left = t.cards[tile]
            if placed > 0:
                t.cards[tile] = left - 1
            best, most = best_at_a_glance(t, tile, numbers)
            if placed > 0 and settings[0] > 0:
                t.cards[tile] = left  # as it was when the guess was made
                move_guess(t, most, settings[0], numbers)
                t.cards[tile] = left - 1
            bits.lay(t, 0, best)
            placed += 1
        settings[1] += bits.ramp_points(t, 0)


@kernel
def best_at_a_glance(t: Fields, tile: int, numbers: Fields) -> Any:
    """Return the placement of the highest worth, and its worth."""
    best, most = -1, LEAST * 1.0
    for lane in range(LANE_COUNT):
        pair = bits.landing(t, 0, lane)
        if pair >= 0:
            for way in range(bits.ways_round(tile)):
                move = bits.placement(tile, way, pair)
                worth = promise(t, 0, move, numbers)
                if worth > most:
                    best, most = move, worth
    return best, most


@kernel
def move_guess(t: Fields, target: Any, part: Any, numbers: Fields) -> None:
    """Move the guess for a ramp by a part towards a target, all its numbers alike."""
    guess = evaluation.glance(t, 0, numbers, read, 0)
    count = evaluation.glance(t, 0, numbers, change_number, 0.0)
    evaluation.glance(t, 0, numbers, change_number, part * (target - guess) / count)


@kernel
def change_number(numbers: Fields, k: int, change: Any) -> Any:
    """Change one of the numbers; return 1, so that a sum counts them."""
    numbers[k] += change
    return 1


@cache
def _compiled(function: Any) -> Any:
    from kafelki.kernels import compiler

    load_compiled(["bits"])
    position, integer, random = compiler.POSITION, compiler.INTEGER, compiler.RANDOM
    arguments = [position, integer]
    if function is play_rounds:
        arguments += [integer, random, *5 * [position], compiler.NUMBERS]
    else:
        arguments += [random, *2 * [compiler.VALUES], *2 * [position]]
    return compiler.compiled_for(function, compiler.EVALUATE.return_type(*arguments))


def start_of_round(second_task: int, third_task: int) -> Position:
    """Return an empty ramp with the tasks of a round on the table."""
    position = see.empty()
    bits.set_up(position, 1, 0, 0)
    s = see(position)
    s.round = 1
    for stack, task in enumerate((second_task, third_task), start=1):
        if task:
            s.tasks[stack] = bits.STACKS[stack] + task - 1
            s.round = stack + 1
    return position


def rounds_with_network(
    weights: Weights, tasks: tuple[int, int], rounds: int, strays: int, random: RandomState
) -> PlayedRounds:
    """Return what the network saw in rounds with these tasks."""
    things = np.zeros((rounds, MOST_PLACED, COLOUR_COUNT, THINGS), dtype=np.uint8)
    results = np.zeros((rounds, 3), dtype=np.int32)
    start = start_of_round(*tasks)
    net = network.whole_numbers(weights, *tasks)
    buffers = see_layers.empty(), see_cards.empty(), start.copy()
    _compiled(play_rounds)(
        start, rounds, strays, random, net, *buffers, things.reshape(-1), results.reshape(-1)
    )
    placed, points, first = results.T
    number = np.arange(MOST_PLACED)
    # A full ramp leaves nothing to foresee.
    return PlayedRounds(things, (number >= first[:, None]) & (number < placed[:, None] - 1), points)


def rounds_at_a_glance(
    numbers: npt.NDArray[np.float64],
    tasks: tuple[int, int],
    rounds: int,
    part: float,
    random: RandomState,
) -> float:
    """Play rounds with these tasks while the numbers learn; return what they scored together."""
    settings = np.array([part, 0.0])
    start = start_of_round(*tasks)
    _compiled(play_at_a_glance)(
        start, rounds, random, settings, numbers, see_cards.empty(), start.copy()
    )
    return float(settings[1])
