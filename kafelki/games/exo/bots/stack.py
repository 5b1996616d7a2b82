"""What a search keeps for every ply: the position, its lines, and a frame of its own."""

from __future__ import annotations

from typing import Any

from kafelki.games.exo.bots.windows import lines, see_symbol
from kafelki.games.exo.kernels import CELLS, PAIRS, TABLES, TILES, play, see
from kafelki.games.exo.rules import GAME
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Layout, copy_position, kernel

PLIES = TILES + 4
"""Rows of a stack: one for every tile, and some above for threats looked at from the last one."""

NEARLY = 80
"""Moves guessed to be worse than the best by less than this are sorted before the others."""

frame = Layout(
    key=("uint64", ()),  # the tiles laid so far, as a number
    alpha=("int32", ()),
    beta=("int32", ()),
    floor=("int32", ()),  # alpha as it was at first
    best=("int32", ()),
    best_move=("int32", ()),
    move=("int32", ()),  # the one being tried
    depth=("int32", ()),
    stage=("int32", ()),
    count=("int32", ()),  # moves listed
    likely=("int32", ()),  # so many are before all others in the list, as more promising
    width=("int32", ()),  # how many of them are tried, unless all these lose
    done=("int32", ()),  # moves tried, or being tried
    trial=("int32", ()),  # how the move is being tried
    forced=("int32", ()),  # whether the moves listed are answers to a threat
    killers=("int32", 2),
    moves=("int32", GAME.most_moves),
    values=("int32", GAME.most_moves),
)

control = Layout(
    ply=("int64", ()),
    nodes=("int64", ()),
    value=("int64", ()),  # of the move that the frame at `ply` is trying, to its player
    width=("int64", ()),  # how many free moves are tried where little depth is left
    fours=("int64", ()),  # whether moves beyond the width are tried if they make a four
    whole=(
        "int64",
        (),
    ),  # whether threats and answers are every tile, with nothing taken for granted
    first=("int64", ()),  # the seat to move at the bottom of the stack
    attack=("int64", ()),  # the move that last won by force
    answer=("int64", ()),  # the move that last held a position against threats
    listed=("uint64", bitset.words_for(GAME.move_count)),  # the moves that a list has already
    gains=("int32", 2 * CELLS),
    blocks=("int32", GAME.move_count),  # what last stopped the threat of each move; 0: nothing yet
    history=("int32", (2, GAME.move_count)),
)


@kernel
def lay(positions: Any, records: Any, ply: int, move: int, c: Fields) -> bool:
    """Play a move from one ply to the next; return whether the game goes on after it."""
    c.nodes += 1
    copy_position(positions[ply + 1], positions[ply])
    s = see(positions[ply + 1])
    play(positions[ply + 1], s.turn, move)
    if s.reason:
        return False
    copy_position(records[ply + 1], records[ply])
    known = lines(records[ply + 1])
    for half in range(2):
        cell = TABLES.pairs[move % PAIRS, half]
        see_symbol(known, cell, s.tops[cell])
    return True


@kernel
def take_best(f: Fields, index: int) -> int:
    """Swap the most promising of the moves from `index` on to that place, and return it."""
    if index >= f.likely:
        find_likely(f, index)
    best = index
    for k in range(index + 1, f.likely):
        if f.values[k] > f.values[best]:
            best = k
    swap(f, best, index)
    return f.moves[index]


@kernel
def find_likely(f: Fields, index: int) -> None:
    """Put those of the moves from `index` on that are nearly as good as the best of them first."""
    best = f.values[index]
    for k in range(index + 1, f.count):
        best = max(best, f.values[k])
    f.likely = index
    for k in range(index, f.count):
        if f.values[k] > best - NEARLY:
            swap(f, k, f.likely)
            f.likely += 1


@kernel
def swap(f: Fields, one: int, other: int) -> None:
    """Let two moves of a list change places."""
    f.moves[one], f.moves[other] = f.moves[other], f.moves[one]
    f.values[one], f.values[other] = f.values[other], f.values[one]
