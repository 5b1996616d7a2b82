"""The ways to turn and mirror a board onto itself."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kafelki.rules.geometry import Board


def turns_of(board: Board) -> list[list[int]]:
    """Return all ways to turn and mirror a board onto itself: the cell that each cell goes to.

    >>> from kafelki.rules.geometry import hexagon_board, square_board
    >>> len(turns_of(square_board(3, 3))), len(turns_of(hexagon_board(2)))
    (8, 12)
    >>> turns_of(square_board(2, 2))[1]
    [1, 3, 0, 2]
    """
    sides = board.tables.neighbours.shape[1]
    points = np.array([complex(*board.places[name]) for name in board.names])
    points -= points.mean()
    found = []
    for mirrored in (points, points.conj()):
        for k in range(sides):
            images = cmath.exp(2j * math.pi * k / sides) * mirrored
            found.append([int(abs(points - image).argmin()) for image in images])
    return found


def pairs_turned(board: Board, turn: Sequence[int]) -> list[int]:
    """Return the pair that each pair of cells goes to when the board is turned."""
    images = (sorted((turn[first], turn[second])) for first, second in board.pair_numbers)
    return [board.pair_numbers[first, second] for first, second in images]


def moved(words: npt.NDArray[np.uint64], to: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Return a set of numbers, as words, with each of them moved to where `to` says.

    >>> moved(np.array([0b101], dtype=np.uint64), np.array([2, 0, 1])).tolist()
    [6]
    """
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    found = np.zeros_like(bits)
    found[to] = bits[: len(to)]
    return np.packbits(found, bitorder="little").view(np.uint64)
