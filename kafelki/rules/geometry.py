"""Boards as data: cells, their names, their neighbours and the pairs a domino can cover.

Square and hexagonal boards are the same code with other tables, so whatever walks
along lines or covers pairs of cells works on both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from kafelki.kernels.bitset import mask_rows, words_for
from kafelki.kernels.language import Fields, table


class Tables(NamedTuple):
    """A board as kernels see it. Numbers are unsigned: compiled code then indexes faster."""

    neighbours: Fields
    """[cell, direction]: the next cell; direction d + half of them is the opposite one.

    Beyond the edge lies one more cell, numbered after all others: a position's cells
    have a place for it, so that walking along a line needs no test for the edge.
    """
    pairs: Fields
    """[pair, 0 or 1]: its two cells in written order, the lower row or the left one first."""
    pair_masks: Fields
    """[cell]: the set of pairs that cover the cell, as words."""


@dataclass(frozen=True)
class Board:
    """A board of named cells."""

    names: tuple[str, ...]
    places: dict[str, tuple[float, float]]
    tables: Tables
    numbers: dict[str, int]
    pair_numbers: dict[tuple[int, int], int]

    @property
    def pair_words(self) -> int:
        """How many words hold a set of the board's pairs."""
        return words_for(len(self.pair_numbers))


SQUARE_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right, up, left, down: as (rows, columns)."""

HEXAGON_STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Right, upper right, upper left and their opposites: as (rows, numbers)."""


def square_board(columns: int, rows: int) -> Board:
    """Return a board of squares: columns by letter, rows by number from the bottom.

    >>> board = square_board(13, 13)
    >>> len(board.names), board.names[:3], len(board.pair_numbers)
    (169, ('a1', 'b1', 'c1'), 312)
    """
    cells = {(r, c): f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns)}
    places = {name: (float(c), float(r)) for (r, c), name in cells.items()}
    return _board(cells, SQUARE_STEPS, places)


def hexagon_board(side: int) -> Board:
    """Return a hexagon of hexagons: rows by letter from the bottom, numbers along a diagonal.

    >>> board = hexagon_board(8)
    >>> len(board.names), board.names[0], board.names[-1], len(board.pair_numbers)
    (169, 'a1', 'o15', 462)
    """
    cells = {}
    for r in range(2 * side - 1):
        for n in range(max(0, r - side + 1), min(2 * side - 1, r + side)):
            cells[r, n] = f"{chr(97 + r)}{n + 1}"
    height = math.sqrt(3) / 2
    places = {name: (n - r / 2, r * height) for (r, n), name in cells.items()}
    return _board(cells, HEXAGON_STEPS, places)


def _board(
    cells: dict[tuple[int, int], str],
    steps: tuple[tuple[int, int], ...],
    places: dict[str, tuple[float, float]],
) -> Board:
    number = {at: k for k, at in enumerate(cells)}
    beyond = len(cells)
    neighbours = [[number.get((r + dr, c + dc), beyond) for dr, dc in steps] for r, c in cells]
    # The first half of the directions leads to cells that are written second.
    pairs = [
        (cell, row[d])
        for cell, row in enumerate(neighbours)
        for d in range(len(steps) // 2)
        if row[d] != beyond
    ]
    covering: list[list[int]] = [[] for _ in cells]
    for k, (first, second) in enumerate(pairs):
        covering[first].append(k)
        covering[second].append(k)
    names = tuple(cells.values())
    return Board(
        names=names,
        places=places,
        tables=Tables(
            neighbours=table(neighbours, "uint16"),
            pairs=table(pairs, "uint16"),
            pair_masks=table(mask_rows(covering, len(pairs)), "uint64"),
        ),
        numbers={name: k for k, name in enumerate(names)},
        pair_numbers={pair: k for k, pair in enumerate(pairs)},
    )
