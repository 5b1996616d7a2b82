"""Bots for Bits: a glance at the ramp, and an expert who plays the round on."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.bits.expert import Expert
from kafelki.bots.bits.grades import LEVELS
from kafelki.bots.bits.greedy import Glance
from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot


def bots(game: str) -> dict[str, Callable[[], Bot]]:
    """Return the bots of a game by name."""
    return {"greedy": Glance, "expert": Expert}


def levels(game: str) -> tuple[Level, ...]:
    """Return the levels of a game."""
    return LEVELS
