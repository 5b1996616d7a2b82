"""Stretches of five squares in a row: what is seen on each, and where one would be finished.

A stretch has a *code*: bits 0 to 4 say on which of its squares an X is seen, bits 5 to 9
the same for O. All that a player wants to know of the lines on the board is looked up by it.
"""

from __future__ import annotations

from kafelki.games.exo import kernels as exo
from kafelki.games.exo.bots import weights
from kafelki.games.exo.bots.weights import GAPS, LENGTH, OUT_OF_PLAY, THREE_KINDS, THREES, VALUES
from kafelki.games.exo.kernels import CELLS, LARGEST, PAIRS, PAIRS_AROUND, TABLES, WINNING_LINE, see
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Layout, Position, bit, kernel, lowest_one, table

DIRECTIONS = 4
AROUND = LENGTH * DIRECTIONS
"""No square is on more stretches than this."""


def _stretches() -> list[list[int]]:
    found = []
    for start in range(CELLS):
        for direction in range(DIRECTIONS):
            cells = [start]
            while len(cells) < LENGTH and cells[-1] >= 0:
                cells.append(exo.RAYS[cells[-1], direction])
            if cells[-1] >= 0:
                found.append(cells)
    return sorted(found, key=_reach)


def _reach(cells: list[int]) -> int:
    """Return the smallest board that a stretch fits on."""
    return max(max(divmod(cell, LARGEST)) + 1 for cell in cells)


_STRETCHES = _stretches()
STRETCHES = len(_STRETCHES)
WORDS = (STRETCHES + 63) // 64


def _through() -> list[list[tuple[int, int]]]:
    through: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    for number, cells in enumerate(_STRETCHES):
        for place, cell in enumerate(cells):
            through[cell].append((number, place))
    return [row + [(-1, 0)] * (AROUND - len(row)) for row in through]


_THROUGH = _through()
SQUARES = table(_STRETCHES, "int16")
"""[stretch, place]: its squares in order."""

THROUGH = table([[stretch for stretch, _ in row] for row in _THROUGH], "int16")
"""[square, k]: the stretches that the square is on, those of small boards first, then −1."""

PLACES = table([[place for _, place in row] for row in _THROUGH], "int8")
"""[square, k]: the square's place on that stretch."""

REACH = table([_reach(row) for row in _STRETCHES], "int8")
"""[stretch]: the smallest board that it fits on; it never falls from one stretch to the next."""

WORDS_IN_PLAY = table(
    [bitset.words_for(sum(reach <= size for reach in REACH)) for size in range(LARGEST + 1)], "int8"
)
"""[size]: how many words of a set of stretches have any that fit on the board."""

KINDS = table(
    [0 if abs(row[1] - row[0]) in (1, LARGEST) else weights.DIAGONAL for row in _STRETCHES], "int16"
)
"""[stretch]: the part of its code that never changes."""

lines = Layout(
    fours=("uint64", 2 * WORDS),  # the stretches on which a seat lacks one square, a seat at a time
    threes=("uint64", WORDS),  # the stretches on which either seat has three
    worth=("int32", 2),  # what all the stretches are worth to the seat, if it is its turn
    codes=("int16", STRETCHES),
)


@kernel
def read_lines(position: Position, record: Position) -> None:
    """Write what is seen on every stretch of a position."""
    s, known = see(position), lines(record)
    for k in range(2 * WORDS):
        known.fours[k] = bit(0) - bit(0)
    for k in range(WORDS):
        known.threes[k] = bit(0) - bit(0)
    known.worth[0] = known.worth[1] = 0
    for stretch in range(STRETCHES):
        code = code_of(s, stretch)
        known.codes[stretch] = code
        if THREE_KINDS[code]:
            known.threes[stretch >> 6] |= bit(stretch & 63)
        for seat in range(2):
            known.worth[seat] += VALUES[seat, code]
            if GAPS[seat, code]:
                known.fours[seat * WORDS + (stretch >> 6)] |= bit(stretch & 63)


@kernel
def code_of(s: Fields, stretch: int) -> int:
    """Return the code of a stretch."""
    if REACH[stretch] > s.size:
        return OUT_OF_PLAY
    code = KINDS[stretch] | 0
    for place in range(LENGTH):
        code |= symbol_bit(s.tops[SQUARES[stretch, place]], place)
    return code


@kernel
def symbol_bit(symbol: int, place: int) -> int:
    """Return what a symbol seen on a place adds to a code (symbol 0: nothing)."""
    return ((symbol & 1) | (symbol >> 1) << LENGTH) << place


