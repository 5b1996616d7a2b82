"""Bots for Bits: a glance at the ramp, and an expert who plays the round on."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.protocol import Bot
from kafelki.games.bits.bots.expert import Expert
from kafelki.games.bits.bots.greedy import greedy
from kafelki.games.bits.bots.levels import LEVELS

__all__ = ["BOTS", "LEVELS"]

BOTS: dict[str, Callable[[], Bot]] = {"greedy": greedy, "expert": Expert}
