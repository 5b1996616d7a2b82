"""The expert's search: alpha-beta with a transposition table, on a stack of its own.

It can stop after any number of positions and go on later. Depth is counted in quarters
of a move, so that answers to threats, which are forced, cost less than free moves.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kafelki.games.exo.bots.candidates import judge_moves, judge_squares, list_all, list_blocks
from kafelki.games.exo.bots.stack import control, frame, lay, take_best
from kafelki.games.exo.bots.threats import wins_soon
from kafelki.games.exo.bots.weights import TEMPO
from kafelki.games.exo.bots.windows import lines, winning_move, worth_of_threes
from kafelki.games.exo.kernels import PAIRS, TABLES, TILES, see
from kafelki.games.exo.rules import GAME
from kafelki.kernels.language import Fields, kernel, shift_right, signed, table
from kafelki.kernels.randomness import WORD

WON = 1_000_000
"""The worth of a game won; one that is won n moves from now is worth n less."""
SURE = WON - 1000
"""More than this: a win that the search has seen to its end."""
ENDLESS = WON + 1

FREE = 4
"""What a free move costs of the depth."""
BLOCK = 1
"""What an answer to a threat costs of the depth."""
DEEPEST = -8
"""Below this depth not even threats are answered."""
LAST_TILES = 4
"""With so few tiles left every move is tried."""

THREATS_A_NODE = 4
"""So many tiles of threats and answers to them take about as long as one position."""

ENTER, CHOOSE, BACK, AGAIN = range(4)
FULL, NARROW, SHALLOW = range(3)

BITS = 17
ENTRIES = 1 << BITS
EXACT, AT_LEAST, AT_MOST = range(3)

_random = Random("the tiles of EXO")
TILE_KEYS = table([_random.getrandbits(64) for _ in range(GAME.move_count)], "uint64")
HEIGHT_KEYS = table([_random.getrandbits(64) | 1 for _ in range(TILES + 1)], "uint64")


@kernel
def think(
    positions: Any, records: Any, frames: Any, state: Any, keys: Any, rows: Any, nodes: int
) -> int:
    """Go on with a search for about so many positions; return 1 when it is finished, else 0."""
    c = control(state)
    limit = c.nodes + nodes
    ply = c.ply
    while c.nodes < limit:
        f = frame(frames[ply])
        closed = False
        if f.stage == ENTER:
            f.stage = CHOOSE
            closed = is_decided(see(positions[ply]), lines(records[ply]), f, c, ply, keys, rows)
        elif f.stage == BACK:
            take(f, frame(frames[ply + 1]), c, ply)
        if not closed and f.stage == CHOOSE and is_done(f):
            if c.fours and f.alpha < f.beta and f.done < f.count:
                try_fours(positions, records, frames, f, c, ply, limit)
            remember(f, ply, keys, rows)
            closed = True
        if closed:
            if ply == 0:
                c.value = f.best
                return 1
            ply -= 1
            c.value = -f.best
        elif f.stage == AGAIN:
            f.stage = BACK
            ply += 1
        else:
            f.stage = BACK
            if try_next(positions, records, f, frame(frames[ply + 1]), c, ply):
                ply += 1
    c.ply = ply
    return 0


@kernel
def is_decided(
    s: Fields, known: Fields, f: Fields, c: Fields, ply: int, keys: Any, rows: Any
) -> bool:
    """Find a node's worth at once, or list its moves; return whether the worth is found."""
    seat = s.turn
    threat = -1
    for each in range(2):  # one's own win comes first, then the opponent's, if one did nothing
        threat = winning_move(s, known, seat if each == 0 else 1 - seat)
        if each == 0 and threat >= 0:
            f.best = WON - ply - 1
            return True
    f.forced = threat >= 0 and s.left > 1
    f.floor = f.alpha
    f.best = -ENDLESS
    f.best_move = -1
    f.done = 0
    if is_remembered(f, ply, keys, rows):
        return True
    if f.depth <= (DEEPEST if f.forced else 0):
        f.best = TEMPO + known.worth[seat] + worth_of_threes(s, known, seat)
        return True
    if f.forced:
        f.count = list_blocks(s, known, seat, threat, f.moves)
        judge_moves(known, seat, f.moves, f.count, f.values)
        f.width = f.count
        f.best = ply + 2 - WON
    else:
        judge_squares(s, known, seat, c.gains)
        f.count = list_all(s, f.moves, f.values, c.gains)
        f.width = f.count if s.left <= LAST_TILES else c.width + f.depth // FREE
    order(f, c, seat)
    return False


@kernel
def order(f: Fields, c: Fields, seat: int) -> None:
    """Raise the moves that did well elsewhere (history, killer moves), most the one remembered."""
    for k in range(f.count):
        move = f.moves[k]
        f.values[k] += c.history[seat, move] >> 6
        if move == f.killers[0] or move == f.killers[1]:
            f.values[k] += 100
        if move == f.best_move:
            f.values[k] += WON
    f.best_move = -1
    f.likely = 0


