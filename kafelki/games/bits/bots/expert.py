"""The expert: plays the round on with the cards that may come, and keeps the best placements."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.judging import best_of
from kafelki.bots.meter import Meter
from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.bits.bots import reasons
from kafelki.games.bits.bots.areas import open_squares
from kafelki.games.bits.bots.workspace import Workspace, compiled_search
from kafelki.games.bits.kernels import see
from kafelki.play.game import Move
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


class Race:
    """The tries of one decision: a column for each legal move, fewer and fewer of them tried."""

    def __init__(self, turn: Turn, sight: int, meter: Meter) -> None:
        self.meter = meter
        self.moves = turn.moves.numbers
        self.work = Workspace(turn, sight)
        self.active = np.arange(len(self.moves))
        self.results: Values = np.empty((0, len(self.moves)))
        self.ends_soon = open_squares(see(self.work.known), turn.seat).bit_count() <= LAST_SQUARES
        self.sums = BELIEF * self.work.promises(self.moves)
        self.tries = np.full(len(self.moves), BELIEF)
        meter.spend(len(self.moves))

    def run(self) -> None:
        """Try until the budget is spent or the choice is clear."""
        while len(self.active) > 1 and not self.ends_soon:
            orders = min(ORDERS, self.meter.left() // len(self.active))
            if orders == 0:
                return
            self.try_orders(orders)
            self.give_up()

    def try_orders(self, orders: int) -> None:
        """Try every move that is not given up with the same new orders."""
        results = self.work.outlooks(self.moves[self.active], orders)
        self.sums[self.active] += results.sum(axis=0)
        self.tries[self.active] += orders
        self.results = np.concatenate([self.results, results])
        self.meter.spend(results.size)

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

    def values(self) -> Values:
        """Return the points that each move has brought on average; a kept move is above others."""
        means: Values = self.sums / self.tries
        rest = np.setdiff1d(np.arange(len(means)), self.active)
        # With fewer orders tried, luck may have helped a move that was given up.
        means[rest] = np.minimum(means[rest], means[self.active].max() - 1e-9)
        return means


@dataclass(eq=False)
class Expert:
    """Tries every placement with many orders of the cards to come.

    A node is one placement looked at: over the next card first, later by playing the round
    on. With `sight` the network stands in for what comes after so many cards. `nodes` tells
    how many nodes the last decision took.
    """

    sight: int = WHOLE_ROUND
    nodes: int = field(default=0, init=False)

    def choose(self, turn: Turn) -> Move:
        """Return the move that brought most."""
        if len(turn.moves) == 1:
            self.nodes = 0
            return turn.moves[0]
        return turn.moves[int(self._values(turn).argmax())]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that brought most, best first."""
        values = self._values(turn)

        def why(k: int) -> Text:
            expected = reasons.expectation(float(values[k]))
            return joined("; ", [expected, reasons.reasons(turn, turn.moves[k])])

        return best_of(turn, values, top, why)

    def _values(self, turn: Turn) -> Values:
        compiled_search()  # the first time this takes long, which is not thinking
        budget = turn.budget
        meter = Meter(replace(budget, nodes=NODES) if budget.nodes is None else budget, SHARE)
        race = Race(turn, self.sight, meter)
        race.run()
        self.nodes = meter.nodes
        return race.values()
