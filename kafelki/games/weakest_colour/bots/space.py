"""The space that kernels work in: one array of floats, one of numbers, and where things lie."""

from __future__ import annotations

FEW = 64
"""The most moves that are looked at more closely on the way of a search."""

INPUTS, HIDDEN_LAYER, FEW_VALUES, WORK = 0, 128, 192, 192 + FEW
"""Parts of the floats: the network's inputs, its hidden layer, values of moves, the rest."""

ORDER, FEW_MOVES, PAIRS = 0, 8, 8 + FEW
"""Parts of the numbers: the order of colours, moves, pairs of cells."""


def float_space(cells: int, colours: int) -> int:
    """Return how many floats the kernels need for a board and some colours."""
    from kafelki.games.weakest_colour.bots.glance import CELLS

    return WORK + CELLS + cells * colours


def number_space(pairs: int) -> int:
    """Return how many numbers the kernels need for a board with so many pairs of cells."""
    return PAIRS + pairs