@kernel
def is_done(f: Fields) -> bool:
    """Return whether no more moves need to be tried."""
    if f.alpha >= f.beta or f.done >= f.count:
        return True
    return f.done >= f.width and f.best > -SURE


@kernel
def try_fours(
    positions: Any, records: Any, frames: Any, f: Fields, c: Fields, ply: int, limit: int
) -> None:
    """See whether one of the moves not tried makes a four that no answer stops."""
    before = c.nodes
    if wins_soon(positions, records, frames, ply, 3, c):
        f.best = WON - ply - 3
        f.alpha = max(f.alpha, f.best)
    c.nodes = min(limit, before + (c.nodes - before) // THREATS_A_NODE)


@kernel
def try_next(positions: Any, records: Any, f: Fields, child: Fields, c: Fields, ply: int) -> bool:
    """Play the most promising of the moves left; return whether the game goes on after it."""
    move = take_best(f, f.done)
    f.done += 1
    f.move = move
    if not lay(positions, records, ply, move, c):
        winner = see(positions[ply + 1]).winner
        f.trial = FULL
        c.value = 0
        if winner:
            c.value = WON - ply - 1 if winner == see(positions[ply]).turn + 1 else ply + 1 - WON
        return False
    height = see(positions[ply]).heights[TABLES.pairs[move % PAIRS, 0]]
    child.key = f.key ^ ((TILE_KEYS[move] * HEIGHT_KEYS[height]) & WORD)
    send(f, child)
    return True


@kernel
def send(f: Fields, child: Fields) -> None:
    """Set the child's depth and window: the later the move, the less is first expected of it."""
    child.stage = ENTER
    child.depth = f.depth - (BLOCK if f.forced else FREE)
    child.alpha = -f.beta
    child.beta = -f.alpha
    f.trial = FULL
    if f.done > 1 and f.beta > f.alpha + 1:
        f.trial = NARROW
        child.alpha = -f.alpha - 1
    if f.done > 4 and not f.forced and f.depth >= 3 * FREE:
        f.trial = SHALLOW
        child.alpha = -f.alpha - 1
        child.depth -= FREE


@kernel
def take(f: Fields, child: Fields, c: Fields, ply: int) -> None:
    """Take in what the move that was tried is worth, or have it tried again in full."""
    value = c.value
    if value > f.alpha and (f.trial == SHALLOW or (f.trial == NARROW and value < f.beta)):
        f.trial = FULL
        f.stage = AGAIN
        child.stage = ENTER
        child.depth = f.depth - (BLOCK if f.forced else FREE)
        child.alpha = -f.beta
        child.beta = -f.alpha
        return
    f.stage = CHOOSE
    if value > f.best:
        f.best = value
        f.best_move = f.move
        f.alpha = max(f.alpha, value)
        if f.alpha >= f.beta:
            praise(f, c, ply)


@kernel
def praise(f: Fields, c: Fields, ply: int) -> None:
    """Keep in mind a move that was too good for the opponent to allow."""
    if f.move != f.killers[0]:
        f.killers[1] = f.killers[0]
        f.killers[0] = f.move
    seat = ply & 1 ^ c.first
    bonus = f.depth * f.depth if f.depth > 0 else 1
    c.history[seat, f.move] += bonus - (c.history[seat, f.move] * bonus >> 14)


@kernel
def is_remembered(f: Fields, ply: int, keys: Any, rows: Any) -> bool:
    """Look the position up: return whether that settles its worth; else mind its best move."""
    slot = signed(shift_right(f.key, 64 - BITS))
    if keys[slot] != f.key:
        return False
    f.best_move = rows[slot, 1]
    value, bound = rows[slot, 0], rows[slot, 3]
    sure = (value > SURE and bound != AT_MOST) or (value < -SURE and bound != AT_LEAST)
    if rows[slot, 2] < f.depth and not sure:
        return False
    if value > SURE:
        value -= ply
    elif value < -SURE:
        value += ply
    if (
        bound == EXACT
        or (bound == AT_LEAST and value >= f.beta)
        or (bound == AT_MOST and value <= f.alpha)
    ):
        f.best = value
        return True
    return False


@kernel
def remember(f: Fields, ply: int, keys: Any, rows: Any) -> None:
    """Write down what was found out about a position."""
    slot = signed(shift_right(f.key, 64 - BITS))
    value = f.best
    if value > SURE:
        value += ply
    elif value < -SURE:
        value -= ply
    keys[slot] = f.key
    rows[slot, 0] = value
    rows[slot, 1] = f.best_move
    rows[slot, 2] = f.depth
    rows[slot, 3] = AT_MOST if f.best <= f.floor else (AT_LEAST if f.best >= f.beta else EXACT)
