"""What AXIO and Geniusz share: dominoes on a board, lines, extra turns, exchange, weakest colour.

The two games are this module with other boards, colours and numbers: it is a template,
which the rules of each of them fill in.

A turn goes: place a tile (and the extra ones it earns), then keep or swap where a
swap is offered, then draw. Phases of a position:

    DEAL ─► PLACE ─► EXTRA … ─► EXCHANGE ─► DRAW ─► PLACE of the next seat ─► … ─► OVER
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from kafelki.kernels import bitset
from kafelki.kernels.language import OPEN, Fields, Layout, Position, filled, kernel, table
from kafelki.kernels.randomness import random_below
from kafelki.rules.contract import ALL_COLOURS, BOARD_FULL, CHANCE, MOST_SEATS, NO_TILE
from kafelki.rules.dominoes import Placements, domino_list
from kafelki.rules.geometry import Board, Tables
from kafelki.rules.lines import EMPTY, OUTSIDE, PYRAMID, put_colour

CARD = 18
"""The last step of a score card."""

DEAL, PLACE, EXTRA, EXCHANGE, DRAW, OVER = range(6)

NO_PYRAMIDS, BY_SQUARE, BY_COLOUR = range(3)
"""How pyramids score: not at all, a point a neighbouring square, or a point a colour (AX-9)."""


def position_layout(board: Board, letters: str, rack: int) -> Layout:
    """Return the fields of a position for a board, some colours and a size of rack."""
    cells, colours = len(board.names), len(letters)
    return Layout(
        cells=("int8", cells + 1),  # EMPTY, OUTSIDE, PYRAMID, or a colour + 1
        gains=("int8", (cells, colours)),  # the points a colour would score on an empty cell
        free=("uint64", board.pair_words),  # the pairs of neighbouring empty cells
        racks=("int8", (MOST_SEATS, rack)),  # each seat's tiles in list order, then zeros
        rack_sizes=("int8", MOST_SEATS),
        shown=("int8", rack),  # the old tiles laid open during a swap, in list order
        shown_size=("int8", ()),
        bag=("int8", len(domino_list(letters))),  # how many of each tile are in the bag
        bag_size=("int16", ()),
        scores=("int8", (MOST_SEATS, colours)),  # a row a side: a seat, or a pair of seats
        players=("int8", ()),
        sides=("int8", ()),  # how many score cards there are (see side_of)
        limit=("int8", ()),  # 18, or 36 on a double card
        rack_limit=("int8", ()),
        extra_turns=("int8", ()),  # whether reaching the end of a card earns an extra tile
        may_pass=("int8", ()),  # whether an extra tile may be given up
        pyramids=("int8", ()),  # NO_PYRAMIDS, BY_SQUARE or BY_COLOUR
        claimed=("int8", ()),  # the printed cells touched by first tiles, a bit each
        opened=("int8", ()),  # the seats that have placed their first tile, a bit each
        phase=("int8", ()),
        turn=("int8", ()),
        owed=("int8", ()),  # extra tiles still to be played in this turn
        due=("int8", ()),  # tiles still to be drawn by the seat whose turn it is
        reason=("int8", ()),
    )


# What differs between the games

see: Layout = OPEN
TABLES: Tables = OPEN
AREAS: Fields = OPEN
"""[players − 1, cell]: whether the cell is in use (AX-1, GE-1)."""
PRINTED_CELLS: Fields = OPEN
"""[k]: a printed cell and its colour (AX-3, GE-4)."""
CLAIMS: Fields = OPEN
"""[pair]: which of the printed cells it touches, as bits (AX-7, GE-8)."""
COPIES: Fields = OPEN
"""[tile]: how many of it there are (AX-4, GE-5)."""
MOST_COPIES: int = OPEN
"""No tile has more."""
SPECIAL: int = OPEN
"""The first move that is no placement: swap; then come keep and pass."""


def for_board(
    name: str,
    placements: Placements,
    rack: int,
    areas: Sequence[Sequence[bool]],
    printed: Mapping[str, str],
    copies: tuple[int, int],
) -> ModuleType:
    """Return the kernels of a game: this template with its board, colours and numbers.

    There are as many `copies` of each tile of two colours, and of each double.
    """
    board, letters = placements.board, placements.letters
    tiles = domino_list(letters)
    cells = [(board.numbers[cell], letters.index(letter)) for cell, letter in printed.items()]
    return filled(
        sys.modules[__name__],
        name,
        see=position_layout(board, letters, rack),
        TABLES=board.tables,
        AREAS=table(areas, "int8"),
        PRINTED_CELLS=table(cells, "int16"),
        CLAIMS=table(_claims(board, [cell for cell, _ in cells]), "int8"),
        COPIES=table([copies[tile[0] == tile[1]] for tile in tiles], "int8"),
        MOST_COPIES=max(copies),
        SPECIAL=placements.count,
    )


def _claims(board: Board, printed: list[int]) -> list[int]:
    """Return for each pair which of the printed cells it touches, as bits (AX-7, GE-8)."""
    neighbours = board.tables.neighbours.tolist()
    around = ({*neighbours[first], *neighbours[second]} for first, second in board.pair_numbers)
    return [sum(1 << k for k, cell in enumerate(printed) if cell in cells) for cells in around]


# Setting up


@kernel
def start(s: Fields, players: int) -> None:
    """Write the empty board, its printed cells and the full bag (AX-1 to AX-5, GE-1 to GE-6).

    Pairs share a double card (GE-16). Who plays alone has one too, a rack of one tile, and no
    extra turns (AX-17, AX-18, GE-20).
    """
    alone = players == 1
    s.players = players
    s.limit = 2 * CARD if alone or s.sides < players else CARD
    s.rack_limit = 1 if alone else s.racks.shape[1]
    s.extra_turns = 0 if alone else 1
    s.phase = DEAL
    s.due = s.rack_limit  # seat 0 draws first
    for cell in range(AREAS.shape[1]):
        s.cells[cell] = EMPTY if AREAS[players - 1, cell] else OUTSIDE
    s.cells[AREAS.shape[1]] = OUTSIDE  # the cell beyond the edge
    for pair in range(TABLES.pairs.shape[0]):
        if s.cells[TABLES.pairs[pair, 0]] == EMPTY and s.cells[TABLES.pairs[pair, 1]] == EMPTY:
            bitset.add(s.free, pair)
    for k in range(PRINTED_CELLS.shape[0]):
        put_colour(s.cells, s.gains, TABLES, PRINTED_CELLS[k, 0], PRINTED_CELLS[k, 1])
        bitset.subtract(s.free, TABLES.pair_masks, PRINTED_CELLS[k, 0])
    for tile in range(s.bag.shape[0]):
        s.bag[tile] = COPIES[tile]
        s.bag_size += COPIES[tile]


# Who acts and what they may do


@kernel
def acting(position: Position) -> int:
    """Return the seat whose turn it is, chance when tiles are drawn, or 0 at the end."""
    s = see(position)
    if s.phase == OVER:
        return 0
    if s.phase == DEAL or s.phase == DRAW:
        return CHANCE
    return 1 << s.turn


@kernel
def is_first_tile(s: Fields, seat: int) -> bool:
    """Return whether a seat has yet to place its first tile (AX-7, GE-8)."""
    return (s.opened >> seat) & 1 == 0


@kernel
def may_open_at(s: Fields, pair: int) -> bool:
    """Return whether a first tile may lie there: by a printed cell nobody else opened at.

    (AX-7, GE-8) Only first tiles claim a printed cell; later ones touch it freely.
    """
    return (CLAIMS[pair] & ~s.claimed) != 0


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write the legal moves: each tile of the rack, both ways, on each free pair (AX-6, GE-7).

    Or swap and keep (AX-13, GE-12); and pass, where an extra tile may be given up (GE-11).
    """
    s = see(position)
    if s.phase == EXCHANGE:
        moves[0] = SPECIAL
        moves[1] = SPECIAL + 1
        return 2
    pairs = bitset.list_members(s.free, moves)
    if is_first_tile(s, seat):
        pairs = keep_opening_pairs(s, moves, pairs)
    count = list_placements(s, seat, pairs, moves)
    if s.phase == EXTRA and s.may_pass:
        moves[count] = SPECIAL + 2
        count += 1
    return count


