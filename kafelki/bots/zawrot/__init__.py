"""Bots for Kolorowy zawrót głowy: one deep, and with possible worlds searched."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot
from kafelki.bots.zawrot.expert import Expert
from kafelki.bots.zawrot.greedy import Greedy
from kafelki.bots.zawrot.levels import LEVELS


def bots(game: str) -> dict[str, Callable[[], Bot]]:
    """Return the bots of a game by name."""
    return {"greedy": Greedy, "expert": Expert}


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game."""
    return LEVELS
