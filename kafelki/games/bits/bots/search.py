"""Playing a round on, again and again, with the cards that may come: the expert's search.

An order of the cards is a world that the seat cannot tell from the real one (a determinisation).
"""

from __future__ import annotations

from typing import Any

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots.network import LAYERS, UNIT, foresee, see_network
from kafelki.games.bits.kernels import CARD_COUNTS, LANE_COUNT, TILE_KINDS, see
from kafelki.kernels.language import Fields, Layout, Position, copy_position, kernel
from kafelki.kernels.randomness import random_below

MOST_CARDS = sum(CARD_COUNTS)
MOST_MOVES = 2 * LANE_COUNT

desk = Layout(
    **LAYERS,
    random=("uint64", 1),
    seat=("int64", ()),  # the one that thinks
    sight=("int64", ()),  # after so many cards the network stands in for the rest
    moves=("int32", MOST_MOVES),  # the placements in question,
    count=("int64", ()),  # so many
    order=("int8", MOST_CARDS),  # the building cards not yet seen, in the order in which they come
    cards=("int64", ()),  # so many
)
"""What a search is asked, and the buffers it works in."""

LEAST = -(1 << 62)


@kernel
def play_on(
    position: Position, trial: Position, net: Position, state: Position, orders: int, values: Fields
) -> None:
    """Write [order, move]: what the round brought, in units, for some orders of the cards.

    All moves are tried with the same orders, so that luck is the same for all. After a move
    the network places the cards in sight, and foresees the rest.
    """
    d = desk(state)
    gather_cards(see(position), d)
    for number in range(orders):
        shuffle(d, d.random)
        for k in range(d.count):
            copy_position(trial, position)
            t = see(trial)
            bits.lay(t, d.seat, d.moves[k])
            values[number * d.count + k] = place_cards(t, see_network(net), d)


@kernel
def look_ahead(position: Position, net: Position, state: Position, values: Fields) -> None:
    """Write what each move promises when the next card is placed best, in units."""
    s, d = see(position), desk(state)
    seat = d.seat
    for k in range(d.count):
        move = d.moves[k]
        heights = bits.heights_below(s, seat, move)
        bits.lay(s, seat, move)
        if bits.has_room(s, seat):
            values[k] = over_next_card(s, seat, see_network(net), d)
        else:
            values[k] = bits.ramp_points(s, seat) * UNIT
        bits.take_back(s, seat, move, heights)


@kernel
def over_next_card(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return the mean over the next card of the best placement's promise; there must be room."""
    total, left = 0, 0
    for tile in range(TILE_KINDS):
        number = s.cards[tile]
        if number:
            s.cards[tile] = number - 1
            _, most = best_placement(s, seat, tile, net, layers)
            s.cards[tile] = number
            total += number * most
            left += number
    return total // left if left else bits.ramp_points(s, seat) * UNIT


@kernel
def gather_cards(s: Fields, d: Fields) -> None:
    """Collect the building cards not yet seen."""
    d.cards = 0
    for tile in range(TILE_KINDS):
        for _ in range(s.cards[tile]):
            d.order[d.cards] = tile
            d.cards += 1


@kernel
def shuffle(d: Fields, random: Any) -> None:
    """Bring the cards into a random order."""
    for k in range(d.cards - 1, 0, -1):
        other = random_below(random, k + 1)
        d.order[k], d.order[other] = d.order[other], d.order[k]


@kernel
def place_cards(t: Fields, net: Fields, d: Fields) -> int:
    """Place the cards that come and return what the ramp then scores or promises, in units."""
    seat = d.seat
    for k in range(min(d.sight, d.cards)):
        if not bits.has_room(t, seat):
            return bits.ramp_points(t, seat) * UNIT
        t.cards[d.order[k]] -= 1
        move, _ = best_placement(t, seat, d.order[k], net, d)
        bits.lay(t, seat, move)
    return outlook(t, seat, net, d)


@kernel
def outlook(s: Fields, seat: int, net: Fields, layers: Fields) -> int:
    """Return what a full ramp scores, and what the network foresees of another one, in units."""
    if bits.has_room(s, seat):
        return foresee(s, seat, net, layers)
    return bits.ramp_points(s, seat) * UNIT


@kernel
def best_placement(t: Fields, seat: int, tile: int, net: Fields, layers: Fields) -> tuple[int, int]:
    """Return the move after which the network foresees most, and how much; there must be room."""
    best, most = -1, LEAST
    for lane in range(LANE_COUNT):
        pair = bits.landing(t, seat, lane)
        if pair >= 0:
            for way in range(bits.ways_round(tile)):
                move = bits.placement(tile, way, pair)
                promise = foresee_placement(t, seat, move, net, layers)
                if promise > most:
                    best, most = move, promise
    return best, most


@kernel
def foresee_placement(s: Fields, seat: int, move: int, net: Fields, layers: Fields) -> int:
    """Return what the network foresees after a move, in units; the position stays as it was."""
    heights = bits.heights_below(s, seat, move)
    bits.lay(s, seat, move)
    promise = outlook(s, seat, net, layers)
    bits.take_back(s, seat, move, heights)
    return promise
