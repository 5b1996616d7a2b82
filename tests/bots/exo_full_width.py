"""A plain search of EXO by the rules alone: does a move lose by force within five tiles?

Every tile of either player is tried, in the order of the rules. Nothing is guessed and nothing
comes from the bots. There are three short cuts: to stop at the first answer that holds, to try
first what held last, and not to look for a five where no row of five squares has four of it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kafelki.rules import bitset
from kafelki.rules.engine import engine_of, load_compiled
from kafelki.rules.exo import (
    GAME,
    LARGEST,
    PAIRS,
    PAIRS_AROUND,
    RAYS,
    TABLES,
    line_length,
    list_moves,
    longest_line,
    play,
    see,
)
from kafelki.rules.kernels import Fields, Layout, Position, copy_position, count_ones, kernel

notes = Layout(moves=("int32", (2, GAME.most_moves)), held=("int32", ()))


def loses_by_force(position: Position, move: int, tiles: int = 5) -> bool:
    """Return whether after a move the opponent wins within 3 or 5 tiles, whatever is answered."""
    after = _played(position, move)
    if see(after).reason:
        return bool(see(after).winner == 1 + see(after).turn)
    if _wins_in_three(after) or tiles == 3:
        return _wins_in_three(after)
    held: list[int] = []
    for attack in _moves(after):
        attacked = _played(after, attack)
        if see(attacked).reason:
            continue
        legal = _moves(attacked)
        answers = [each for each in held if each in legal] + legal
        answer = next((each for each in answers if _holds(attacked, each)), None)
        if answer is None:
            return True
        held = [answer]
    return False


def _holds(position: Position, answer: int) -> bool:
    """Return whether the opponent does not win within three tiles after an answer."""
    after = _played(position, answer)
    if see(after).reason:
        return bool(see(after).winner != 1 + see(after).turn)
    return not _wins_in_three(after)


def _played(position: Position, move: int) -> Position:
    after = position.copy()
    engine_of("exo").kernels.play(after, see(position).turn, move)
    return after


def _moves(position: Position) -> list[int]:
    return [int(move) for move in engine_of("exo").moves(position, see(position).turn)]


def _wins_in_three(position: Position) -> bool:
    rows = np.zeros((3, see.size), dtype=np.uint8)
    rows[0] = position
    return bool(_compiled()(rows, notes.empty()))


@cache
def _compiled() -> Any:
    from kafelki.rules import compiler

    load_compiled(["exo"])
    rows = compiler.POSITION.copy(ndim=2)
    return compiler.compiled_for(wins_in_three, compiler.INTEGER(rows, compiler.POSITION))


@kernel
def wins_in_three(positions: Any, memory: Position) -> int:
    """Return whether the player to move wins at once, or with the next tile against any answer."""
    n = notes(memory)
    n.held = -1
    seat = see(positions[0]).turn
    if wins_at_once(positions[0], seat):
        return 1
    four = has_four(see(positions[0]), seat + 1)
    for k in range(list_moves(positions[0], seat, n.moves[0])):
        move = n.moves[0, k]
        if try_move(positions, 0, move):
            now = four or makes_four(see(positions[1]), move, seat + 1)
            if not holds(positions, n, 1 - seat, now):
                return 1
    return 0


@kernel
def holds(positions: Any, n: Fields, seat: int, four: bool) -> bool:
    """Return whether in row 1 a seat can move so that the opponent does not win at once."""
    k, count = -1, 0
    while k < count:
        move = n.held if k < 0 else n.moves[1, k]
        if k >= 0 or (move >= 0 and bitset.contains(see(positions[1]).free, move % PAIRS)):
            if not four and not would_make_four(see(positions[1]), move, 2 - seat):
                held = True
            elif try_move(positions, 1, move):
                held = not wins_at_once(positions[2], 1 - seat)
            else:
                held = see(positions[2]).winner != 2 - seat
            if held:
                n.held = move
                return True
        if k < 0:
            count = list_moves(positions[1], seat, n.moves[1])
        k += 1
    return False


@kernel
def try_move(positions: Any, row: int, move: int) -> bool:
    """Play a move from one row to the next; return whether the game goes on."""
    copy_position(positions[row + 1], positions[row])
    s = see(positions[row + 1])
    play(positions[row + 1], s.turn, move)
    goes_on: bool = s.reason == 0
    return goes_on


@kernel
def wins_at_once(position: Position, seat: int) -> bool:
    """Return whether a seat could finish five with one tile, and not the opponent's too (EX-8)."""
    s = see(position)
    for row in range(s.size):
        for column in range(s.size):
            cell = row * LARGEST + column
            if not would_make_five(s, cell, seat + 1):
                continue
            for d in range(4):
                pair = PAIRS_AROUND[cell, d]
                free = pair >= 0 and bitset.contains(s.free, pair)
                if free and wins_there(s, cell, TABLES.neighbours[cell, d], seat):
                    return True
    return False


@kernel
def would_make_five(s: Fields, cell: int, symbol: int) -> bool:
    """Return whether a symbol on a square would be one of five, were it laid alone."""
    for d in range(4):
        if line_length(s, cell, d, symbol) + line_length(s, cell, d + 4, symbol) >= 4:
            return True
    return False


@kernel
def wins_there(s: Fields, cell: int, other: int, seat: int) -> bool:
    """Return whether a tile with the seat's symbol on one square, and its end on another, wins."""
    below_cell, below_other = s.tops[cell], s.tops[other]
    s.tops[cell] = seat + 1
    s.tops[other] = 2 - seat
    mine = longest_line(s, cell, other, seat + 1)
    others = longest_line(s, cell, other, 2 - seat)
    s.tops[cell] = below_cell
    s.tops[other] = below_other
    return mine >= 5 and others < 5


@kernel
def has_four(s: Fields, symbol: int) -> bool:
    """Return whether somewhere four of a symbol are on a row of five squares."""
    for cell in range(LARGEST * LARGEST):
        if s.tops[cell] == symbol and is_in_four(s, cell, symbol):
            return True
    return False


@kernel
def makes_four(s: Fields, move: int, symbol: int) -> bool:
    """Return whether the symbol on a tile just laid is part of such a four."""
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    return is_in_four(s, first if s.tops[first] == symbol else second, symbol)


@kernel
def would_make_four(s: Fields, move: int, symbol: int) -> bool:
    """Return the same of a tile that is not laid yet."""
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    below_first, below_second = s.tops[first], s.tops[second]
    s.tops[first] = move // PAIRS // 2 + 1
    s.tops[second] = move // PAIRS % 2 + 1
    made = makes_four(s, move, symbol)
    s.tops[first] = below_first
    s.tops[second] = below_second
    return made


@kernel
def is_in_four(s: Fields, cell: int, symbol: int) -> bool:
    """Return whether four of a symbol are on a row of five squares, one of them this one."""
    for d in range(4):
        at = cell
        for _ in range(4):
            if RAYS[at, d + 4] >= 0:
                at = RAYS[at, d + 4]
        seen = 0  # the last five squares passed, as bits
        for _ in range(9):
            seen = (2 * seen + (s.tops[at] == symbol)) & 31
            if count_ones(seen) >= 4:
                return True
            at = RAYS[at, d]
            if at < 0:
                break
    return False
