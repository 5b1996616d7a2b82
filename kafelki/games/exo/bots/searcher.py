"""The work arrays of the search, its compiled functions, and what is left of a budget."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kafelki.bots.judging import compiled_evaluate
from kafelki.bots.protocol import Budget
from kafelki.games.exo.bots.glance import evaluate_moves
from kafelki.games.exo.bots.search import (
    ENTER,
    ENTRIES,
    HEIGHT_KEYS,
    SURE,
    THREATS_A_NODE,
    TILE_KEYS,
    WON,
    think,
)
from kafelki.games.exo.bots.stack import PLIES, control, frame
from kafelki.games.exo.bots.threats import FOUND, find_force
from kafelki.games.exo.bots.windows import lines, read_lines
from kafelki.games.exo.rules import PAIRS, TABLES, see
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import WORD
from kafelki.rules.engine import engine_of, load_compiled

CHUNK = 4096
"""Positions looked at between two looks at the clock."""
IN_TIME = 0.95
"""The part of the seconds that is used: the rest is for what happens around the search."""
USUAL_NODES = 50_000
AMPLE_NODES = 6000
EARLY = 0.7
"""The part of a budget after which the best moves are tried against every threat."""


class Functions(NamedTuple):
    """The kernels of the search as machine code."""

    think: Callable[..., int]
    find_force: Callable[..., int]
    read_lines: Callable[..., None]
    evaluate_moves: Callable[..., None]


@cache
def functions() -> Functions:
    """Return the kernels compiled, from the cache where it holds them."""
    from kafelki.kernels import compiler

    load_compiled(["exo"])
    rows = compiler.POSITION.copy(ndim=2)
    integer = compiler.INTEGER
    return Functions(
        compiler.compiled_for(
            think,
            integer(
                rows,
                rows,
                rows,
                compiler.POSITION,
                compiler.RANDOM,
                compiler.NUMBERS.copy(ndim=2),
                integer,
            ),
        ),
        compiler.compiled_for(
            find_force,
            integer(rows, rows, rows, compiler.POSITION, integer, integer, integer),
        ),
        compiler.compiled_for(
            read_lines, compiler.EVALUATE.return_type(compiler.POSITION, compiler.POSITION)
        ),
        compiled_evaluate(evaluate_moves),
    )


def _rows(size: int) -> Any:
    """Return zeroed rows for every ply, each starting at a round address."""
    return np.zeros((PLIES, (size + 63) // 64 * 64), dtype=np.uint8)


class OutOfBudget(Exception):
    """Nothing is left to think with."""


class Allowance:
    """What is left of a budget; OutOfBudget comes a first time when its early part is spent."""

    clock: ClassVar[Callable[[], float]] = time.perf_counter
    """What seconds are told by."""

    def __init__(self, budget: Budget) -> None:
        nodes = budget.nodes
        if nodes is None and budget.seconds is None:
            nodes = USUAL_NODES
        self.nodes = nodes
        self.seconds = budget.seconds
        self.start = type(self).clock()
        self.spent = 0
        self.is_ample = nodes is None or nodes >= AMPLE_NODES
        """Whether there is enough for a first look at every move, and a late one for safety."""
        self.is_late = not self.is_ample

    def chunk(self) -> int:
        """Return how many positions may be looked at now; OutOfBudget when none."""
        part = 1.0 if self.is_late else EARLY
        if self.seconds is not None and self._gone() >= self.seconds * IN_TIME * part:
            raise OutOfBudget
        if self.nodes is None:
            return CHUNK
        left = int(self.nodes * part) - self.spent
        if left <= 0:
            raise OutOfBudget
        return min(CHUNK, left)

    def _gone(self) -> float:
        return type(self).clock() - self.start

    def spend(self, nodes: int) -> None:
        """Take off what was used."""
        self.spent += nodes


class Searcher:
    """The work arrays of a search, and what it can be asked."""

    def __init__(self) -> None:
        self.run = functions()
        self.play = engine_of("exo").kernels.play
        self.positions = _rows(see.size)
        self.records = _rows(lines.size)
        self.frames = _rows(frame.size)
        self.state = np.zeros(control.size, dtype=np.uint8)
        self.keys = np.zeros(ENTRIES, dtype=np.uint64)
        self.rows = np.zeros((ENTRIES, 4), dtype=np.int32)
        self.control = control(self.state)
        self.bottom = frame(self.frames[0])

    def forget(self, width: int, fours: bool = False) -> None:
        """Start afresh: nothing is remembered of earlier positions.

        Beyond so many free moves none is tried, but for those that make a four, if asked for.
        """
        for array in (self.frames, self.state, self.keys, self.rows):
            array[...] = 0
        self.control.width = width
        self.control.fours = fours
        self.control.attack = self.control.answer = -1

    def worth(
        self,
        position: Position,
        seat: int,
        move: int,
        window: tuple[int, int],
        depth: int,
        allowance: Allowance,
    ) -> int:
        """Return what a move is worth to a seat, exact within the window."""
        s = self._begin(position, seat, move)
        if s.reason:
            return 0 if s.winner == 0 else WON - 1 if s.winner == seat + 1 else 1 - WON
        key = TILE_KEYS[move] * HEIGHT_KEYS[s.heights[TABLES.pairs[move % PAIRS, 0]] - 1] & WORD
        bottom, c = self.bottom, self.control
        bottom.stage = ENTER
        bottom.alpha, bottom.beta = -window[1], -window[0]
        bottom.depth = depth
        bottom.key = key
        c.ply, c.first = 0, 1 - seat
        finished = 0
        while not finished:
            before = c.nodes
            finished = self.run.think(
                self.positions,
                self.records,
                self.frames,
                self.state,
                self.keys,
                self.rows,
                allowance.chunk(),
            )
            allowance.spend(c.nodes - before + 1)
        value: int = -c.value
        return value - 1 if value > SURE else value + 1 if value < -SURE else value

    def loses(self, position: Position, seat: int, move: int, allowance: Allowance) -> int:
        """Return with which of its next tiles the opponent can force a win (2 or 3), else 0."""
        s = self._begin(position, seat, move)
        if s.reason:
            return 0
        for tiles in (3, 5):
            at = 0
            while at >= 0:
                before = self.control.nodes
                at = self.run.find_force(
                    self.positions,
                    self.records,
                    self.frames,
                    self.state,
                    tiles,
                    at,
                    THREATS_A_NODE * allowance.chunk(),
                )
                allowance.spend((self.control.nodes - before) // THREATS_A_NODE + 1)
            if at == FOUND:
                return tiles // 2 + 1
        return 0

    def _begin(self, position: Position, seat: int, move: int) -> Any:
        """Put the position after a move at the bottom of the stack; return its fields."""
        child = self.positions[0]
        child[: len(position)] = position
        self.play(child, seat, move)
        self.run.read_lines(child, self.records[0])
        return see(child)
