"""EXO: stacking dominoes with an X and an O, five in a row seen from above.

2 |  .  .  .  .  .      Squares are named a1, b1, … from the lower left corner.
1 |  X  O  .  .  .      A tile lies on two of them, on the board or on two tiles
     a  b  c  d  e      of the same height.
"""

from __future__ import annotations

from typing import Any

from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Layout, Position, kernel, table
from kafelki.kernels.randomness import random_below
from kafelki.rules.contract import BOTH_FIVE, FIVE, NO_PLACE, NO_TILE
from kafelki.rules.dominoes import Placements
from kafelki.rules.geometry import square_board

LARGEST = 19
USUAL_SIZE = 10  # P (EX-1)
TILES = 60  # R (EX-2)
WINNING_LINE = 5  # R (EX-7)

BOARD = square_board(LARGEST, LARGEST)
"""Every size is the lower left corner of the largest board: names of squares stay."""

PLACEMENTS = Placements("XO", BOARD, rule="EX-4", board_rule="EX-4")
PAIRS = PLACEMENTS.pairs
CELLS = len(BOARD.names)
TABLES = BOARD.tables

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _rays() -> list[list[int]]:
    def at(row: int, column: int) -> int:
        inside = 0 <= row < LARGEST and 0 <= column < LARGEST
        return row * LARGEST + column if inside else -1

    return [[at(c // LARGEST + r, c % LARGEST + k) for r, k in STEPS] for c in range(CELLS)]


RAYS = table(_rays(), "int16")
"""[cell, direction of eight]: the next square; direction d + 4 is the opposite one."""

see = Layout(
    free=("uint64", BOARD.pair_words),  # the pairs of squares that a tile may cover now
    others=("int8", CELLS),  # how far it is to the top tile's other half; 0: none or covered
    heights=("int8", CELLS),  # how many tiles lie on a square
    tops=("int8", CELLS),  # what is seen from above: 0 nothing, 1 X, 2 O
    size=("int8", ()),
    left=("int8", ()),  # tiles in the common stock
    turn=("int8", ()),
    reason=("int8", ()),  # why the game is over; 0 while it goes on
    winner=("int8", ()),  # seat + 1; 0: nobody
)

OUTSIDE, UNEVEN, ONE_TILE, NO_TILE_HAS = range(1, 5)


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the empty board of `option` squares a side and the stock of tiles (EX-1, EX-2)."""
    s = see(position)
    s.size = option
    s.left = TILES
    for pair in range(PAIRS):
        if objection_to_pair(s, pair) == 0:
            bitset.add(s.free, pair)


@kernel
def acting(position: Position) -> int:
    """Return the seat whose turn it is; seat 0 starts and turns alternate (EX-3)."""
    s = see(position)
    return 0 if s.reason else 1 << s.turn


@kernel
def objection_to_pair(s: Fields, pair: int) -> int:
    """Return 0 when a tile may cover the pair of squares, else the objection (EX-4, EX-5)."""
    first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
    if second % LARGEST >= s.size or second // LARGEST >= s.size:
        return OUTSIDE
    if s.heights[first] != s.heights[second]:
        return UNEVEN
    if s.others[first] == second - first:
        return ONE_TILE
    return 0


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the tile may be placed so, else the objection (EX-2, EX-4, EX-5, EX-6)."""
    if move // PAIRS == 0 or move // PAIRS == 3:
        return NO_TILE_HAS
    return objection_to_pair(see(position), move % PAIRS)


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write both ways to cover each free pair; there is no passing (EX-3)."""
    s = see(position)
    count = bitset.list_members(s.free, moves)
    for k in range(count):
        moves[count + k] = moves[k] + 2 * PAIRS
        moves[k] += PAIRS
    return 2 * count


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move."""
    s = see(position)
    chosen = random_below(random, 2 * bitset.size(s.free))
    return bitset.member(s.free, chosen >> 1) + PAIRS * (1 + (chosen & 1))


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Place a tile; five in a row, an empty stock or no free pair ends the game (EX-7 to EX-9)."""
    s = see(position)
    colours = move // PAIRS
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    lay_half(s, first, second, colours // 2 + 1)
    lay_half(s, second, first, colours % 2 + 1)
    renew_free_pairs(s, first)
    renew_free_pairs(s, second)
    s.left -= 1
    mine = longest_line(s, first, second, seat + 1) >= WINNING_LINE
    others = longest_line(s, first, second, 2 - seat) >= WINNING_LINE
    if others:  # also when both have five (EX-8)
        s.reason, s.winner = BOTH_FIVE if mine else FIVE, 2 - seat
    elif mine:
        s.reason, s.winner = FIVE, seat + 1
    elif s.left == 0:
        s.reason = NO_TILE
    elif bitset.is_empty(s.free):
        s.reason = NO_PLACE
    s.turn = 1 - seat


@kernel
def lay_half(s: Fields, cell: int, other: int, symbol: int) -> None:
    """Put one half of a tile on a square, on top of what lies there (EX-5)."""
    s.others[cell + s.others[cell]] = 0
    s.others[cell] = other - cell
    s.heights[cell] += 1
    s.tops[cell] = symbol


@kernel
def renew_free_pairs(s: Fields, cell: int) -> None:
    """Find out again which pairs with the square can be covered."""
    bitset.subtract(s.free, TABLES.pair_masks, cell)
    for d in range(4):
        pair = PAIRS_AROUND[cell, d]
        if pair >= 0 and objection_to_pair(s, pair) == 0:
            bitset.add(s.free, pair)


def _pairs_around(cell: int) -> list[int]:
    pairs = (sorted((cell, TABLES.neighbours[cell, d])) for d in range(4))
    return [BOARD.pair_numbers.get((first, second), -1) for first, second in pairs]


PAIRS_AROUND = table([_pairs_around(cell) for cell in range(CELLS)], "int16")


@kernel
def line_length(s: Fields, cell: int, direction: int, symbol: int) -> int:
    """Return how many of a symbol follow a square in one direction, seen from above (EX-7)."""
    length = 0
    cell = RAYS[cell, direction]
    while cell >= 0 and s.tops[cell] == symbol:
        length += 1
        cell = RAYS[cell, direction]
    return length


@kernel
def longest_line(s: Fields, first: int, second: int, symbol: int) -> int:
    """Return the longest line of a symbol through either half of a tile just placed (EX-7)."""
    longest = 0
    cell = first if s.tops[first] == symbol else second
    for d in range(4):
        length = 1 + line_length(s, cell, d, symbol) + line_length(s, cell, d + 4, symbol)
        longest = max(longest, length)
    return longest


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places: the winner first, a draw shares the first (EX-7 to EX-9)."""
    s = see(position)
    for seat in range(2):
        places[seat] = 2 if s.winner == 2 - seat else 1
    return s.reason


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write for each move the longest line it gives the player and the opponent (EX-7, EX-8)."""
    s = see(position)
    for k in range(count):
        colours = moves[k] // PAIRS
        first, second = TABLES.pairs[moves[k] % PAIRS, 0], TABLES.pairs[moves[k] % PAIRS, 1]
        below_first, below_second = s.tops[first], s.tops[second]
        s.tops[first] = colours // 2 + 1
        s.tops[second] = colours % 2 + 1
        rows[k, 0] = longest_line(s, first, second, seat + 1)
        rows[k, 1] = longest_line(s, first, second, 2 - seat)
        s.tops[first] = below_first
        s.tops[second] = below_second
