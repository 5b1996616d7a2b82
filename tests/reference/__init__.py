"""Every game written a second time, plainly and slowly, to check the program against."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tests.reference.plain_game import PlainGame

__all__ = ["PlainGame", "plain_game"]


def plain_game(
    game: str, players: int, variant: str = "standard", options: Mapping[str, Any] | None = None
) -> PlainGame:
    """Return a plain game at its start."""
    begun = import_module(f"tests.games.{game}.plain").begin(players, variant, options or {})
    assert isinstance(begun, PlainGame)
    return begun
