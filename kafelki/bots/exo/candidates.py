"""The moves that a search looks at: all of them with a guess of their worth, or just the blocks."""

from __future__ import annotations

from kafelki.bots.exo.weights import ALL, GAPS, LENGTH, PROMISES
from kafelki.bots.exo.windows import (
    AROUND,
    PLACES,
    SQUARES,
    THROUGH,
    is_on,
    move_of,
    square_of,
    symbol_bit,
)
from kafelki.rules import bitset
from kafelki.rules.exo import CELLS, LARGEST, PAIRS, PAIRS_AROUND, TABLES
from kafelki.rules.kernels import Fields, bit, kernel, lowest_one


@kernel
def judge_squares(s: Fields, known: Fields, seat: int, gains: Fields) -> None:
    """Write what each symbol on each square would change for the seat: X first, then O."""
    for row in range(s.size):
        for column in range(s.size):
            cell = row * LARGEST + column
            for symbol in range(2):
                gains[symbol * CELLS + cell] = gain(known, cell, symbol + 1, seat)


@kernel
def judge_moves(known: Fields, seat: int, moves: Fields, count: int, values: Fields) -> None:
    """Write the sum of the gains of the two squares that each of a few moves covers."""
    for k in range(count):
        pair, colours = moves[k] % PAIRS, moves[k] // PAIRS
        values[k] = 0
        for half in range(2):
            symbol = colours if half == 0 else 3 - colours
            values[k] += gain(known, TABLES.pairs[pair, half], symbol, seat)


@kernel
def gain(known: Fields, cell: int, symbol: int, seat: int) -> int:
    """Return how much better the lines are for the seat, once the symbol is seen there."""
    total = 0
    for k in range(AROUND):
        stretch = THROUGH[cell, k]
        if stretch < 0:
            break
        place = PLACES[cell, k]
        old = known.codes[stretch]
        new = (old & ~symbol_bit(3, place)) | symbol_bit(symbol, place)
        # Then it is the opponent's turn: what is good for them is bad for the seat.
        total += PROMISES[1 - seat, old] - PROMISES[1 - seat, new]
    return total


@kernel
def list_all(s: Fields, moves: Fields, values: Fields, gains: Fields) -> int:
    """Write every legal move with the sum of its squares' gains; return how many there are."""
    count = 0
    for k in range(s.free.shape[0]):
        word = s.free[k]
        while word != 0:
            pair = 64 * k + lowest_one(word)
            word = word & (word - bit(0))
            first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
            moves[count] = pair + PAIRS
            values[count] = gains[first] + gains[CELLS + second]
            moves[count + 1] = pair + 2 * PAIRS
            values[count + 1] = gains[CELLS + first] + gains[second]
            count += 2
    return count


@kernel
def list_blocks(s: Fields, known: Fields, seat: int, threat: int, moves: Fields) -> int:
    """Write the seat's moves that can stop a winning move of the opponent; return how many.

    Whatever stops it must change one of the squares of the opponent's four, or the
    height of the one beside its gap, or must make a four of the seat's own that the
    winning move would finish too (EX-8). So there is no other move to look at.
    """
    beside = square_of(threat, seat)
    stretch = four_of(known, square_of(threat, 1 - seat), beside, 1 - seat)
    count = 0
    for k in range(LENGTH + 1):
        cell = beside if k == LENGTH else SQUARES[stretch, k]
        for d in range(4):
            pair = PAIRS_AROUND[cell, d]
            if pair < 0 or not bitset.contains(s.free, pair):
                continue
            if not is_before(stretch, k, TABLES.neighbours[cell, d]):
                moves[count] = pair + PAIRS
                moves[count + 1] = pair + 2 * PAIRS
                count += 2
    for k in range(AROUND):
        own = THROUGH[beside, k]
        if own < 0:
            break
        rest = missing_besides(known.codes[own], PLACES[beside, k], seat)
        if rest >= 0 and not is_on(stretch, SQUARES[own, rest]):
            cell = SQUARES[own, rest]
            for d in range(4):
                pair = PAIRS_AROUND[cell, d]
                if pair >= 0 and bitset.contains(s.free, pair):
                    moves[count] = move_of(pair, cell, seat)
                    count += 1
    return count


@kernel
def four_of(known: Fields, gap: int, beside: int, seat: int) -> int:
    """Return the seat's four that lacks the square `gap` and does not pass over `beside`."""
    for k in range(AROUND):
        stretch = THROUGH[gap, k]
        if stretch < 0:
            break
        if GAPS[seat, known.codes[stretch]] == PLACES[gap, k] + 1 and not is_on(stretch, beside):
            return stretch
    return -1


@kernel
def is_before(stretch: int, place: int, cell: int) -> bool:
    """Return whether a square's moves were written already: those of earlier places were."""
    found = False
    for k in range(place):
        found = found or SQUARES[stretch, k] == cell
    return found


@kernel
def missing_besides(code: int, place: int, seat: int) -> int:
    """Return the place that a seat's three lacks besides a given one it lacks too, or −1."""
    lacking = ~(code >> seat * LENGTH) & ALL
    lacking = lacking & ~(1 << place) if lacking >> place & 1 else 0
    for rest in range(LENGTH):
        if lacking == 1 << rest:
            return rest
    return -1
