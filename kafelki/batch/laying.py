"""Moves that lay a tile of two halves on two cells: a network can weigh halves, which are few."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.rules.observation import observation_of
from kafelki.rules.registry import rules_of


class Laying(NamedTuple):
    """The moves of a game by what they lay and where; there may be none that lay such tiles."""

    tiles: list[str]
    """A letter for each half; a tile turned around is another one here."""
    window: tuple[slice, slice]
    """The rows and the columns of a plane that hold all cells in use; all where it is no board."""
    cells: npt.NDArray[np.int64]
    """[pair, half]: cells that a tile covers, as numbers in the window, row by row."""
    moves: npt.NDArray[np.int64]
    """[tile, pair]: the numbers of the moves."""
    others: npt.NDArray[np.int64]
    """The numbers of all moves that do something else."""


def laying_of(game: str, used: npt.NDArray[np.bool_]) -> Laying:
    """Return the moves that lay a tile of two halves on a pair of the cells in use, and others.

    `used` is a plane. Moves that would lay a tile beside those cells are left out.
    """
    rules, places = rules_of(game), observation_of(game).places
    laid: dict[tuple[str, int, int], int] = {}
    others = []
    for move in range(rules.move_count):
        tile, *names = rules.move_text(move).split()
        cells = [places[name] for name in names if name in places]
        if len(tile) != 2 or len(names) != 2 or len(cells) != 2:
            others.append(move)
        elif used.flat[cells].all():
            laid[tile, cells[0], cells[1]] = move
    tiles = sorted({tile for tile, *_ in laid})
    pairs = sorted({(one, two) for _, one, two in laid})
    moves = [[laid[tile, one, two] for one, two in pairs] for tile in tiles]
    rows, columns = window = _around(used & bool(places))
    row, column = np.divmod(np.array(pairs, dtype=np.int64).reshape(-1, 2), used.shape[1])
    return Laying(
        tiles,
        window,
        (row - rows.start) * (columns.stop - columns.start) + column - columns.start,
        np.array(moves, dtype=np.int64).reshape(len(tiles), len(pairs)),
        np.array(others, dtype=np.int64),
    )


def _around(used: npt.NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return the rows and the columns that hold all cells in use; all of a plane if none is."""
    if not used.any():
        return slice(0, used.shape[0]), slice(0, used.shape[1])
    rows, columns = (slice(int(k.min()), int(k.max()) + 1) for k in used.nonzero())
    return rows, columns
