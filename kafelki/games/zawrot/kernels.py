"""Kolorowy zawrót głowy: tiles of six colours and six shapes on an open table, lines of three.

      0,1             Squares are named x,y from the start tile at 0,0, x to the right
-1,0  0,0  1,0        and y up. A turn: place a tile from the hand, then take one from
      0,-1            the bank; three of a colour or a shape in a line are a point.
"""

from __future__ import annotations

from typing import Any

from kafelki.kernels import bitset
from kafelki.kernels.language import (
    Fields,
    Layout,
    Position,
    bit,
    count_ones,
    kernel,
    lowest_one,
    table,
)
from kafelki.kernels.randomness import random_below
from kafelki.rules.contract import ALL_PLACED, CHANCE, MOST_SEATS

COLOURS = "YROVGB"  # R: Y R O V; D: G B (ZG-1)
SHAPES = "sfhupn"  # R: s f h u; P: p n (ZG-1)
TILES = tuple(colour + shape for colour in COLOURS for shape in SHAPES)
COUNT = len(TILES)
HAND = 3  # R (ZG-2)
BANK = 3  # R (ZG-2)
LINE = 3  # R (ZG-6)

REACH = COUNT - 1
"""How far from the start the last tile can lie."""

SPAN = 2 * REACH + 1
PLACES = SPAN * SPAN
"""A square's place is its number among all from −35,−35: left to right, then upwards."""

TAKES = COUNT * PLACES
"""A placement is tile · PLACES + place; from here on come the tiles taken from the bank."""

SIDE = COUNT + 1
"""The table is kept as a ring of 37 by 37 squares: 36 tiles that touch by sides are never
wider than 36, so a gap always stays and nobody meets their own neighbour around the ring."""

SQUARES = SIDE * SIDE

STEPS = ((1, 0), (1, 1), (0, 1), (1, -1), (-1, 0), (-1, -1), (0, -1), (-1, 1))
"""As (x, y): the four axes of lines, then their opposites; the even ones go over a side."""

