"""The expert: plays the round on with the cards that may come, and keeps the best placements."""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import words
from kafelki.games.bits.bots.ahead import look_ahead
from kafelki.games.bits.bots.areas import open_squares, task_of_round
from kafelki.games.bits.bots.network import UNIT, network_for, see_layers
from kafelki.games.bits.bots.search import play_on, see_cards
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Move
from kafelki.rules.engine import load_compiled
from kafelki.rules.texts import Text, joined

ORDERS = 8
"""So many orders of the cards are tried before looking at the clock again."""

WHOLE_ROUND = 14
"""As many cards as there are."""

NODES = 20_000
"""What is enough when only a clock is given: later tries hardly change a decision."""

SHARE = 0.9
"""So much of its time the search takes; the rest is for what goes on around it."""

BELIEF = 75
"""What a move promises over the next card counts as much as so many tries."""

LAST_SQUARES = 5
"""With no more squares open at most one more tile fits, so that looking ahead sees the end."""

FEWEST_ORDERS = 40
"""Before so many orders have been tried no move is given up."""
DOUBT = 3.0
"""A move is given up when it is behind by so many standard errors."""
SAME = 0.02
"""Moves that are apart by fewer points than this are as good as each other."""


@cache
def _compiled() -> tuple[Any, Any]:
    """Return `play_on` and `look_ahead` as machine code."""
    from kafelki.kernels import compiler

    load_compiled(["bits"])
    nothing = compiler.EVALUATE.return_type
    integer, position, numbers = compiler.INTEGER, compiler.POSITION, compiler.NUMBERS
    tries = [*3 * [integer], compiler.RANDOM, *4 * [position], compiler.VALUES]
    promises = [integer, *2 * [position], compiler.VALUES]
    return (
        compiler.compiled_for(play_on, nothing(position, integer, numbers, *tries)),
        compiler.compiled_for(look_ahead, nothing(position, integer, numbers, *promises)),
    )


class Search:
    """The tries of one decision: a column for each legal move, fewer and fewer of them tried."""

    def __init__(self, turn: Turn, sight: int) -> None:
        self.known = turn.known
        self.seat = turn.seat
        self.sight = sight
        self.numbers = turn.moves.numbers
        self.active = np.arange(len(self.numbers))
        self.results: npt.NDArray[np.float64] = np.empty((0, len(self.numbers)))
        self.random = random_state(turn.random.getrandbits(64))
        s = bits.see(self.known)
        tasks = (task_of_round(s, k, bits.STACKS[k - 1]) for k in (2, 3))
        self.network = network_for(*tasks)
        self.buffers = see_layers.empty(), see_cards.empty(), self.known.copy()
        self.ends_soon = open_squares(s, self.seat).bit_count() <= LAST_SQUARES
        self.sums = BELIEF * self.promises()
        self.tries = np.full(len(self.numbers), BELIEF)
        self.nodes = len(self.numbers)

    def run(self, nodes: int | None, deadline: float | None) -> None:
        """Try until a budget is spent or the choice is clear."""
        most = NODES if nodes is None else nodes
        while len(self.active) > 1 and self.nodes + len(self.active) <= most:
            if self.ends_soon or (deadline is not None and perf_counter() > deadline):
                return
            self.try_orders(min(ORDERS, (most - self.nodes) // len(self.active)))
            self.give_up()

    def try_orders(self, orders: int) -> None:
        """Try every move that is not given up with the same new orders."""
        results = self.outlooks(orders)
        self.sums[self.active] += results.sum(axis=0)
        self.tries[self.active] += orders
        self.results = np.concatenate([self.results, results])
        self.nodes += results.size

    def promises(self) -> npt.NDArray[np.float64]:
        """Return the points that each move promises with the next card placed best."""
        count = len(self.numbers)
        values = np.empty(count)
        layers, _, position = self.buffers
        _, compiled = _compiled()
        compiled(position, self.seat, self.numbers, count, self.network, layers, values)
        return values / UNIT

    def outlooks(self, orders: int) -> npt.NDArray[np.float64]:
        """Return [order, move]: the points of the round for the moves that are not given up."""
        count = len(self.active)
        values = np.empty((orders, count))
        compiled, _ = _compiled()
        compiled(
            self.known,
            self.seat,
            np.ascontiguousarray(self.numbers[self.active]),
            count,
            orders,
            self.sight,
            self.random,
            self.network,
            *self.buffers,
            values.reshape(-1),
        )
        return values / UNIT

    def give_up(self) -> None:
        """Give up the moves that are clearly behind the best, or just as good as it is."""
        orders = len(self.results)
        if orders < FEWEST_ORDERS:
            return
        means = self.sums[self.active] / self.tries[self.active]
        best = int(means.argmax())
        gap = means[best] - means
        error = (self.results[:, [best]] - self.results).std(axis=0) / orders**0.5
        keep = (gap < DOUBT * error) & (gap + DOUBT * error > SAME)
        keep[best] = True
        self.active = self.active[keep]
        self.results = self.results[:, keep]

    def values(self) -> npt.NDArray[np.float64]:
        """Return the points that each move has brought on average; a kept move is above others."""
        means: npt.NDArray[np.float64] = self.sums / self.tries
        rest = np.setdiff1d(np.arange(len(means)), self.active)
        # With fewer orders tried, luck may have helped a move that was given up.
        means[rest] = np.minimum(means[rest], means[self.active].max() - 1e-9)
        return means


class Expert:
    """Tries every placement with many orders of the cards to come.

    A node is one placement looked at: over the next card first, later by playing the round
    on. With `sight` the network stands in for what comes after so many cards. `nodes` tells
    how many nodes the last decision took.
    """

    def __init__(self, sight: int = WHOLE_ROUND) -> None:
        self.sight = sight
        self.nodes = 0

    def choose(self, turn: Turn) -> Move:
        """Return the move that brought most."""
        if len(turn.moves) == 1:
            self.nodes = 0
            return turn.moves[0]
        return turn.moves[int(self._values(turn).argmax())]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that brought most, best first."""
        values = self._values(turn)
        order = np.argsort(-values, kind="stable")[:top].tolist()
        return [
            Judgement(turn.moves[k], float(values[k]), _why(turn, k, float(values[k])))
            for k in order
        ]

    def _values(self, turn: Turn) -> npt.NDArray[np.float64]:
        _compiled()  # the first time this takes long, which is not thinking
        seconds = turn.budget.seconds
        deadline = None if seconds is None else perf_counter() + SHARE * seconds
        search = Search(turn, self.sight)
        search.run(turn.budget.nodes, deadline)
        self.nodes = search.nodes
        return search.values()


def _why(turn: Turn, k: int, points: float) -> Text:
    return joined("; ", [words.expectation(points), words.reasons(turn, turn.moves[k])])
