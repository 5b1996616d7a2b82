"""What a side has after a move, as numbers for the network: scores, openings, rack.

Colours go in the order of the side's own scores, weakest first, then once more in the
order of the rival's: what matters is how weak a colour is, not which one it is.
"""

from __future__ import annotations

from kafelki.games.weakest_colour.kernels import (
    DRAW,
    EXCHANGE,
    EXTRA,
    colours_of,
    is_closed,
    lowest_score,
    side_of,
)
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, kernel
from kafelki.rules.lines import EMPTY

PER_OWN = 8
PER_RIVAL = 4
COMMON = 13


def feature_count(colours: int) -> int:
    """Return how many numbers describe a position."""
    return colours * (PER_OWN + PER_RIVAL) + COMMON


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
def survey(s: Fields, seat: int, d: Fields) -> int:
    """Write what the board offers in each colour and what the rack shows; return empty cells.

    Only cells where a tile still fits are counted.
    """
    colours = s.scores.shape[1]
    best, second, total, held = d.best, d.second, d.total, d.held
    for colour in range(colours):
        best[colour] = second[colour] = total[colour] = held[colour] = 0.0
    empty = 0
    for cell in range(s.gains.shape[0]):
        if s.cells[cell] != EMPTY or is_closed(s, cell):
            continue
        empty += 1
        for colour in range(colours):
            gain = s.gains[cell, colour]
            if gain == 0:
                continue
            total[colour] += gain
            if gain > best[colour]:
                second[colour] = best[colour]
                best[colour] = gain
            elif gain > second[colour]:
                second[colour] = gain
    for k in range(s.rack_sizes[seat]):
        one, other = colours_of(s.racks[seat, k] - 1, colours)
        held[one] += 1
        held[other] += 1
    return empty


@kernel
def order_colours(s: Fields, side: int, best: Fields, order: Fields) -> None:
    """Write the colours by a side's scores, lowest first; among equals by what the board offers."""
    for colour in range(s.scores.shape[1]):
        key = 16.0 * s.scores[side, colour] + best[colour]
        k = colour
        while k > 0:
            other = order[k - 1]
            if 16.0 * s.scores[side, other] + best[other] <= key:
                break
            order[k] = other
            k -= 1
        order[k] = colour


@kernel
def describe(s: Fields, seat: int, d: Fields) -> None:
    """Write the numbers that describe a position after a seat's move."""
    best, second, total, order, inputs = d.best, d.second, d.total, d.order, d.inputs
    colours = s.scores.shape[1]
    side = side_of(s, seat)
    rival = rival_of(s, side)
    empty = survey(s, seat, d)
    lowest = lowest_score(s, side)
    limit = s.limit
    order_colours(s, side, best, order)
    k = 0
    for rank in range(colours):
        colour = order[rank]
        own = s.scores[side, colour]
        held = d.held[colour]
        useful = min(best[colour], limit - own)
        inputs[k] = own / 18.0
        inputs[k + 1] = s.scores[rival, colour] / 18.0
        inputs[k + 2] = best[colour] / 8.0
        inputs[k + 3] = second[colour] / 8.0
        inputs[k + 4] = total[colour] / 40.0
        inputs[k + 5] = held / 4.0
        inputs[k + 6] = useful / 8.0 if held > 0 else 0.0
        inputs[k + 7] = (own - lowest) / 18.0
        k += PER_OWN
    order_colours(s, rival, best, order)
    for rank in range(colours):
        colour = order[rank]
        inputs[k] = s.scores[rival, colour] / 18.0
        inputs[k + 1] = best[colour] / 8.0
        inputs[k + 2] = second[colour] / 8.0
        inputs[k + 3] = s.scores[side, colour] / 18.0
        k += PER_RIVAL
    describe_rest(s, seat, side, rival, empty, k, inputs)


@kernel
def describe_rest(
    s: Fields, seat: int, side: int, rival: int, empty: int, k: int, inputs: Fields
) -> None:
    """Write what is not about one colour: the stage of the game, the turn, further sides."""
    inputs[k] = empty / 60.0
    inputs[k + 1] = 4.0 / (4.0 + empty)
    inputs[k + 2] = bitset.size(s.free) / 100.0
    inputs[k + 3] = s.owed if s.phase == EXTRA else 0.0
    inputs[k + 4] = 1.0 if s.phase == EXCHANGE else 0.0
    inputs[k + 5] = 1.0 if s.phase == DRAW and s.shown_size > 0 else 0.0
    inputs[k + 6] = s.rack_sizes[seat] / 6.0
    inputs[k + 7] = (lowest_score(s, side) - lowest_score(s, rival)) / 6.0
    inputs[k + 8] = 1.0 if empty < 8 else 0.0
    for j in range(9, COMMON):
        inputs[k + j] = 0.0
    at = k + 9
    for other in range(s.sides):
        if other != side and other != rival and at < k + COMMON - 1:
            inputs[at] = lowest_score(s, other) / 18.0
            total = 0
            for colour in range(s.scores.shape[1]):
                total += s.scores[other, colour]
            inputs[at + 1] = total / 90.0
            at += 2
