"""A plain search of EXO by the rules alone: does a move lose by force within five tiles?

Every tile of either player is tried, in the order of the rules. Nothing is guessed and nothing
comes from the bots. There are three short cuts: to stop at the first answer that holds, to try
first what held last, and not to look for a five where no row of five squares has four of it.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from kafelki.games.exo.kernels import (
    CELLS,
    LARGEST,
    PAIRS,
    PAIRS_AROUND,
    RAYS,
    TABLES,
    list_moves,
    longest_line,
    play,
    see,
)
from kafelki.games.exo.rules import GAME
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Layout, Position, copy_position, kernel, table
from kafelki.rules.engine import engine_of, load_compiled

ROWS = 5
"""The position after the move, and after each of the four tiles that may follow unfinished."""
FAR = 5
"""Squares so far apart are on no row of five together."""


def _rows_of_five() -> list[list[int]]:
    found = []
    for start in range(CELLS):
        for direction in range(4):
            row = [start]
            while len(row) < 5 and row[-1] >= 0:
                row.append(RAYS[row[-1], direction])
            if row[-1] >= 0:
                found.append(row)
    return sorted(found, key=lambda row: max(max(divmod(cell, LARGEST)) for cell in row))


def _rows_over(cell: int) -> list[int]:
    over = [number for number, row in enumerate(_FIVES) if cell in row]
    return over + [-1] * (MOST - len(over))


_FIVES = _rows_of_five()
MOST = 20
"""No square is on more rows of five than this."""
FIVES = table(_FIVES, "int16")
"""[row, place]: the squares of every row of five, those of small boards first."""
OVER = table([_rows_over(cell) for cell in range(CELLS)], "int16")
"""[square, k]: the rows of five that pass over a square, then −1."""

notes = Layout(
    moves=("int32", (ROWS, GAME.most_moves)),
    near=("int8", (ROWS, CELLS)),  # whether the attacker's symbol there would make a four
    last=("int32", ()),  # the answer that held last
    held=("int32", GAME.move_count),  # what last held against each move; 0: nothing yet
    quiet=("int32", 2),  # answers that make no four, far apart; 0: there is none
)


def loses_by_force(position: Position, move: int, tiles: int = 5) -> bool:
    """Return whether after a move the opponent wins within 3 or 5 tiles, whatever is answered."""
    load_compiled(["exo"])
    rows = np.zeros((ROWS, see.size), dtype=np.uint8)
    rows[0] = position
    engine_of("exo").kernels.play(rows[0], see(position).turn, move)
    after = see(rows[0])
    if after.reason:
        return bool(after.winner == 1 + after.turn)
    return bool(_compiled()(rows, notes.empty(), tiles))


@cache
def _compiled() -> Any:
    from kafelki.kernels import compiler

    rows, integer = compiler.POSITION.copy(ndim=2), compiler.INTEGER
    kind = integer(rows, compiler.POSITION, integer)
    three = compiler.compiled_for(wins_in_three, kind)
    five = integer(compiler.pointer(kind), rows, compiler.POSITION, integer)
    return partial(compiler.compiled_for(wins, five), three)


@kernel
def wins(three: Any, positions: Any, memory: Position, tiles: int) -> int:
    """Return whether the player to move in row 0 wins within 3 or 5 tiles, whatever is answered.

    `three` is the function below, compiled by itself.
    """
    n = notes(memory)
    if three(positions, memory, 0):
        return 1
    if tiles == 3:
        return 0
    for k in range(list_moves(positions[0], see(positions[0]).turn, n.moves[0])):
        if try_move(positions, 0, n.moves[0, k]) and not outlasts(three, positions, memory):
            return 1
    return 0


@kernel
def outlasts(three: Any, positions: Any, memory: Position) -> bool:
    """Return whether in row 1 there is a move after which the opponent does not win in three."""
    n, s = notes(memory), see(positions[1])
    k, count = -1, 0
    while k < count:
        move = n.last if k < 0 else n.moves[1, k]
        if k >= 0 or (move > 0 and bitset.contains(s.free, move % PAIRS)):
            if try_move(positions, 1, move):
                held = three(positions, memory, 2) == 0
            else:
                held = see(positions[2]).winner != 2 - s.turn
            if held:
                n.last = move
                return True
        if k < 0:
            count = list_moves(positions[1], s.turn, n.moves[1])
        k += 1
    return False


@kernel
def wins_in_three(positions: Any, memory: Position, row: int) -> int:
    """Return whether the player to move wins at once, or with the next tile against any answer."""
    n, s = notes(memory), see(positions[row])
    seat = s.turn
    four = mark_fours(s, seat + 1, n.near[row])
    if four and wins_at_once(s, seat, 0, 0, four):
        return 1
    count = list_moves(positions[row], seat, n.moves[row])
    find_quiet(n, row, count, seat)
    for k in range(count):
        move = n.moves[row, k]
        if not four and n.near[row, square_of(move, seat)] == 0 and is_harmless(n, move, seat):
            continue
        if try_move(positions, row, move) and not holds(positions, n, row + 1, move, four):
            return 1
    return 0


@kernel
def holds(positions: Any, n: Fields, row: int, attack: int, anywhere: bool) -> bool:
    """Return whether there is an answer to an attack, so that the opponent does not win next.

    Unless there may be fours `anywhere`, each is made by the attack or by the answer.
    """
    s, after = see(positions[row]), see(positions[row + 1])
    seat = s.turn
    k, count = -1, 0
    while k < count:
        move = n.held[attack] if k < 0 else n.moves[row, k]
        if k >= 0 or (move > 0 and bitset.contains(s.free, move % PAIRS)):
            if not try_move(positions, row, move):
                held = after.winner != 2 - seat
            else:
                held = not wins_at_once(after, 1 - seat, attack, move, anywhere)
            if held:
                n.held[attack] = move
                return True
        if k < 0:
            count = list_moves(positions[row], seat, n.moves[row])
        k += 1
    return False


@kernel
def find_quiet(n: Fields, row: int, count: int, seat: int) -> None:
    """Note the first and the last of the moves that make no four for a seat."""
    n.quiet[0] = n.quiet[1] = 0
    for k in range(count):
        if n.near[row, square_of(n.moves[row, k], seat)] == 0:
            n.quiet[0] = n.moves[row, k]
            break
    for k in range(count):
        if n.near[row, square_of(n.moves[row, count - 1 - k], seat)] == 0:
            n.quiet[1] = n.moves[row, count - 1 - k]
            break


@kernel
def is_harmless(n: Fields, move: int, seat: int) -> bool:
    """Return whether a move that makes no four has a quiet answer far away, which makes none too.

    So far from it the move changes nothing, neither what may be covered nor what makes a four.
    """
    cell = square_of(move, seat)
    for k in range(2):
        other = square_of(n.quiet[k], seat)
        rows = abs(cell // LARGEST - other // LARGEST)
        if n.quiet[k] and max(rows, abs(cell % LARGEST - other % LARGEST)) >= FAR:
            return True
    return False


@kernel
def square_of(move: int, seat: int) -> int:
    """Return the square on which a move puts a seat's symbol."""
    cell: int = TABLES.pairs[move % PAIRS, 0 if move // PAIRS == 1 + seat else 1]
    return cell


@kernel
def try_move(positions: Any, row: int, move: int) -> bool:
    """Play a move from one row to the next; return whether the game goes on."""
    copy_position(positions[row + 1], positions[row])
    s = see(positions[row + 1])
    play(positions[row + 1], s.turn, move)
    goes_on: bool = s.reason == 0
    return goes_on


@kernel
def mark_fours(s: Fields, symbol: int, near: Fields) -> bool:
    """Mark the squares where a symbol would make a four; return whether there is one already.

    A four is a row of five squares with four of the symbol: without one, one tile makes no five.
    """
    for cell in range(CELLS):
        near[cell] = 0
    four = False
    for row in range(rows_in_play(s)):
        seen = count_seen(s, row, symbol)
        four = four or seen == 4
        if seen == 3:
            for place in range(5):
                near[FIVES[row, place]] = 1
    return four


@kernel
def rows_in_play(s: Fields) -> int:
    """Return how many rows of five there are on the board: in two directions, and diagonals."""
    count: int = 2 * s.size * (s.size - 4) + 2 * (s.size - 4) * (s.size - 4)
    return count


@kernel
def count_seen(s: Fields, row: int, symbol: int) -> int:
    """Return how many of a symbol are on a row of five."""
    seen = 0
    for place in range(5):
        seen += s.tops[FIVES[row, place]] == symbol
    return seen


@kernel
def wins_at_once(s: Fields, seat: int, one: int, other: int, anywhere: bool) -> bool:
    """Return whether one tile wins, on a row with the seat's half of either move or anywhere."""
    rows = rows_in_play(s)
    for k in range(rows if anywhere else 2 * MOST):
        row = k
        if not anywhere:
            row = OVER[square_of(one if k < MOST else other, seat), k % MOST]
        if 0 <= row < rows and count_seen(s, row, seat + 1) == 4 and is_finished(s, row, seat):
            return True
    return False


@kernel
def is_finished(s: Fields, row: int, seat: int) -> bool:
    """Return whether one tile wins by filling the gap of a four."""
    gap = 0
    for place in range(5):
        if s.tops[FIVES[row, place]] != seat + 1:
            gap = FIVES[row, place]
    for d in range(4):
        pair = PAIRS_AROUND[gap, d]
        free = pair >= 0 and bitset.contains(s.free, pair)
        if free and wins_there(s, gap, TABLES.neighbours[gap, d], seat):
            return True
    return False


@kernel
def wins_there(s: Fields, cell: int, other: int, seat: int) -> bool:
    """Return whether a tile with the seat's symbol on one square, and its end on another, wins.

    It must not give the opponent five too (EX-8).
    """
    below_cell, below_other = s.tops[cell], s.tops[other]
    s.tops[cell] = seat + 1
    s.tops[other] = 2 - seat
    mine = longest_line(s, cell, other, seat + 1)
    others = longest_line(s, cell, other, 2 - seat)
    s.tops[cell] = below_cell
    s.tops[other] = below_other
    return mine >= 5 and others < 5
