"""Bots for EXO: a glance at every move, a search of the best ones, and the levels between."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.judging import Greedy
from kafelki.bots.protocol import Bot
from kafelki.games.exo.bots.expert import Expert
from kafelki.games.exo.bots.glance import evaluate_moves
from kafelki.games.exo.bots.ladder import LEVELS
from kafelki.games.exo.bots.words import explain

__all__ = ["BOTS", "LEVELS"]

BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": lambda: Greedy(evaluate_moves, explain),
    "expert": Expert,
}
