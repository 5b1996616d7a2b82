"""The worth of every legal move at a glance: wins, losses, threats, and how the lines change."""

from __future__ import annotations

from typing import Any

from kafelki.games.exo import kernels as exo
from kafelki.games.exo.bots import windows
from kafelki.games.exo.bots.weights import GAPS, THREE_KINDS, VALUES
from kafelki.games.exo.bots.windows import AROUND, REACH, STRETCHES, THROUGH
from kafelki.games.exo.kernels import PAIRS, TABLES, WINNING_LINE, see
from kafelki.kernels.language import Fields, Position, kernel

WINS = 1_000_000.0
LOSES_NOW = -1_000_000.0
"""The move itself gives the opponent five."""
LOSES_NEXT = -500_000.0
"""The opponent can finish five in answer; that much less the lines are worth besides."""
ONE_THREAT = 200.0
"""The seat could finish five in one place next: the opponent has to answer."""
TWO_THREATS = 500.0
"""The same in two places or more, which can seldom be answered with one tile."""


@kernel
def evaluate_moves(position: Position, seat: int, moves: Any, count: int, values: Any) -> None:
    """Write the worth of each move to the seat, one move deep and exact about the next one."""
    s = see(position)
    threatened = has_four(s, 1 - seat)
    for k in range(count):
        values[k] = worth_of(s, seat, moves[k], threatened)


@kernel
def worth_of(s: Fields, seat: int, move: int, threatened: bool) -> float:
    """Return the worth of one move; `threatened` when the opponent has fours already."""
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    top_first, top_second = s.tops[first], s.tops[second]
    under_first, under_second = s.others[first], s.others[second]
    before = worth_around(s, first, second, 1 - seat)
    exo.lay_half(s, first, second, move // PAIRS // 2 + 1)
    exo.lay_half(s, second, first, move // PAIRS % 2 + 1)
    exo.renew_free_pairs(s, first)
    exo.renew_free_pairs(s, second)
    if exo.longest_line(s, first, second, 2 - seat) >= WINNING_LINE:
        worth = LOSES_NOW
    elif exo.longest_line(s, first, second, seat + 1) >= WINNING_LINE:
        worth = WINS
    else:
        # Afterwards it is the opponent's turn: their gain is the seat's loss.
        worth = float(before - worth_around(s, first, second, 1 - seat))
        worth += worth_of_threats(s, seat, first, second, threatened)
    take_back(s, first, top_first, under_first)
    take_back(s, second, top_second, under_second)
    exo.renew_free_pairs(s, first)
    exo.renew_free_pairs(s, second)
    return worth


@kernel
def take_back(s: Fields, cell: int, symbol: int, other: int) -> None:
    """Lift a half that was laid on a square, and show again what lay below it."""
    s.heights[cell] -= 1
    s.tops[cell] = symbol
    s.others[cell] = other
    if other:
        s.others[cell + other] = -other


@kernel
def worth_around(s: Fields, first: int, second: int, seat: int) -> int:
    """Return what the stretches through either of two squares are worth to a seat to move."""
    worth = 0
    for k in range(2 * AROUND):
        stretch = THROUGH[first if k < AROUND else second, k % AROUND]
        if stretch < 0 or (k >= AROUND and windows.is_on(stretch, first)):
            continue
        code = windows.code_of(s, stretch)
        worth += VALUES[seat, code]
        if THREE_KINDS[code]:
            worth += windows.worth_of_three(s, stretch, THREE_KINDS[code], seat)
    return worth


@kernel
def has_four(s: Fields, seat: int) -> bool:
    """Return whether a seat has a four, be it possible to finish it or not."""
    for stretch in range(STRETCHES):
        if REACH[stretch] > s.size:
            break
        if GAPS[seat, windows.code_of(s, stretch)]:
            return True
    return False


@kernel
def worth_of_threats(s: Fields, seat: int, first: int, second: int, threatened: bool) -> float:
    """Return what the fives that either player could finish next add to a move just made."""
    mine = theirs = 0
    last = -1
    # Without fours before, the opponent can have got one through the new half only.
    anywhere = threatened and s.left > 1
    for k in range(STRETCHES if anywhere else 2 * AROUND):
        stretch = k
        if not anywhere:
            stretch = THROUGH[first if k < AROUND else second, k % AROUND]
        if stretch < 0:
            continue
        if anywhere and REACH[stretch] > s.size:
            break
        code = windows.code_of(s, stretch)
        player = 0 if GAPS[0, code] else 1
        gap = GAPS[player, code]
        if gap == 0:
            continue
        move = windows.finishing_move(s, stretch, gap - 1, player)
        if move < 0:
            continue
        if player != seat:
            theirs += 1
        elif move != last:
            mine += 1
            last = move
    if theirs and s.left > 1:
        return LOSES_NEXT
    if mine == 1:
        return ONE_THREAT
    return TWO_THREATS if mine > 1 else 0.0
