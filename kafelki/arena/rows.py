"""Random games for many rows at once, on all cores or on a graphics processor, with equal ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from kafelki.arena import playouts, row_playouts
from kafelki.arena.executors import cores
from kafelki.kernels.language import filled
from kafelki.kernels.randomness import STEP
from kafelki.play.header import Header
from kafelki.rules.engine import engine_of, loop_for
from kafelki.rules.registry import package_of, rules_of

ROUND = 16
"""Rows begin at multiples of so many bytes, for wide words to be read there."""

PARAMETERS = (("uint8", 1), ("uint8", 2), ("uint64", 2), ("int64", 0), ("int64", 2))
"""What the loops take: the start, the rows, their random states, how many games, and counts."""


@dataclass(frozen=True)
class Rows:
    """So many rows, each with a last position, a random state and counts, as arrays."""

    positions: Any
    random: Any
    counts: Any

    def differing(self, other: Rows) -> int:
        """Return how many rows are not the same as another's."""
        differ = np.zeros(len(self.positions), dtype=bool)
        for each in fields(self):
            one, two = getattr(self, each.name), getattr(other, each.name)
            differ |= (one != two).any(axis=1)
        return int(differ.sum())


def row_size(game: str) -> int:
    """Return how many bytes a row of a game has."""
    return -(-rules_of(game).layout.size // ROUND) * ROUND


def first_rows(game: str, count: int, seed: int = 1) -> Rows:
    """Return rows that nothing was played on; each has random numbers of its own."""
    numbers = np.arange(count, dtype=np.uint64) + np.uint64(seed)
    # Far apart, for a row's own numbers go on in steps.
    random = (numbers * np.uint64(STEP)) ^ (numbers << np.uint64(32))
    return Rows(
        np.zeros((count, row_size(game)), dtype=np.uint8),
        random.reshape(count, 1),
        np.zeros((count, row_playouts.COUNTED), dtype=np.int64),
    )


def first_position(header: Header) -> Any:
    """Return the position before the first event, with as many bytes as a row."""
    start = np.zeros(row_size(header.game), dtype=np.uint8)
    position = engine_of(header.game).first_position(*header.numbers)
    start[: len(position)] = position
    return start


@cache
def loops_for(game: str) -> ModuleType:
    """Return the loops over rows, filled in for a game."""
    loop = loop_for(game, playouts).play_games
    return filled(row_playouts, game, play_games=loop, SIZE=row_size(game))


def on_processor(header: Header, rows: Rows, games: int, threads: int = 0) -> None:
    """Play so many games for each row, on all cores or so many of them."""
    from kafelki.kernels.compiler import INTEGER, NOTHING, array_of, compiled_for

    kinds = [array_of(*each) if each[1] else INTEGER for each in PARAMETERS]
    kind = NOTHING(*kinds, INTEGER, INTEGER)
    run = compiled_for(
        loops_for(header.game).play_rows, kind, package_of(header.game), threads=True
    )
    start = first_position(header)
    count = len(rows.positions)
    edges = list(range(0, count, -(-count // (threads or cores()))))

    def play(first: int, end: int) -> None:
        run(start, rows.positions, rows.random, games, rows.counts, first, end)

    with ThreadPoolExecutor(len(edges)) as pool:
        list(pool.map(play, edges, [*edges[1:], count]))


class OnGraphics:
    """Random games of a header on the graphics processor; rows are arrays of CuPy there."""

    def __init__(self, header: Header) -> None:
        import cupy

        from kafelki.kernels.graphics import program

        self._start = cupy.asarray(first_position(header))
        loop = loops_for(header.game).play_own_row
        self._run: Callable[..., None] = program(loop, PARAMETERS, package_of(header.game))

    def play(self, rows: Rows, games: int) -> None:
        """Play so many games for each row; whoever reads the rows waits until they are over."""
        self._run(len(rows.positions), self._start, rows.positions, rows.random, games, rows.counts)


def moved(rows: Rows, *, to_graphics: bool) -> Rows:
    """Return a copy of rows on the graphics processor, or of those there on this one."""
    import cupy

    copy = cupy.asarray if to_graphics else cupy.asnumpy
    return Rows(*(copy(getattr(rows, each.name)) for each in fields(rows)))