NEIGHBOURS = table(
    [
        [(n // SIDE + y) % SIDE * SIDE + (n % SIDE + x) % SIDE for x, y in STEPS]
        for n in range(SQUARES)
    ],
    "int16",
)
"""[square, direction of eight]: the next square; direction d + 4 is the opposite one."""

SQUARE_OF = table(
    [
        y % SIDE * SIDE + x % SIDE
        for y in range(-REACH, SPAN - REACH)
        for x in range(-REACH, SPAN - REACH)
    ],
    "int16",
)
"""[place]: its square on the ring."""

# A tally counts by colour and by shape at once: a number of twelve hexadecimal digits,
# one for each of the six colours, then one for each of the six shapes. Where it counts
# the tiles that a square would join on an axis, a digit is at most three for each side.
DIGIT = 4
COLOUR_DIGITS = table([tile // 6 * DIGIT for tile in range(COUNT)], "int64")
SHAPE_DIGITS = table([(6 + tile % 6) * DIGIT for tile in range(COUNT)], "int64")
COLOUR_ONES = table([0, *(1 << digit for digit in COLOUR_DIGITS)], "int64")
SHAPE_ONES = table([0, *(1 << digit for digit in SHAPE_DIGITS)], "int64")
"""[tile + 1]: one of its colour, one of its shape; nothing where there is no tile."""

ONES = 0x111111111111
FIVES = 0x555555555555
EIGHTS = 0x888888888888
"""Adding five to every digit makes its highest bit say "three or more"."""

CLOSED_TO = table([8 << COLOUR_DIGITS[t] | 8 << SHAPE_DIGITS[t] for t in range(COUNT)], "int64")
"""[tile]: the highest bits of its colour's and its shape's digits."""

see = Layout(
    open=("uint64", bitset.words_for(SQUARES)),  # the empty squares that touch a tile by a side
    closed=("uint64", bitset.words_for(SQUARES)),  # the empty squares where some tile is forbidden
    hands=("uint64", MOST_SEATS),  # sets of tiles: a bit for each
    bank=("uint64", ()),
    stack=("uint64", ()),
    seen=("uint64", ()),  # the tiles in hands that everybody saw being taken from the bank
    points=("int16", MOST_SEATS),
    cells=("int8", SQUARES),  # tile + 1; 0: empty
    right=("int8", ()),  # the highest x of a tile
    top=("int8", ()),  # the highest y of a tile
    left=("int8", ()),  # tiles that are not yet on the table
    players=("int8", ()),
    hidden=("int8", MOST_SEATS),  # tiles concealed from each hand; 0 but for what bots imagine
    turn=("int8", ()),
    phase=("int8", ()),
)

FILL_BANK, START, DRAW, PLACE, TAKE, OVER = range(6)
"""What is due; the first three are chance."""

CHANCE_WORDS = ("bank", "start", "draw")
OUTCOMES = 64
"""An outcome is phase · OUTCOMES + tile."""

NOT_HELD, OCCUPIED, APART, FOURTH_COLOUR, FOURTH_SHAPE = 1, 2, 3, 4, 5
NOT_IN_BANK, PLACE_FIRST, TAKE_FIRST = 6, 7, 8


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the empty table and the stack of all tiles (ZG-1, ZG-2)."""
    s = see(position)
    s.players = players
    s.stack = (1 << COUNT) - 1
    s.left = COUNT


@kernel
def acting(position: Position) -> int:
    """Return whose turn it is, or that chance is due."""
    s = see(position)
    if s.phase == OVER:
        return 0
    return CHANCE if s.phase <= DRAW else 1 << s.turn


@kernel
def tally_beyond(cells: Fields, square: int, direction: int) -> int:
    """Return how many tiles alike follow a square in one direction: a tally (ZG-5)."""
    nearest = NEIGHBOURS[square, direction]
    colour, shape = COLOUR_ONES[cells[nearest]], SHAPE_ONES[cells[nearest]]
    if colour == 0:
        return 0
    tally = colour + shape
    further = NEIGHBOURS[nearest, direction]
    while COLOUR_ONES[cells[further]] == colour:
        tally += colour
        further = NEIGHBOURS[further, direction]
    further = NEIGHBOURS[nearest, direction]
    while SHAPE_ONES[cells[further]] == shape:
        tally += shape
        further = NEIGHBOURS[further, direction]
    return tally


@kernel
def tally_along(cells: Fields, square: int, axis: int) -> int:
    """Return how many tiles alike a tile on the square would join on an axis: a tally (ZG-5)."""
    return tally_beyond(cells, square, axis) + tally_beyond(cells, square, axis + 4)


@kernel
def closed_to(s: Fields, square: int) -> int:
    """Return the colours and shapes that would be fourth in a line there: highest bits (ZG-7)."""
    closed = 0
    if bitset.contains(s.closed, square):
        for axis in range(4):
            closed |= tally_along(s.cells, square, axis) + FIVES
    return closed & EIGHTS


@kernel
def lines_at(cells: Fields, square: int) -> int:
    """Return how many lines of exactly three each colour and shape would make: a tally (ZG-6)."""
    lines = 0
    for axis in range(4):
        tally = tally_along(cells, square, axis)
        lines += (tally >> 1) & ~tally & ~(tally >> 2) & ONES  # 1 for every digit that is 2
    return lines


@kernel
def place_of(s: Fields, square: int) -> int:
    """Return the place of a square of the ring that holds a tile or touches one (ZG-3)."""
    x, y = square % SIDE, square // SIDE
    if x > s.right + 1:
        x -= SIDE
    if y > s.top + 1:
        y -= SIDE
    return (y + REACH) * SPAN + x + REACH


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the seat may place or take so, else the objection (ZG-4, ZG-7, ZG-8)."""
    s = see(position)
    if move < TAKES:
        return objection_to_placing(s, seat, move // PLACES, move % PLACES)
    if s.phase != TAKE:
        return PLACE_FIRST
    return 0 if s.bank & bit(move - TAKES) != 0 else NOT_IN_BANK


@kernel
def objection_to_placing(s: Fields, seat: int, tile: int, place: int) -> int:
    """Return 0 when the tile may be placed there, else the objection (ZG-4, ZG-7)."""
    if s.phase != PLACE:
        return TAKE_FIRST
    if s.hands[seat] & bit(tile) == 0:
        return NOT_HELD
    square = SQUARE_OF[place]
    if place_of(s, square) != place:  # it is further away than the ring goes around
        return APART
    if s.cells[square] != 0:
        return OCCUPIED
    if not bitset.contains(s.open, square):
        return APART
    closed = closed_to(s, square)
    if closed & (8 << COLOUR_DIGITS[tile]) != 0:
        return FOURTH_COLOUR
    return FOURTH_SHAPE if closed & CLOSED_TO[tile] != 0 else 0


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write the placements, or the tiles of the bank when one is to be taken (ZG-4, ZG-8)."""
    s = see(position)
    count = 0
    if s.phase == TAKE:
        bank = s.bank
        while bank != 0:
            moves[count] = TAKES + lowest_one(bank)
            bank = bank & (bank - bit(0))
            count += 1
        return count
    for k in range(s.open.shape[0]):
        squares = s.open[k]
        while squares != 0:
            count += list_placements(s, k * 64 + lowest_one(squares), seat, moves, count)
            squares = squares & (squares - bit(0))
    return count


@kernel
def list_placements(s: Fields, square: int, seat: int, moves: Any, start: int) -> int:
    """Write the legal placements on an open square from `start` on; return how many (ZG-7)."""
    closed = closed_to(s, square)
    place = place_of(s, square)
    count = 0
    hand = s.hands[seat]
    while hand != 0:
        tile = lowest_one(hand)
        hand = hand & (hand - bit(0))
        if closed & CLOSED_TO[tile] == 0:
            moves[start + count] = tile * PLACES + place
            count += 1
    return count


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move; there always is one, for a tile has at most eight closed squares.

    A placement is tried until it is legal, so that each is as likely as any other.
    """
    s = see(position)
    if s.phase == TAKE:
        return TAKES + random_tile(s.bank, random)
    squares = bitset.size(s.open)
    while True:
        tile = random_tile(s.hands[seat], random)
        square = bitset.member(s.open, random_below(random, squares))
        if closed_to(s, square) & CLOSED_TO[tile] == 0:
            return tile * PLACES + place_of(s, square)


@kernel
def random_tile(tiles: int, random: Any) -> int:
    """Return a random tile of a set."""
    for _ in range(random_below(random, count_ones(tiles))):
        tiles = tiles & (tiles - bit(0))
    return lowest_one(tiles)


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Place a tile from the hand (ZG-4), or take one from the bank (ZG-8)."""
    s = see(position)
    if move >= TAKES:
        take(s, seat, move - TAKES)
        return
    tile, square = move // PLACES, SQUARE_OF[move % PLACES]
    lines = lines_at(s.cells, square)
    s.points[seat] += (lines >> COLOUR_DIGITS[tile]) & 15
    s.points[seat] += (lines >> SHAPE_DIGITS[tile]) & 15
    s.hands[seat] ^= bit(tile)
    s.seen = s.seen & ~bit(tile)
    lay(s, tile, move % PLACES)
    if s.bank != 0:
        s.phase = TAKE
    else:
        end_turn(s)


@kernel
def lay(s: Fields, tile: int, place: int) -> None:
    """Put a tile on the table, for good (ZG-3)."""
    square = SQUARE_OF[place]
    s.cells[square] = tile + 1
    s.left -= 1
    s.right = max(s.right, place % SPAN - REACH)
    s.top = max(s.top, place // SPAN - REACH)
    bitset.remove(s.open, square)
    bitset.remove(s.closed, square)
    for d in range(0, 8, 2):
        beside = NEIGHBOURS[square, d]
        if s.cells[beside] == 0:
            bitset.add(s.open, beside)
    for d in range(8):
        end = end_of_run(s.cells, square, d)
        if s.cells[end] == 0 and (tally_along(s.cells, end, d & 3) + FIVES) & EIGHTS != 0:
            bitset.add(s.closed, end)


@kernel
def end_of_run(cells: Fields, square: int, direction: int) -> int:
    """Return the first square after a tile and those alike that follow it in one direction."""
    colour, shape = COLOUR_ONES[cells[square]], SHAPE_ONES[cells[square]]
    end = NEIGHBOURS[square, direction]
    if COLOUR_ONES[cells[end]] == colour:
        while COLOUR_ONES[cells[end]] == colour:
            end = NEIGHBOURS[end, direction]
    else:  # no other tile has the same colour and the same shape
        while SHAPE_ONES[cells[end]] == shape:
            end = NEIGHBOURS[end, direction]
    return end


@kernel
def take(s: Fields, seat: int, tile: int) -> None:
    """Take a tile from the bank into the hand; the stack fills the bank while it lasts (ZG-8)."""
    s.bank ^= bit(tile)
    s.hands[seat] |= bit(tile)
    s.seen |= bit(tile)
    if s.stack != 0:
        s.phase = FILL_BANK
    else:
        end_turn(s)


@kernel
def end_turn(s: Fields) -> None:
    """Give the turn to the next seat, or end the game when all tiles are placed (ZG-9)."""
    s.turn = (s.turn + 1) % s.players
    s.phase = PLACE if s.left > 0 else OVER


@kernel
def chance_seat(position: Position) -> int:
    """Return the seat that draws, or −1 for the bank and the start."""
    s = see(position)
    return s.turn if s.phase == DRAW else -1


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Write every tile of the stack, in list order."""
    s = see(position)
    count = 0
    stack = s.stack
    while stack != 0:
        outcomes[count] = s.phase * OUTCOMES + lowest_one(stack)
        weights[count] = 1
        stack = stack & (stack - bit(0))
        count += 1
    return count


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return a random tile of the stack."""
    s = see(position)
    return s.phase * OUTCOMES + random_tile(s.stack, random)


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Turn up a tile: for the bank, the start or a hand; set-up goes in this order (ZG-2, ZG-8)."""
    s = see(position)
    tile = outcome % OUTCOMES
    s.stack ^= bit(tile)
    if s.phase == FILL_BANK:
        s.bank |= bit(tile)
        if s.cells[0] != 0:
            end_turn(s)
        elif count_ones(s.bank) == BANK:
            s.phase = START
    elif s.phase == START:
        lay(s, tile, REACH * SPAN + REACH)
        s.phase = DRAW
    else:
        deal(s, tile)


@kernel
def deal(s: Fields, tile: int) -> None:
    """Give a tile to the seat that draws; after three it is the next one's turn (ZG-2)."""
    s.hands[s.turn] |= bit(tile)
    if count_ones(s.hands[s.turn]) == HAND:
        s.turn = (s.turn + 1) % s.players
        if s.turn == 0:
            s.phase = PLACE


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places by points; with four players by the partners' sums (ZG-9, ZG-10)."""
    s = see(position)
    sides = 2 if s.players == 4 else s.players
    for seat in range(s.players):
        places[seat] = 1
        for side in range(sides):
            if side_points(s, side, sides) > side_points(s, seat % sides, sides):
                places[seat] += 1
    return ALL_PLACED if s.phase == OVER else 0


@kernel
def side_points(s: Fields, side: int, sides: int) -> int:
    """Return the points of a player, or of the two partners who sit opposite (ZG-10)."""
    points = 0
    for seat in range(side, s.players, sides):
        points += s.points[seat]
    return points


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Shuffle the tiles of other hands that nobody saw being taken into the stack (ZG-2)."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer:
            unseen = s.hands[seat] & ~s.seen
            s.hidden[seat] = count_ones(unseen)
            s.hands[seat] ^= unseen
            s.stack |= unseen


@kernel
def redeal(position: Position, viewer: int, random: Any) -> None:
    """Deal each hand as many tiles of the stack as were concealed from it."""
    s = see(position)
    for seat in range(s.players):
        while s.hidden[seat] > 0:
            tile = bit(random_tile(s.stack, random))
            s.stack ^= tile
            s.hands[seat] |= tile
            s.hidden[seat] -= 1


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write for each placement its points and how many lines of each kind they are (ZG-6)."""
    s = see(position)
    known, lines = -1, 0  # moves come square by square: most ask about the last one again
    for k in range(count):
        rows[k, 1] = 0
        rows[k, 2] = 0
        if moves[k] < TAKES:
            tile, square = moves[k] // PLACES, SQUARE_OF[moves[k] % PLACES]
            if square != known:
                known, lines = square, lines_at(s.cells, square)
            rows[k, 1] = (lines >> COLOUR_DIGITS[tile]) & 15
            rows[k, 2] = (lines >> SHAPE_DIGITS[tile]) & 15
        rows[k, 0] = rows[k, 1] + rows[k, 2]
