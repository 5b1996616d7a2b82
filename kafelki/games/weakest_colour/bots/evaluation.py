"""A glance at every placement: cheap worths of halves on cells, and the most promising moves.

A half's worth is what its colour's marker gains, the steps of weak colours counting
most, and what it takes away from the rival by covering the cell. It is looked up for
both halves of each of the thousand placements; only the best few get a closer look.
"""

from __future__ import annotations

from kafelki.games.weakest_colour.bots.features import feature_count, rival_of
from kafelki.games.weakest_colour.bots.network import HIDDEN, weight_count
from kafelki.games.weakest_colour.kernels import (
    CARD,
    EXCHANGE,
    EXTRA,
    SPECIAL,
    TABLES,
    colours_of,
    is_first_tile,
    keep_opening_pairs,
    lowest_score,
    pyramid_points,
    see,
    side_of,
)
from kafelki.kernels import bitset
from kafelki.kernels.language import OPEN, Fields, Layout, Position, kernel
from kafelki.kernels.real_numbers import exponential
from kafelki.rules.lines import EMPTY

FADE, SURPLUS, DENIAL, EXTRA_TURN = range(4)
"""The settings of a glance: how fast a step's worth falls with the colour's lead over the
weakest, what every step is worth at least, the share of the rival's loss, an extra turn."""

MOST_STEPS = 40
MOST_POINTS = 32

desk: Layout = OPEN


def desk_layout(cells: int, pairs: int, colours: int, most_moves: int) -> Layout:
    """Return what bots of a game work with: what they know, what they are asked, and buffers."""
    inputs = feature_count(colours)
    return Layout(
        settings=("float64", 4),  # of the glance
        weights=("float64", weight_count(inputs)),  # of the network
        has_network=("int64", ()),
        seat=("int64", ()),  # the one that looks ahead,
        horizon=("int64", ()),  # until it has had so many more turns
        width=("int64", ()),  # how many moves each player looks closer at on the way
        random=("uint64", 1),
        luck=("uint64", 1),  # the random state of one world, the same for all candidates
        moves=("int32", most_moves),  # the most promising ones, best first,
        values=("float64", most_moves),  # and what they are worth
        steps=("float64", MOST_STEPS),  # the worth of the first k steps above the lowest colour
        own=("float64", (colours, MOST_POINTS)),  # the worth of so many points in a colour,
        rival=("float64", (colours, MOST_POINTS)),  # the same to the rival
        cells=("float64", (cells, colours)),  # the worth of a colour on a cell
        pairs=("int32", pairs),  # the free ones
        best=("float64", colours),  # the best gain in a colour on the board,
        second=("float64", colours),  # the second best,
        total=("float64", colours),  # the sum of all,
        held=("float64", colours),  # and how often the rack shows the colour
        order=("int32", colours),  # the colours from weak to strong
        inputs=("float64", inputs),  # of the network
        hidden=("float64", HIDDEN),
    )


@kernel
def sum_steps(d: Fields) -> None:
    """Write the worth of the first k steps above the lowest colour, for every k."""
    total = 0.0
    for k in range(MOST_STEPS):
        d.steps[k] = total
        total += d.settings[SURPLUS] + exponential(-k * d.settings[FADE])


@kernel
def tabulate_points(s: Fields, side: int, d: Fields, worths: Fields) -> None:
    """Write what any number of points in each colour is worth to a side."""
    lowest = lowest_score(s, side)
    for colour in range(s.scores.shape[1]):
        before = s.scores[side, colour]
        end = CARD if before < CARD else s.limit
        for points in range(MOST_POINTS):
            after = min(before + points, end)
            worth = d.steps[after - lowest] - d.steps[before - lowest]
            if after == end and before < end and s.extra_turns != 0:
                worth += d.settings[EXTRA_TURN]
            worths[colour, points] = worth


@kernel
def worth_of(worths: Fields, colour: int, points: int) -> float:
    """Return what some points in a colour are worth, from the table."""
    return worths[colour, min(points, MOST_POINTS - 1)]


