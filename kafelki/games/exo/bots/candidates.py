"""The moves that a search looks at: all, with a guess of their worth, the threats, the blocks."""

from __future__ import annotations

from kafelki.games.exo.bots import windows
from kafelki.games.exo.bots.weights import ALL, GAINS, GAPS, LENGTH, OUT_OF_PLAY, THREE_KINDS
from kafelki.games.exo.bots.windows import AROUND, PLACES, SQUARES, THROUGH, WORDS, WORDS_IN_PLAY
from kafelki.games.exo.kernels import CELLS, LARGEST, PAIRS, PAIRS_AROUND, TABLES, list_moves, see
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Position, bit, kernel, lowest_one


@kernel
def judge_squares(s: Fields, known: Fields, seat: int, gains: Fields) -> None:
    """Write what each symbol on each square would change for the seat: X first, then O."""
    for row in range(s.size):
        for column in range(s.size):
            cell = row * LARGEST + column
            cross = nought = 0
            for k in range(AROUND):
                stretch = THROUGH[cell, k]
                if stretch < 0 or known.codes[stretch] == OUT_OF_PLAY:
                    break
                cross += GAINS[seat, PLACES[cell, k], known.codes[stretch], 0]
                nought += GAINS[seat, PLACES[cell, k], known.codes[stretch], 1]
            gains[cell] = cross
            gains[CELLS + cell] = nought


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
        if stretch < 0 or known.codes[stretch] == OUT_OF_PLAY:
            break
        total += GAINS[seat, PLACES[cell, k], known.codes[stretch], symbol - 1]
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
    beside = windows.square_of(threat, seat)
    stretch = four_of(known, windows.square_of(threat, 1 - seat), beside, 1 - seat)
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
        if rest >= 0 and not windows.is_on(stretch, SQUARES[own, rest]):
            cell = SQUARES[own, rest]
            for d in range(4):
                pair = PAIRS_AROUND[cell, d]
                if pair >= 0 and bitset.contains(s.free, pair):
                    moves[count] = windows.move_of(pair, cell, seat)
                    count += 1
    return count


@kernel
def four_of(known: Fields, gap: int, beside: int, seat: int) -> int:
    """Return the seat's four that lacks the square `gap` and does not pass over `beside`."""
    for k in range(AROUND):
        stretch = THROUGH[gap, k]
        if stretch < 0:
            break
        if GAPS[seat, known.codes[stretch]] == PLACES[gap, k] + 1 and not windows.is_on(
            stretch, beside
        ):
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


@kernel
def list_threats(
    position: Position, known: Fields, seat: int, moves: Fields, listed: Fields
) -> int:
    """Write every move after which the seat might finish a four; return how many there are.

    Either its symbol makes a four of a three, or there is a four already that cannot be
    finished: then the gap is covered, or a square beside it. Where the opponent has fours too,
    they may be what keeps it from being finished (EX-8), and any move may change that.
    """
    s = see(position)
    words = WORDS_IN_PLAY[s.size]
    for k in range(listed.shape[0]):
        listed[k] = bit(0) - bit(0)
    count = 0
    theirs = False
    for k in range(words):
        theirs = theirs or known.fours[(1 - seat) * WORDS + k] != 0
    for k in range(words):
        word = known.threes[k]
        while word != 0:
            stretch = 64 * k + lowest_one(word)
            word = word & (word - bit(0))
            if (THREE_KINDS[known.codes[stretch]] - 1) // 3 == seat:
                for place in range(LENGTH):
                    cell = SQUARES[stretch, place]
                    if s.tops[cell] != seat + 1:
                        count = list_on(s, cell, seat, moves, count, listed)
        word = known.fours[seat * WORDS + k]
        while word != 0:
            stretch = 64 * k + lowest_one(word)
            word = word & (word - bit(0))
            if theirs:
                return list_moves(position, seat, moves)
            gap = SQUARES[stretch, GAPS[seat, known.codes[stretch]] - 1]
            for d in range(5):
                cell = gap if d == 4 else TABLES.neighbours[gap, d]
                if cell < CELLS:
                    for either in range(2):
                        count = list_on(s, cell, either, moves, count, listed)
    return count


@kernel
def list_on(s: Fields, cell: int, seat: int, moves: Fields, count: int, listed: Fields) -> int:
    """Add the moves that put a seat's symbol on a square, unless listed; return how many are."""
    for d in range(4):
        pair = PAIRS_AROUND[cell, d]
        if pair >= 0 and bitset.contains(s.free, pair):
            move = windows.move_of(pair, cell, seat)
            if not bitset.contains(listed, move):
                bitset.add(listed, move)
                moves[count] = move
                count += 1
    return count


@kernel
def list_rest(s: Fields, moves: Fields, count: int, listed: Fields) -> int:
    """Add all moves that are not among the threats listed; return how many there are then."""
    if count == 2 * bitset.size(s.free):
        return count
    for k in range(s.free.shape[0]):
        word = s.free[k]
        while word != 0:
            pair = 64 * k + lowest_one(word)
            word = word & (word - bit(0))
            for colours in range(1, 3):
                move = pair + colours * PAIRS
                if not bitset.contains(listed, move):
                    moves[count] = move
                    count += 1
    return count
