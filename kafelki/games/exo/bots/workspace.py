"""The compiled search, with the records it works on, and what is left of a budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kafelki.bots.machine_code import Described, compiled_kernel
from kafelki.bots.meter import Meter
from kafelki.bots.protocol import Budget
from kafelki.games.exo.bots import search
from kafelki.games.exo.bots.evaluation import evaluate_moves
from kafelki.games.exo.bots.search import SURE, THREATS_A_NODE, WON
from kafelki.games.exo.bots.stack import PLIES, control, frame
from kafelki.games.exo.bots.threats import FOUND, find_force
from kafelki.games.exo.bots.windows import lines, read_lines
from kafelki.games.exo.kernels import PAIRS, TABLES, see
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import WORD
from kafelki.rules.engine import engine_of, load_compiled

CHUNK = 4096
"""Positions looked at between two looks at the clock."""
SHARE = 0.95
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
    evaluate: Callable[..., None]


def described_kernels(game: str) -> Described:
    """Return the kernels that the bots call, with their signatures."""
    from kafelki.kernels import compiler

    position, integer = compiler.POSITION, compiler.INTEGER
    rows, entries = position.copy(ndim=2), compiler.NUMBERS.copy(ndim=2)
    stack = [*3 * [rows], position]
    return {
        "think": (search.think, integer(*stack, compiler.RANDOM, entries, integer)),
        "find_force": (find_force, integer(*stack, *3 * [integer])),
        "read_lines": (read_lines, compiler.NOTHING(position, position)),
        "evaluate": (evaluate_moves, compiler.EVALUATE),
    }


def functions() -> Functions:
    """Return the kernels compiled, from the cache where it holds them."""
    load_compiled(["exo"])
    return Functions(*(compiled_kernel("exo", name) for name in Functions._fields))


class OutOfBudget(Exception):
    """Nothing is left to think with."""


class Allowance(Meter):
    """What is left of a budget; OutOfBudget comes a first time when its early part is spent."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget, SHARE, USUAL_NODES)
        self.is_ample = self.most is None or self.most >= AMPLE_NODES
        """Whether there is enough for a first look at every move, and a late one for safety."""
        self.is_late = not self.is_ample

    def chunk(self) -> int:
        """Return how many positions may be looked at now; OutOfBudget when none."""
        left = self.left(1.0 if self.is_late else EARLY)
        if left == 0:
            raise OutOfBudget
        return min(CHUNK, left)


class Workspace:
    """The records of a search, and what it can be asked."""

    def __init__(self) -> None:
        self.run = functions()
        self.play = engine_of("exo").kernels.play
        self.positions, self.records = see.rows(PLIES), lines.rows(PLIES)
        self.frames, self.state = frame.rows(PLIES), control.empty()
        self.stack = self.positions, self.records, self.frames, self.state
        self.keys = np.zeros(search.ENTRIES, dtype=np.uint64)
        self.rows = np.zeros((search.ENTRIES, 4), dtype=np.int32)
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
        height = s.heights[TABLES.pairs[move % PAIRS, 0]] - 1
        bottom, c = self.bottom, self.control
        bottom.stage = search.ENTER
        bottom.alpha, bottom.beta = -window[1], -window[0]
        bottom.depth = depth
        bottom.key = search.TILE_KEYS[move] * search.HEIGHT_KEYS[height] & WORD
        c.ply, c.first = 0, 1 - seat
        finished = 0
        while not finished:
            before = c.nodes
            finished = self.run.think(*self.stack, self.keys, self.rows, allowance.chunk())
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
                most = THREATS_A_NODE * allowance.chunk()
                at = self.run.find_force(*self.stack, tiles, at, most)
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
