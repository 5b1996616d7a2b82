"""Bots for Kolorowy zawrót głowy: one deep, and with possible worlds searched."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.bots.protocol import Bot
from kafelki.games.zawrot.bots.expert import Expert
from kafelki.games.zawrot.bots.greedy import OneDeep
from kafelki.games.zawrot.bots.levels import LEVELS

__all__ = ["BOTS", "LEVELS"]

BOTS: dict[str, Callable[[], Bot]] = {"greedy": OneDeep, "expert": Expert}