@kernel
def see_symbol(known: Fields, cell: int, symbol: int) -> None:
    """Bring the lines up to date: from now on this symbol is seen on the square."""
    for k in range(AROUND):
        stretch = THROUGH[cell, k]
        if stretch < 0 or known.codes[stretch] == OUT_OF_PLAY:
            break
        place = PLACES[cell, k]
        old = known.codes[stretch]
        new = (old & ~symbol_bit(3, place)) | symbol_bit(symbol, place)
        known.codes[stretch] = new
        if (THREE_KINDS[old] == 0) != (THREE_KINDS[new] == 0):
            known.threes[stretch >> 6] ^= bit(stretch & 63)
        for seat in range(2):
            known.worth[seat] += VALUES[seat, new] - VALUES[seat, old]
            if (GAPS[seat, old] == 0) != (GAPS[seat, new] == 0):
                known.fours[seat * WORDS + (stretch >> 6)] ^= bit(stretch & 63)


@kernel
def worth_of_threes(s: Fields, known: Fields, seat: int) -> int:
    """Return what the threes on the board are worth besides to the seat whose turn it is.

    What counts is which of their squares can be covered now: a three that nobody can
    break is strong, one that cannot be filled is not.
    """
    worth = 0
    for k in range(WORDS_IN_PLAY[s.size]):
        word = known.threes[k]
        while word != 0:
            stretch = 64 * k + lowest_one(word)
            word = word & (word - bit(0))
            worth += worth_of_three(s, stretch, THREE_KINDS[known.codes[stretch]], seat)
    return worth


@kernel
def worth_of_three(s: Fields, stretch: int, kind: int, seat: int) -> int:
    """Return what a three is worth besides, by which of its squares a tile can be laid on."""
    owner = (kind - 1) // 3
    lacking = held = 0
    for place in range(LENGTH):
        cell = SQUARES[stretch, place]
        if not is_in_reach(s, cell):
            if s.tops[cell] == owner + 1:
                held += 1
            elif lacking < 2:
                lacking += 1
    return THREES[0 if owner == seat else 1, (kind - 1) % 3, lacking, held]


@kernel
def is_in_reach(s: Fields, cell: int) -> bool:
    """Return whether a tile can be laid on a square."""
    for d in range(4):
        pair = PAIRS_AROUND[cell, d]
        if pair >= 0 and bitset.contains(s.free, pair):
            return True
    return False


@kernel
def winning_move(s: Fields, known: Fields, seat: int) -> int:
    """Return a move with which the seat would win at once, or −1."""
    for k in range(WORDS_IN_PLAY[s.size]):
        word = known.fours[seat * WORDS + k]
        while word != 0:
            stretch = 64 * k + lowest_one(word)
            move = finishing_move(s, stretch, GAPS[seat, known.codes[stretch]] - 1, seat)
            if move >= 0:
                return move
            word = word & (word - bit(0))
    return -1


@kernel
def finishing_move(s: Fields, stretch: int, gap: int, seat: int) -> int:
    """Return a move that wins by filling the gap of a seat's four, or −1 (EX-5, EX-7, EX-8).

    The other half must not cover the four itself, nor finish a line of the opponent.
    """
    cell = SQUARES[stretch, gap]
    for d in range(4):
        pair = PAIRS_AROUND[cell, d]
        if pair >= 0 and exo.objection_to_pair(s, pair) == 0:
            other = TABLES.neighbours[cell, d]
            if not is_on(stretch, other) and not helps_opponent(s, cell, other, seat):
                return move_of(pair, cell, seat)
    return -1


@kernel
def is_on(stretch: int, cell: int) -> bool:
    """Return whether a stretch passes over a square."""
    found = False
    for place in range(LENGTH):
        found = found or SQUARES[stretch, place] == cell
    return found


@kernel
def helps_opponent(s: Fields, cell: int, other: int, seat: int) -> bool:
    """Return whether the seat's symbol on `cell` gives the opponent five through `other`."""
    below_cell, below_other = s.tops[cell], s.tops[other]
    s.tops[cell] = seat + 1
    s.tops[other] = 2 - seat
    five = exo.longest_line(s, cell, other, 2 - seat) >= WINNING_LINE
    s.tops[cell] = below_cell
    s.tops[other] = below_other
    return five


@kernel
def move_of(pair: int, cell: int, seat: int) -> int:
    """Return the move that covers a pair with the seat's symbol on `cell`, one of the two."""
    cross_first = (cell == TABLES.pairs[pair, 0]) == (seat == 0)
    return pair + PAIRS * (1 if cross_first else 2)


@kernel
def square_of(move: int, seat: int) -> int:
    """Return the square on which a move puts the seat's symbol."""
    pair = move % PAIRS
    return TABLES.pairs[pair, 0 if (move // PAIRS == 1) == (seat == 0) else 1]