@kernel
def keep_opening_pairs(s: Fields, pairs: Any, count: int) -> int:
    """Keep of a list of pairs those where a first tile may lie; return how many (AX-7, GE-8)."""
    kept = 0
    for k in range(count):
        if may_open_at(s, pairs[k]):
            pairs[kept] = pairs[k]
            kept += 1
    return kept


@kernel
def list_placements(s: Fields, seat: int, pairs: int, moves: Any) -> int:
    """Turn a list of pairs at the start of `moves` into every placement there (AX-6, GE-7).

    The pairs are copied for each way to lay each tile, and last turned where they stand.
    """
    colours = s.scores.shape[1]
    ways = 0
    first_way = 0
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
            if ways == 0:
                first_way = base
            else:
                copy = moves[ways * pairs : (ways + 1) * pairs]
                for j in range(pairs):
                    copy[j] = moves[j] + base
            ways += 1
    for j in range(pairs):
        moves[j] += first_way
    return ways * pairs


def _tile_colours(half: int) -> list[list[int]]:
    """Return for each number of colours the first or second colour of each tile of the list."""
    lists = [domino_list("123456"[:colours]) for colours in range(7)]
    return [[int(tile[half]) - 1 for tile in tiles] + [0] * (21 - len(tiles)) for tiles in lists]


