"""A glance at every placement: cheap worths of halves on cells, and the most promising moves.

A half's worth is what its colour's marker gains, the steps of weak colours counting
most, and what it takes away from the rival by covering the cell. It is looked up for
both halves of each of the thousand placements; only the best few get a closer look.
"""

from __future__ import annotations

from math import exp

from kafelki.games.weakest_colour.bots.space import PAIRS, WORK
from kafelki.games.weakest_colour.rules import (
    CARD,
    EXCHANGE,
    EXTRA,
    colours_of,
    is_first_tile,
    keep_opening_pairs,
    pyramid_points,
    side_of,
)
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, kernel
from kafelki.rules.geometry import Tables
from kafelki.rules.lines import EMPTY

FADE, SURPLUS, DENIAL, EXTRA_TURN = range(4)
"""The settings of a glance: how fast a step's worth falls with the colour's lead over the
weakest, what every step is worth at least, the share of the rival's loss, an extra turn."""

MOST_POINTS = 32
OWN, RIVAL, CELLS = 40, 40 + 8 * MOST_POINTS, 40 + 16 * MOST_POINTS
"""Parts of the work space: the worth of the first k steps above the lowest colour, then of
(colour, points) to the side and to its rival, then of (cell, colour)."""


@kernel
def lowest_score(s: Fields, side: int) -> int:
    """Return a side's lowest colour."""
    lowest: int = s.scores[side, 0]
    for colour in range(1, s.scores.shape[1]):
        lowest = min(lowest, s.scores[side, colour])
    return lowest


@kernel
def rival_of(s: Fields, side: int) -> int:
    """Return the best placed of the other sides, roughly: by lowest colour, then by the sum.

    Alone, a player is its own rival.
    """
    best = -1
    rival = side
    for other in range(s.sides):
        if other == side:
            continue
        total = 128 * lowest_score(s, other)
        for colour in range(s.scores.shape[1]):
            total += s.scores[other, colour]
        if total > best:
            best = total
            rival = other
    return rival


@kernel
def sum_steps(settings: Fields, work: Fields) -> None:
    """Write the worth of the first k steps above the lowest colour, for every k."""
    total = 0.0
    for k in range(OWN):
        work[k] = total
        total += settings[SURPLUS] + exp(-k * settings[FADE])


@kernel
def tabulate_points(s: Fields, side: int, settings: Fields, work: Fields, part: int) -> None:
    """Write what any number of points in each colour is worth to a side."""
    lowest = lowest_score(s, side)
    for colour in range(s.scores.shape[1]):
        before = s.scores[side, colour]
        end = CARD if before < CARD else s.limit
        for points in range(MOST_POINTS):
            after = min(before + points, end)
            worth = work[after - lowest] - work[before - lowest]
            if after == end and before < end and s.extra_turns != 0:
                worth += settings[EXTRA_TURN]
            work[part + colour * MOST_POINTS + points] = worth


@kernel
def worth_of(work: Fields, part: int, colour: int, points: int) -> float:
    """Return what some points in a colour are worth, from the table."""
    worth: float = work[part + colour * MOST_POINTS + min(points, MOST_POINTS - 1)]
    return worth


@kernel
def prepare_glance(s: Fields, board: Tables, seat: int, settings: Fields, work: Fields) -> None:
    """Write the worth of each colour on each empty cell into the work space."""
    colours = s.scores.shape[1]
    side = side_of(s, seat)
    rival = rival_of(s, side)
    denial = settings[DENIAL] if rival != side else 0.0
    sum_steps(settings, work)
    tabulate_points(s, side, settings, work, OWN)
    tabulate_points(s, rival, settings, work, RIVAL)
    for cell in range(s.gains.shape[0]):
        if s.cells[cell] != EMPTY:
            continue
        denied = 0.0
        for colour in range(colours):
            denied += worth_of(work, RIVAL, colour, s.gains[cell, colour])
        for colour in range(colours):
            own = worth_of(work, OWN, colour, s.gains[cell, colour])
            work[CELLS + cell * colours + colour] = own + denial * denied
        if s.pyramids:
            add_pyramid_worth(s, board, cell, work)


