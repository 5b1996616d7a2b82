"""How much of its budget a bot has spent: in nodes that it counts, and by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from kafelki.bots.protocol import Budget

PLENTY = 1 << 40
"""More nodes than anybody looks at."""


class Meter:
    """What is spent of a budget, and what is left.

    Of the seconds only a `share` is planned with: the rest is for what goes on around the
    search. A budget without any limit is one of so many `usual` nodes.
    """

    clock: ClassVar[Callable[[], float]] = time.perf_counter
    """What seconds are told by."""

    def __init__(self, budget: Budget, share: float, usual: int | None = None) -> None:
        unlimited = budget.nodes is None and budget.seconds is None
        self.most = usual if unlimited else budget.nodes
        self.seconds = None if budget.seconds is None else share * budget.seconds
        self.nodes = 0
        """How many are spent."""
        self._started = type(self).clock()

    def spend(self, nodes: int) -> None:
        """Take off what was used."""
        self.nodes += nodes

    def spent(self) -> float:
        """Return the part that is spent, of the nodes or of the time, whichever is more."""
        of_nodes = 0.0 if self.most is None else self.nodes / max(1, self.most)
        of_time = 0.0 if self.seconds is None else self._elapsed() / max(1e-3, self.seconds)
        return max(of_nodes, of_time)

    def left(self, part: float = 1.0) -> int:
        """Return how many nodes are left of a part of the budget: none once its time is over."""
        if self.seconds is not None and self._elapsed() >= self.seconds * part:
            return 0
        return PLENTY if self.most is None else max(0, int(self.most * part) - self.nodes)

    def in_time(self, part: float = 1.0) -> int:
        """Return how many nodes fit into what is left of a part of the time, at the pace so far."""
        if self.seconds is None:
            return PLENTY
        elapsed = self._elapsed()
        pace = self.nodes / max(1e-4, elapsed)
        return max(0, int(pace * (self.seconds * part - elapsed)))

    def _elapsed(self) -> float:
        return type(self).clock() - self._started