FIRST_COLOUR = table(_tile_colours(0), "uint8")
SECOND_COLOUR = table(_tile_colours(1), "uint8")
"""[colours, tile]: the colour of a half of the tile with a number in the list."""


@kernel
def colours_of(tile: int, colours: int) -> tuple[int, int]:
    """Return the two colours of a tile by its number in the list."""
    return FIRST_COLOUR[colours, tile], SECOND_COLOUR[colours, tile]


@kernel
def tile_of(first: int, second: int, colours: int) -> int:
    """Return the number in the list of the tile with two colours."""
    low, high = min(first, second), max(first, second)
    return low * colours - (low * (low - 1)) // 2 + high - low


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move, each as likely as any other."""
    s = see(position)
    if s.phase == EXCHANGE:
        return SPECIAL + random_below(random, 2)
    pairs = bitset.size(s.free)
    if s.phase == EXTRA and s.may_pass:
        ways = count_ways(s, seat)
        if random_below(random, ways * pairs + 1) == 0:
            return SPECIAL + 2
    pair = bitset.member(s.free, random_below(random, pairs))
    while is_first_tile(s, seat) and not may_open_at(s, pair):
        pair = bitset.member(s.free, random_below(random, pairs))
    return sample_way(s, seat, random) * TABLES.pairs.shape[0] + pair


@kernel
def sample_way(s: Fields, seat: int, random: Any) -> int:
    """Return a random way to lay a tile of the rack: first colour · colours + second colour.

    A slot of the rack and a turn are drawn until they name a way that nothing named before:
    the first of equal tiles, and a double only unturned.
    """
    colours = s.scores.shape[1]
    while True:
        drawn = random_below(random, 2 * s.rack_sizes[seat])
        k, turned = drawn >> 1, drawn & 1
        tile = s.racks[seat, k]
        first, second = colours_of(tile - 1, colours)
        repeated = k > 0 and s.racks[seat, k - 1] == tile
        if not repeated and not (turned and first == second):
            return second * colours + first if turned else first * colours + second


@kernel
def count_ways(s: Fields, seat: int) -> int:
    """Return in how many ways the different tiles of a rack can be laid on a pair of cells."""
    ways = 0
    before = 0
    for k in range(s.rack_sizes[seat]):
        tile = s.racks[seat, k]
        if tile != before:
            first, second = colours_of(tile - 1, s.scores.shape[1])
            ways += 1 if first == second else 2
            before = tile
    return ways


# Objections

NO_SUCH_TILE, NOT_IN_AREA, NOT_EMPTY, NOT_AT_PRINTED, NO_SWAP, SWAP_FIRST, NO_PASS = range(1, 8)


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the acting seat may play the move, else what is wrong with it.

    (AX-1, AX-3, AX-6, AX-7, AX-13; GE-1, GE-4, GE-7 to GE-12)
    """
    s = see(position)
    if move >= SPECIAL:
        if move == SPECIAL + 2:
            return 0 if s.phase == EXTRA and s.may_pass else NO_PASS
        return 0 if s.phase == EXCHANGE else NO_SWAP
    if s.phase == EXCHANGE:
        return SWAP_FIRST
    colours = s.scores.shape[1]
    ways = move // TABLES.pairs.shape[0]
    pair = move - ways * TABLES.pairs.shape[0]
    if find_tile(s, seat, tile_of(ways // colours, ways % colours, colours)) < 0:
        return NO_SUCH_TILE
    first, second = s.cells[TABLES.pairs[pair, 0]], s.cells[TABLES.pairs[pair, 1]]
    if first == OUTSIDE or second == OUTSIDE:
        return NOT_IN_AREA
    if first != EMPTY or second != EMPTY:
        return NOT_EMPTY
    if is_first_tile(s, seat) and not may_open_at(s, pair):
        return NOT_AT_PRINTED
    return 0


@kernel
def find_tile(s: Fields, seat: int, tile: int) -> int:
    """Return where a tile stands on a rack, the last of equal ones, or −1."""
    found = -1
    for k in range(s.racks.shape[1]):  # no branch that depends on where it is
        found = k if s.racks[seat, k] == tile + 1 else found
    return found


# Playing


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Play a placement, or swap, keep or pass (AX-6 to AX-15, GE-7 to GE-14, GE-17)."""
    s = see(position)
    if move < SPECIAL:
        place(s, seat, move)
    elif move == SPECIAL:
        lay_open(s, seat)
    elif move == SPECIAL + 1:
        refill(s)
    else:
        end_placing(s)


@kernel
def place(s: Fields, seat: int, move: int) -> None:
    """Place a tile and score it; then extra turns, the end, or the end of the turn.

    (AX-6 to AX-12, AX-14, AX-15; GE-7 to GE-11, GE-13, GE-14) Racks are refilled only
    when no extra turn is left.
    """
    colours = s.scores.shape[1]
    ways = move // TABLES.pairs.shape[0]
    pair = move - ways * TABLES.pairs.shape[0]
    first_colour, second_colour = ways // colours, ways % colours
    first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
    take_tile(s, seat, tile_of(first_colour, second_colour, colours))
    if is_first_tile(s, seat):
        s.claimed |= CLAIMS[pair]
        s.opened |= 1 << seat
    if s.phase == EXTRA:
        s.owed -= 1
    side = side_of(s, seat)
    on_second = card_ends(s, side)
    score(s, side, first_colour, s.gains[first, first_colour], on_second)
    score(s, side, second_colour, s.gains[second, second_colour], on_second)
    put_colour(s.cells, s.gains, TABLES, first, first_colour)
    put_colour(s.cells, s.gains, TABLES, second, second_colour)
    bitset.subtract(s.free, TABLES.pair_masks, first)
    bitset.subtract(s.free, TABLES.pair_masks, second)
    if s.pyramids:
        put_pyramids(s, side, first, on_second)
        put_pyramids(s, side, second, on_second)
    if has_all(s, side):
        finish(s, ALL_COLOURS)
    elif bitset.is_empty(s.free):
        finish(s, BOARD_FULL)
    elif s.owed > 0 and s.rack_sizes[seat] > 0:
        s.phase = EXTRA
    else:
        end_placing(s)


@kernel
def card_ends(s: Fields, side: int) -> int:
    """Return, a bit a colour, which markers stand on the second card before this tile.

    Within one tile a colour counts only to the end of the card it started on (AX-18, GE-17).
    """
    on_second = 0
    for colour in range(s.scores.shape[1]):
        if s.scores[side, colour] >= CARD:
            on_second |= 1 << colour
    return on_second


@kernel
def side_of(s: Fields, seat: int) -> int:
    """Return which score card a seat scores on: its own, or that of its pair (GE-16)."""
    return seat if seat < s.sides else seat - s.sides


@kernel
def marker_after(s: Fields, side: int, colour: int, points: int, on_second: int) -> int:
    """Return where points bring a marker, at most its card's end (AX-10, AX-18, GE-10, GE-17)."""
    return min(s.scores[side, colour] + points, card_end(s, colour, on_second))


@kernel
def card_end(s: Fields, colour: int, on_second: int) -> int:
    """Return the last step that a colour can reach with this tile."""
    return s.limit if (on_second >> colour) & 1 else CARD


@kernel
def earns_extra(s: Fields, side: int, colour: int, after: int, on_second: int) -> bool:
    """Return whether moving a marker to `after` reaches the end of its card (AX-11, GE-11, GE-17).

    A marker that stands there already does not reach it again.
    """
    end = card_end(s, colour, on_second)
    return s.extra_turns != 0 and after == end and s.scores[side, colour] < end


@kernel
def score(s: Fields, side: int, colour: int, points: int, on_second: int) -> None:
    """Move a marker; reaching the end of its card earns an extra turn."""
    after = marker_after(s, side, colour, points, on_second)
    if earns_extra(s, side, colour, after, on_second):
        s.owed += 1
    s.scores[side, colour] = after


@kernel
def put_pyramids(s: Fields, side: int, cell: int, on_second: int) -> None:
    """Put a pyramid on every neighbour of a cell that is now closed in, and score it (AX-9)."""
    for d in range(TABLES.neighbours.shape[1]):
        hole = TABLES.neighbours[cell, d]
        if s.cells[hole] == EMPTY and is_closed(s, hole):
            s.cells[hole] = PYRAMID
            for colour in range(s.scores.shape[1]):
                s.gains[hole, colour] = 0
                score(s, side, colour, pyramid_points(s, hole, colour), on_second)


@kernel
def pyramid_points(s: Fields, hole: int, colour: int) -> int:
    """Return what a pyramid scores in a colour: a point a square, or by option a colour (AX-9)."""
    count = 0
    for d in range(TABLES.neighbours.shape[1]):
        neighbour = TABLES.neighbours[hole, d]
        if s.cells[neighbour] == colour + 1:
            count += 1
    return min(count, 1) if s.pyramids == BY_COLOUR else count


@kernel
def is_closed(s: Fields, cell: int) -> bool:
    """Return whether no neighbour of a cell is empty: tiles, printed squares or the edge (AX-9)."""
    for d in range(TABLES.neighbours.shape[1]):
        neighbour = TABLES.neighbours[cell, d]
        if s.cells[neighbour] == EMPTY:
            return False
    return True


@kernel
def has_all(s: Fields, side: int) -> bool:
    """Return whether every colour has reached the maximum (AX-15, GE-14)."""
    for colour in range(s.scores.shape[1]):
        if s.scores[side, colour] < s.limit:
            return False
    return True


@kernel
def finish(s: Fields, reason: int) -> None:
    """End the game at once (AX-14, AX-15; GE-13, GE-14)."""
    s.phase = OVER
    s.owed = 0
    s.reason = reason


@kernel
def end_placing(s: Fields) -> None:
    """Offer a swap where there is one, else refill (AX-12, GE-12); extra turns lapse."""
    s.owed = 0
    if may_swap(s):
        s.phase = EXCHANGE
    else:
        refill(s)


@kernel
def may_swap(s: Fields) -> bool:
    """Return whether the rack shows none of the side's lowest colours (AX-13, GE-12).

    All colours tied for lowest count; the rack must hold a tile, the bag a rackful.
    The rack is looked at before it is refilled.
    """
    seat = s.turn
    if s.players == 1 or s.rack_sizes[seat] == 0 or s.bag_size < s.rack_limit:
        return False
    side = side_of(s, seat)
    colours = s.scores.shape[1]
    lowest = lowest_score(s, side)
    for k in range(s.rack_sizes[seat]):
        first, second = colours_of(s.racks[seat, k] - 1, colours)
        if s.scores[side, first] == lowest or s.scores[side, second] == lowest:
            return False
    return True


@kernel
def refill(s: Fields) -> None:
    """Let the seat draw up to a full rack, or what the bag still holds (AX-12, GE-12)."""
    begin_drawing(s, s.rack_limit - s.rack_sizes[s.turn])


@kernel
def lay_open(s: Fields, seat: int) -> None:
    """Lay the rack open and draw a new one: only then do the old tiles return (AX-13, GE-12)."""
    for k in range(s.rack_sizes[seat]):
        s.shown[k] = s.racks[seat, k]
        s.racks[seat, k] = 0
    s.shown_size = s.rack_sizes[seat]
    s.rack_sizes[seat] = 0
    begin_drawing(s, s.rack_limit)


@kernel
def begin_drawing(s: Fields, tiles: int) -> None:
    """Make draws due, as many as the bag allows; without any, the turn ends."""
    s.due = min(tiles, s.bag_size)
    if s.due > 0:
        s.phase = DRAW
    else:
        next_turn(s)


@kernel
def take_tile(s: Fields, seat: int, tile: int) -> None:
    """Take a tile from a rack, which stays in order."""
    last, found = s.racks.shape[1] - 1, find_tile(s, seat, tile)
    for k in range(last):
        s.racks[seat, k] = s.racks[seat, k + 1] if k >= found else s.racks[seat, k]
    s.racks[seat, last] = 0
    s.rack_sizes[seat] -= 1


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Put a tile from the bag on the rack of the seat that draws; after the last, play goes on.

    Seat 0 draws its whole first rack, then seat 1, … (AX-5, AX-12, AX-13; GE-6, GE-12)
    """
    s = see(position)
    seat = s.turn
    put_on_rack(s, seat, outcome)
    s.due -= 1
    if s.due > 0:
        return
    if s.phase == DRAW:
        return_shown(s)
        next_turn(s)
    elif seat + 1 < s.players:
        s.turn = seat + 1
        s.due = s.rack_limit
    else:
        s.turn = 0
        s.phase = PLACE


@kernel
def put_on_rack(s: Fields, seat: int, tile: int) -> None:
    """Move a tile from the bag to its place on a rack, in list order."""
    s.bag[tile] -= 1
    s.bag_size -= 1
    before = tile + 1
    for k in range(s.racks.shape[1]):  # what comes later moves on, and so do zeros
        here = s.racks[seat, k]
        moves_on = here > before or here == 0
        s.racks[seat, k] = before if moves_on else here
        before = here if moves_on else before
    s.rack_sizes[seat] += 1


@kernel
def return_shown(s: Fields) -> None:
    """Put the old tiles of a swap back into the bag (AX-13, GE-12)."""
    for k in range(s.shown_size):
        s.bag[s.shown[k] - 1] += 1
        s.shown[k] = 0
    s.bag_size += s.shown_size
    s.shown_size = 0


@kernel
def next_turn(s: Fields) -> None:
    """Give the turn to the next seat; without a tile it cannot move and the game ends (AX-14)."""
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
    s.phase = PLACE
    if s.rack_sizes[s.turn] == 0:
        finish(s, NO_TILE)


@kernel
def chance_seat(position: Position) -> int:
    """Return the seat that draws."""
    return see(position).turn


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Write the tiles of the bag and how many there are of each (AX-4, AX-12; GE-5, GE-12)."""
    s = see(position)
    count = 0
    for tile in range(s.bag.shape[0]):
        if s.bag[tile] > 0:
            outcomes[count] = tile
            weights[count] = s.bag[tile]
            count += 1
    return count


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return a random tile of the bag."""
    return sample_bag(see(position), random)


@kernel
def sample_bag(s: Fields, random: Any) -> int:
    """Return a random tile of the bag.

    A kind and a copy are drawn until the bag holds that copy: quicker than adding up.
    """
    while True:
        drawn = random_below(random, s.bag.shape[0] * MOST_COPIES)
        tile = drawn // MOST_COPIES
        if drawn - tile * MOST_COPIES < s.bag[tile]:
            return tile


# What bots imagine


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Put others' tiles into the bag; how many each held stays known (AX-5, GE-6, GE-16)."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer:
            for k in range(s.rack_sizes[seat]):
                s.bag[s.racks[seat, k] - 1] += 1
                s.racks[seat, k] = 0
            s.bag_size += s.rack_sizes[seat]


@kernel
def redeal(position: Position, viewer: int, random: Any) -> None:
    """Deal tiles of the bag to the racks that were put back."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer:
            tiles = s.rack_sizes[seat]
            s.rack_sizes[seat] = 0
            for _ in range(tiles):
                put_on_rack(s, seat, sample_bag(s, random))


# Results


@kernel
def lowest_score(s: Fields, side: int) -> int:
    """Return a side's lowest colour."""
    lowest: int = s.scores[side, 0]
    for colour in range(1, s.scores.shape[1]):
        lowest = min(lowest, s.scores[side, colour])
    return lowest


@kernel
def is_better(s: Fields, one: int, other: int) -> bool:
    """Return whether a side's result beats another's: by the lowest colour, then the next lowest.

    (AX-16, GE-15) The k-th lowest of n values is found by counting smaller ones.
    """
    colours = s.scores.shape[1]
    for rank in range(colours):
        mine, theirs = ranked_score(s, one, rank), ranked_score(s, other, rank)
        if mine != theirs:
            return mine > theirs
    return False


@kernel
def ranked_score(s: Fields, side: int, rank: int) -> int:
    """Return a side's score that has `rank` others before it from below."""
    colours = s.scores.shape[1]
    for colour in range(colours):
        value = s.scores[side, colour]
        lower = 0
        not_higher = 0
        for other in range(colours):
            if s.scores[side, other] < value:
                lower += 1
            if s.scores[side, other] <= value:
                not_higher += 1
        if lower <= rank < not_higher:
            return value
    return -1


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places; return why it is over (AX-16, GE-15; pairs: GE-18; solo: AX-19, GE-20)."""
    s = see(position)
    for seat in range(s.players):
        places[seat] = 1
        for side in range(s.sides):
            if is_better(s, side, side_of(s, seat)):
                places[seat] += 1
    return s.reason


# Consequences


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write for each move the points by colour, pyramids, extra turns, and whether it wins.

    A row is the markers' steps by colour, then pyramids, extra turns, wins (0 or 1).
    (AX-8 to AX-11, GE-9 to GE-11, GE-17)
    """
    s = see(position)
    colours = s.scores.shape[1]
    side = side_of(s, seat)
    on_second = card_ends(s, side)
    for k in range(count):
        if moves[k] >= SPECIAL:
            continue
        ways = moves[k] // TABLES.pairs.shape[0]
        pair = moves[k] - ways * TABLES.pairs.shape[0]
        first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
        first_colour, second_colour = ways // colours, ways % colours
        rows[k, first_colour] += s.gains[first, first_colour]
        rows[k, second_colour] += s.gains[second, second_colour]
        if s.pyramids:
            s.cells[first] = first_colour + 1
            s.cells[second] = second_colour + 1
            add_pyramids(s, first, rows, k)
            add_pyramids(s, second, rows, k)
            s.cells[first] = EMPTY
            s.cells[second] = EMPTY
        settle_row(s, side, on_second, rows, k)


@kernel
def add_pyramids(s: Fields, cell: int, rows: Any, k: int) -> None:
    """Add the pyramids that a half on a cell would put up, and their points, to a row (AX-9)."""
    colours = s.scores.shape[1]
    for d in range(TABLES.neighbours.shape[1]):
        hole = TABLES.neighbours[cell, d]
        if s.cells[hole] == EMPTY and is_closed(s, hole):
            rows[k, colours] += 1
            for colour in range(colours):
                rows[k, colour] += pyramid_points(s, hole, colour)


@kernel
def settle_row(s: Fields, side: int, on_second: int, rows: Any, k: int) -> None:
    """Turn a row's points into the markers' steps, and count extra turns and a win."""
    colours = s.scores.shape[1]
    extra = 0
    wins = 1
    for colour in range(colours):
        after = marker_after(s, side, colour, rows[k, colour], on_second)
        if earns_extra(s, side, colour, after, on_second):
            extra += 1
        if after < s.limit:
            wins = 0
        rows[k, colour] = after - s.scores[side, colour]
    rows[k, colours + 1] = extra
    rows[k, colours + 2] = wins
