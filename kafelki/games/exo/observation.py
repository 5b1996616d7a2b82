"""EXO as numbers: what lies on top and how high, from the eyes of the seat to act."""

from __future__ import annotations

from typing import Any

from kafelki.games.exo.kernels import BOARD, CELLS, LARGEST, PAIRS, see
from kafelki.kernels import bitset
from kafelki.kernels.language import Position, kernel, table
from kafelki.rules.observation import Observation

PLANES = (
    "the board",
    "own symbols on top",
    "the other's symbols on top",
    "how many tiles lie there",
    "the top tile's other half is on the right",
    "the top tile's other half is above",
)

# Numbers as narrow as what they are compared with: so many cells are written at a time.
SYMBOLS = table([1, 2], "int8")
"""[seat]: its symbol."""
BOARDS = table(
    [[max(c // LARGEST, c % LARGEST) < size for c in range(CELLS)] for size in range(LARGEST + 1)],
    "int8",
)
"""[size, cell]: whether the cell is on the board."""
RIGHT, ABOVE = 1, LARGEST
"""How far it is to another half."""


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the squares of the largest board, row by row from a1, and the stock."""
    s = see(position)
    size = s.size
    own, other = SYMBOLS[seat], SYMBOLS[1 - seat]
    for cell in range(CELLS):
        planes[cell] = BOARDS[size, cell]
        planes[CELLS + cell] = s.tops[cell] == own
        planes[2 * CELLS + cell] = s.tops[cell] == other
        planes[3 * CELLS + cell] = s.heights[cell]
        planes[4 * CELLS + cell] = s.others[cell] == RIGHT
        planes[5 * CELLS + cell] = s.others[cell] == ABOVE
    vector[0] = s.left
    vector[1] = size


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
    covers=True,
    mark=mark,
)
