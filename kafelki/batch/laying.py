"""Moves that lay a tile of two halves on two cells: a network can weigh halves, which are few."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.rules.observation import observation_of
from kafelki.rules.registry import rules_of


class Laying(NamedTuple):
    """The moves of a game by what they lay and where; there may be none that lay such tiles."""

    tiles: list[str]
    """A letter for each half; a tile turned around is another one here."""
    cells: npt.NDArray[np.int64]
    """[pair, half]: cells that a tile covers, as numbers in a plane."""
    moves: npt.NDArray[np.int64]
    """[tile, pair]: the numbers of the moves."""
    others: npt.NDArray[np.int64]
    """The numbers of all moves that do something else."""


def laying_of(game: str, used: Container[int]) -> Laying:
    """Return the moves that lay a tile of two halves on a pair of the cells in use, and others.

    Moves that would lay one beside those cells are left out.
    """
    rules, places = rules_of(game), observation_of(game).places
    laid: dict[tuple[str, int, int], int] = {}
    others = []
    for move in range(rules.move_count):
        tile, *names = rules.move_text(move).split()
        cells = [places[name] for name in names if name in places]
        if len(tile) != 2 or len(names) != 2 or len(cells) != 2:
            others.append(move)
        elif cells[0] in used and cells[1] in used:
            laid[tile, cells[0], cells[1]] = move
    tiles = sorted({tile for tile, *_ in laid})
    pairs = sorted({(one, two) for _, one, two in laid})
    moves = [[laid[tile, one, two] for one, two in pairs] for tile in tiles]
    return Laying(
        tiles,
        np.array(pairs, dtype=np.int64).reshape(-1, 2),
        np.array(moves, dtype=np.int64).reshape(len(tiles), len(pairs)),
        np.array(others, dtype=np.int64),
    )
