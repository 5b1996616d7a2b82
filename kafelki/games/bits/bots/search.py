"""Playing a round on, again and again, with the cards that may come: the expert's search.

An order of the cards is a world that the seat cannot tell from the real one (a determinisation).
"""

from __future__ import annotations

from typing import Any

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots.network import UNIT, foresee, see_layers, see_network
from kafelki.games.bits.kernels import COLUMNS, LANE_COUNT, PAIRS, TABLES, TILE_KINDS, see
from kafelki.kernels.language import Fields, Layout, Position, copy_position, kernel
from kafelki.kernels.randomness import random_below

MOST_CARDS = sum(bits.CARD_COUNTS)

see_cards = Layout(order=("int8", MOST_CARDS), count=("int64", ()))
"""The building cards not yet seen, in the order in which they come."""

LEAST = -(1 << 62)


@kernel
def play_on(
    position: Position,
    seat: int,
    moves: Fields,
    count: int,
    rounds: int,
    sight: int,
    random: Any,
    net: Position,
    layers: Position,
    cards: Position,
    trial: Position,
    values: Fields,
) -> None:
    """Write [time, move]: what the round brought, in units, for `rounds` orders of the cards.

    All moves are tried with the same orders, so that luck is the same for all. After a move
    the network places the next `sight` cards, and foresees the rest.
    """
    c = see_cards(cards)
    gather_cards(see(position), c)
    for time in range(rounds):
        shuffle(c, random)
        for k in range(count):
            copy_position(trial, position)
            t = see(trial)
            bits.lay(t, seat, moves[k])
            values[time * count + k] = place_cards(
                t, seat, sight, c, see_network(net), see_layers(layers)
            )


@kernel
def gather_cards(s: Fields, c: Fields) -> None:
    """Collect the building cards not yet seen."""
    c.count = 0
    for tile in range(TILE_KINDS):
        for _ in range(s.cards[tile]):
            c.order[c.count] = tile
            c.count += 1


@kernel
def shuffle(c: Fields, random: Any) -> None:
    """Bring the cards into a random order."""
    for k in range(c.count - 1, 0, -1):
        other = random_below(random, k + 1)
        c.order[k], c.order[other] = c.order[other], c.order[k]


@kernel
def place_cards(t: Fields, seat: int, sight: int, c: Fields, net: Fields, layers: Fields) -> int:
    """Place the cards that come and return what the ramp then scores or promises, in units."""
    for k in range(min(sight, c.count)):
        if not bits.has_room(t, seat):
            return bits.ramp_points(t, seat) * UNIT
        t.cards[c.order[k]] -= 1
        bits.lay(t, seat, best_placement(t, seat, c.order[k], net, layers))
    return outlook(t, seat, net, layers)


@kernel
def outlook(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return what a full ramp scores, and what the network foresees of another one, in units."""
    if bits.has_room(s, seat):
        return foresee(s, seat, net, layers)
    return bits.ramp_points(s, seat) * UNIT


@kernel
def best_placement(t: Fields, seat: int, tile: int, net: Fields, layers: Fields) -> int:
    """Return the move after which the network foresees most; there must be room."""
    best, most = -1, LEAST
    for lane in range(LANE_COUNT):
        pair = bits.landing(t, seat, lane)
        if pair >= 0:
            for way in range(bits.ways_round(tile)):
                move = bits.placement(tile, way, pair)
                promise = foresee_placement(t, seat, move, net, layers)
                if promise > most:
                    best, most = move, promise
    return best


@kernel
def foresee_placement(s: Fields, seat: int, move: int, net: Fields, layers: Fields) -> int:
    """Return what the network foresees after a move, in units; the position stays as it was."""
    pair = move % PAIRS
    first = TABLES.pairs[pair, 0] % COLUMNS
    second = TABLES.pairs[pair, 1] % COLUMNS
    low, high = s.heights[seat, first], s.heights[seat, second]
    bits.lay(s, seat, move)
    promise = outlook(s, seat, net, layers)
    bits.lift(s, seat, move)
    s.heights[seat, first] = low
    s.heights[seat, second] = high
    return promise


@kernel
def look_ahead(
    position: Position,
    seat: int,
    moves: Fields,
    count: int,
    net: Position,
    layers: Position,
    values: Fields,
) -> None:
    """Write what each move promises when the next card is placed best, in units."""
    s = see(position)
    for k in range(count):
        heights = bits.heights_below(s, seat, moves[k])
        bits.lay(s, seat, moves[k])
        if bits.has_room(s, seat):
            values[k] = over_next_card(s, seat, see_network(net), see_layers(layers))
        else:
            values[k] = bits.ramp_points(s, seat) * UNIT
        bits.take_back(s, seat, moves[k], heights)


@kernel
def over_next_card(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return the mean over the next card of the best placement's promise; there must be room."""
    total, left = 0, 0
    for tile in range(TILE_KINDS):
        number = s.cards[tile]
        if number:
            s.cards[tile] = number - 1
            most = LEAST
            for lane in range(LANE_COUNT):
                pair = bits.landing(s, seat, lane)
                if pair >= 0:
                    for way in range(bits.ways_round(tile)):
                        move = bits.placement(tile, way, pair)
                        most = max(most, foresee_placement(s, seat, move, net, layers))
            s.cards[tile] = number
            total += number * most
            left += number
    return total // left if left else bits.ramp_points(s, seat) * UNIT
