"""Looking a card ahead: what a placement promises on average over the card that comes next."""

from __future__ import annotations

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots.network import UNIT, see_layers, see_network
from kafelki.games.bits.bots.search import LEAST, foresee_placement
from kafelki.games.bits.kernels import COLUMNS, LANE_COUNT, PAIRS, TABLES, TILE_KINDS, see
from kafelki.kernels.language import Fields, Position, kernel


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
        pair = moves[k] % PAIRS
        first = TABLES.pairs[pair, 0] % COLUMNS
        second = TABLES.pairs[pair, 1] % COLUMNS
        low, high = s.heights[seat, first], s.heights[seat, second]
        bits.lay(s, seat, moves[k])
        if bits.has_room(s, seat):
            values[k] = over_next_card(s, seat, see_network(net), see_layers(layers))
        else:
            values[k] = bits.ramp_points(s, seat) * UNIT
        bits.lift(s, seat, moves[k])
        s.heights[seat, first] = low
        s.heights[seat, second] = high


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
