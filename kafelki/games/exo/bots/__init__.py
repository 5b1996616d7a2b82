"""Bots for EXO: a glance at every move, a search of the best ones, and the levels between."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.protocol import Bot
from kafelki.games.exo.bots.expert import Expert
from kafelki.games.exo.bots.greedy import greedy
from kafelki.games.exo.bots.levels import LEVELS

__all__ = ["BOTS", "LEVELS"]

BOTS: dict[str, Callable[[], Bot]] = {"greedy": greedy, "expert": Expert}