@kernel
def prepare_glance(s: Fields, seat: int, d: Fields) -> None:
    """Write the worth of each colour on each empty cell."""
    colours = s.scores.shape[1]
    side = side_of(s, seat)
    rival = rival_of(s, side)
    denial = d.settings[DENIAL] if rival != side else 0.0
    sum_steps(d)
    own, rivals, cells = d.own, d.rival, d.cells
    tabulate_points(s, side, d, own)
    tabulate_points(s, rival, d, rivals)
    for cell in range(s.gains.shape[0]):
        if s.cells[cell] != EMPTY:
            continue
        denied = 0.0
        for colour in range(colours):
            denied += worth_of(rivals, colour, s.gains[cell, colour])
        for colour in range(colours):
            worth = worth_of(own, colour, s.gains[cell, colour])
            cells[cell, colour] = worth + denial * denied
        if s.pyramids:
            add_pyramid_worth(s, cell, own, cells)


@kernel
def add_pyramid_worth(s: Fields, cell: int, own: Fields, cells: Fields) -> None:
    """Add to a cell's worths the pyramids that covering it would put up beside it (AX-9)."""
    colours = s.scores.shape[1]
    for d in range(TABLES.neighbours.shape[1]):
        hole = TABLES.neighbours[cell, d]
        if s.cells[hole] != EMPTY or empty_beside(s, hole) != 1:
            continue
        for colour in range(colours):
            points = pyramid_points(s, hole, colour)
            worth = worth_of(own, colour, points)
            for mine in range(colours):
                cells[cell, mine] += worth
            # The half that closes the pyramid is one of its neighbours.
            one_more = worth_of(own, colour, points + 1)
            cells[cell, colour] += one_more - worth


@kernel
def empty_beside(s: Fields, cell: int) -> int:
    """Return how many neighbours of a cell are empty."""
    count = 0
    for d in range(TABLES.neighbours.shape[1]):
        neighbour = TABLES.neighbours[cell, d]
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
def list_promising(position: Position, seat: int, top: int, state: Position) -> int:
    """Write the `top` most promising moves, best first, with their worths; return how many.

    Choices that are no placements are always among them.
    """
    s, d = see(position), desk(state)
    moves, values = d.moves, d.values
    if s.phase == EXCHANGE:
        for k in range(2):
            moves[k] = SPECIAL + k
            values[k] = 0.0
        return 2
    prepare_glance(s, seat, d)
    free = bitset.list_members(s.free, d.pairs)
    if is_first_tile(s, seat):
        free = keep_opening_pairs(s, d.pairs, free)
    passes = s.phase == EXTRA and s.may_pass != 0
    count = glance_at_rack(s, seat, top - 1 if passes else top, free, d)
    if passes:
        moves[count] = SPECIAL + 2
        values[count] = 0.0
        count += 1
    return count


@kernel
def glance_at_rack(s: Fields, seat: int, top: int, free: int, d: Fields) -> int:
    """Offer every way to lay each tile of the rack on each free pair."""
    colours = s.scores.shape[1]
    moves, values, pairs, cells, own = d.moves, d.values, d.pairs, d.cells, d.own
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
            base = (first * colours + second) * TABLES.pairs.shape[0]
            for j in range(free):
                pair = pairs[j]
                one, other = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
                value = cells[one, first] + cells[other, second]
                if count == top and value <= values[top - 1]:
                    continue
                if a == b:
                    value += both_halves(own, a, s.gains[one, a], s.gains[other, a])
                count = offer(moves, values, count, top, base + pair, value)
    return count


@kernel
def both_halves(own: Fields, colour: int, one: int, other: int) -> float:
    """Return by how much the points of two halves of a colour are worth more than each by itself.

    Mostly less: later steps count for less, and the end of the card cuts them off.
    """
    together = worth_of(own, colour, one + other)
    return together - worth_of(own, colour, one) - worth_of(own, colour, other)
