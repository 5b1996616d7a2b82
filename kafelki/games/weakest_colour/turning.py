"""One form for all positions that are alike on a turned or mirrored board, in other colours.

The printed cells say which colours go with a turn: each becomes the one that is printed where it
comes to lie. So of AXIO's board there are 8 forms, of that of Geniusz 12.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import Position
from kafelki.rules.dominoes import domino_numbers
from kafelki.rules.registry import package_of, rules_of
from kafelki.rules.turns import moved, pairs_turned, turns_of

NO_TILE = 255
"""Sorts behind all tiles."""


class Turning:
    """The turns of a game's board: where each byte comes from, and what it then says."""

    def __init__(self, game: str) -> None:
        rules = import_module(f"{package_of(game)}.rules")
        turns, colours = turns_of(rules.BOARD), len(rules.LETTERS)
        printed = dict(rules.shared.PRINTED_CELLS.tolist())
        tiles = np.array(domino_numbers(rules.LETTERS))
        self._dtype = rules_of(game).layout.dtype
        self._every = np.arange(len(turns))
        self._sources = np.tile(np.arange(self._dtype.itemsize), (len(turns), 1))
        same = np.tile(np.arange(256, dtype=np.uint8), (len(turns), 1))
        self._cells, self._tiles, self._claims = same.copy(), same.copy(), same
        self._tiles[:, 0] = NO_TILE
        self._free = []
        for k, turn in enumerate(turns):
            colour = np.zeros(colours, dtype=np.int64)
            for cell, each in printed.items():
                colour[each] = printed[turn[cell]]
            tile = np.zeros(tiles.max() + 1, dtype=np.int64)
            tile[tiles] = tiles[colour][:, colour]
            self._from(k, "cells", np.append(turn, len(turn)))
            self._from(k, "gains", (np.array(turn)[:, None] * colours + colour).ravel())
            self._from(k, "bag", tile)
            sides = len(self._bytes("scores")) // colours
            self._from(k, "scores", (np.arange(sides)[:, None] * colours + colour).ravel())
            self._cells[k, 1 : colours + 1] = colour + 1
            self._tiles[k, 1 : len(tile) + 1] = tile + 1
            order = list(printed)
            for claimed in range(1 << len(order)):
                self._claims[k, claimed] = sum(
                    1 << order.index(turn[cell])
                    for bit, cell in enumerate(order)
                    if claimed >> bit & 1
                )
            self._free.append(np.array(pairs_turned(rules.BOARD, turn)))

    def _bytes(self, name: str) -> npt.NDArray[np.int64]:
        """Return where the bytes of a field are."""
        kind, start = self._dtype.fields[name][:2]  # type: ignore[index]
        return np.arange(start, start + kind.itemsize)

    def _from(self, turn: int, name: str, to: npt.NDArray[np.int64]) -> None:
        """Say where the items of a field go."""
        at = self._bytes(name)
        self._sources[turn, at[to]] = at

    def form_of(self, position: Position) -> Position:
        """Return the one of a position's turned forms whose bytes are the lowest."""
        forms = position[self._sources]
        for name, table in (("cells", self._cells), ("claimed", self._claims)):
            at = self._bytes(name)
            forms[:, at] = np.take_along_axis(table, forms[:, at].astype(np.int64), axis=1)
        for name in ("racks", "shown"):
            at = self._bytes(name)
            held = np.take_along_axis(self._tiles, forms[:, at].astype(np.int64), axis=1)
            size = self._dtype[name].shape[-1]
            held = np.sort(held.reshape(len(forms), -1, size), axis=2)
            held[held == NO_TILE] = 0
            forms[:, at] = held.reshape(len(forms), -1)
        # What is free follows from the cells: it need not be compared.
        best = min(range(len(forms)), key=lambda k: forms[k].tobytes())
        form: Position = forms[best]
        fields = form.view(self._dtype)[0]
        fields["free"] = moved(fields["free"], self._free[best])
        return form


@cache
def turning_of(game: str) -> Turning:
    """Return the turns of a game's board."""
    return Turning(game)
