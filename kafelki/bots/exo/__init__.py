"""Bots for EXO: a glance at every move, a search of the best ones, and the levels between."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.exo.expert import Expert
from kafelki.bots.exo.glance import evaluate_moves
from kafelki.bots.exo.ladder import LEVELS
from kafelki.bots.exo.words import explain
from kafelki.bots.judging import Greedy
from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot


def bots(game: str) -> dict[str, Callable[[], Bot]]:
    """Return the bots of a game by name."""
    return {"greedy": lambda: Greedy(evaluate_moves, explain), "expert": Expert}


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game."""
    return LEVELS
