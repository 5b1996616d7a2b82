"""Bots for exo."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot


def bots(game: str) -> dict[str, Callable[[], Bot]]:
    """Return the bots of a game by name."""
    return {}


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game."""
    return ()