@kernel
def add_pyramid_worth(s: Fields, board: Tables, cell: int, work: Fields) -> None:
    """Add to a cell's worths the pyramids that covering it would put up beside it (AX-9)."""
    colours = s.scores.shape[1]
    for d in range(board.neighbours.shape[1]):
        hole = board.neighbours[cell, d]
        if s.cells[hole] != EMPTY or empty_beside(s, board, hole) != 1:
            continue
        for colour in range(colours):
            points = pyramid_points(s, board, hole, colour)
            worth = worth_of(work, OWN, colour, points)
            for mine in range(colours):
                work[CELLS + cell * colours + mine] += worth
            # The half that closes the pyramid is one of its neighbours.
            one_more = worth_of(work, OWN, colour, points + 1)
            work[CELLS + cell * colours + colour] += one_more - worth


@kernel
def empty_beside(s: Fields, board: Tables, cell: int) -> int:
    """Return how many neighbours of a cell are empty."""
    count = 0
    for d in range(board.neighbours.shape[1]):
        neighbour = board.neighbours[cell, d]
        if s.cells[neighbour] == EMPTY:
            count += 1
    return count


@kernel
def offer(moves: Fields, values: Fields, count: int, top: int, move: int, value: float) -> int:
    """Put a move into a list of the best `top`, sorted; return how many it holds then."""
    if count == top:
        if value <= values[top - 1]:
            return count
        k = top - 1
    else:
        k = count
        count += 1
    while k > 0 and values[k - 1] < value:
        moves[k] = moves[k - 1]
        values[k] = values[k - 1]
        k -= 1
    moves[k] = move
    values[k] = value
    return count


@kernel
def glance(
    s: Fields,
    board: Tables,
    claims: Fields,
    seat: int,
    first_special: int,
    top: int,
    moves: Fields,
    values: Fields,
    settings: Fields,
    floats: Fields,
    numbers: Fields,
) -> int:
    """Write the `top` most promising moves, best first, with their worths; return how many.

    Choices that are no placements are always among them.
    """
    if s.phase == EXCHANGE:
        for k in range(2):
            moves[k] = first_special + k
            values[k] = 0.0
        return 2
    work = floats[WORK:]
    pairs = numbers[PAIRS:]
    prepare_glance(s, board, seat, settings, work)
    free = bitset.list_members(s.free, pairs)
    if is_first_tile(s, seat):
        free = keep_opening_pairs(s, claims, pairs, free)
    passes = s.phase == EXTRA and s.may_pass != 0
    placements = top - 1 if passes else top
    count = glance_at_rack(s, board, seat, placements, free, work, pairs, moves, values)
    if passes:
        moves[count] = first_special + 2
        values[count] = 0.0
        count += 1
    return count


@kernel
def glance_at_rack(
    s: Fields,
    board: Tables,
    seat: int,
    top: int,
    free: int,
    work: Fields,
    pairs: Fields,
    moves: Fields,
    values: Fields,
) -> int:
    """Offer every way to lay each tile of the rack on each free pair."""
    colours = s.scores.shape[1]
    count = 0
    before = 0
    for k in range(s.rack_sizes[seat]):
        tile = s.racks[seat, k]
        if tile == before:
            continue
        before = tile
        a, b = colours_of(tile - 1, colours)
        for way in range(1 if a == b else 2):
            first, second = (a, b) if way == 0 else (b, a)
            base = (first * colours + second) * board.pairs.shape[0]
            for j in range(free):
                pair = pairs[j]
                one, other = board.pairs[pair, 0], board.pairs[pair, 1]
                value = work[CELLS + one * colours + first] + work[CELLS + other * colours + second]
                if count == top and value <= values[top - 1]:
                    continue
                if a == b:
                    value += both_halves(work, a, s.gains[one, a], s.gains[other, a])
                count = offer(moves, values, count, top, base + pair, value)
    return count


@kernel
def both_halves(work: Fields, colour: int, one: int, other: int) -> float:
    """Return by how much the points of two halves of a colour are worth more than each by itself.

    Mostly less: later steps count for less, and the end of the card cuts them off.
    """
    together = worth_of(work, OWN, colour, one + other)
    return together - worth_of(work, OWN, colour, one) - worth_of(work, OWN, colour, other)
