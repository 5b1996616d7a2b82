"""EXO as numbers: what lies on top and how high, from the eyes of the seat to act."""

from __future__ import annotations

from typing import Any

from kafelki.games.exo.kernels import BOARD, CELLS, LARGEST, PAIRS, see
from kafelki.kernels import bitset
from kafelki.kernels.language import Position, kernel
from kafelki.rules.observation import Observation

PLANES = (
    "the board",
    "own symbols on top",
    "the other's symbols on top",
    "how many tiles lie there",
    "the top tile's other half is on the right",
    "the top tile's other half is above",
)


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the squares of the largest board, row by row from a1, and the stock."""
    s = see(position)
    for row in range(s.size):
        for cell in range(row * LARGEST, row * LARGEST + s.size):
            planes[cell] = 1
            planes[CELLS + cell] = s.tops[cell] == seat + 1
            planes[2 * CELLS + cell] = s.tops[cell] == 2 - seat
            planes[3 * CELLS + cell] = s.heights[cell]
            planes[4 * CELLS + cell] = s.partners[cell] == cell + 2
            planes[5 * CELLS + cell] = s.partners[cell] == cell + LARGEST + 1
    vector[0] = s.left
    vector[1] = s.size


@kernel
def mark(position: Position, seat: int, words: Any) -> None:
    """Mark both ways to cover each free pair."""
    s = see(position)
    bitset.add_moved(words, s.free, PAIRS)
    bitset.add_moved(words, s.free, 2 * PAIRS)


OBSERVATION = Observation(
    write,
    vector=("tiles left", "squares a side"),
    planes=PLANES,
    shape=(LARGEST, LARGEST),
    places=BOARD.numbers,
    mark=mark,
)
