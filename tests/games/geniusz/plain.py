"""Geniusz, written plainly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.weakest_colour.plain import GENIUSZ, PlainLines


def begin(players: int, variant: str, options: Mapping[str, Any]) -> PlainLines:
    """Return the game at its start."""
    return PlainLines(GENIUSZ, players, pairs=variant == "pairs")
