"""The five games written a second time, plainly and slowly, to check the program against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.plain_bits import PlainBits
from tests.reference.plain_exo import PlainExo
from tests.reference.plain_game import PlainGame
from tests.reference.plain_lines import AXIO, GENIUSZ, PlainLines
from tests.reference.plain_zawrot import PlainZawrot

__all__ = ["PlainGame", "plain_game"]


def plain_game(
    game: str, players: int, variant: str = "standard", options: Mapping[str, Any] | None = None
) -> PlainGame:
    """Return a plain game at its start."""
    options = options or {}
    if game == "axio":
        return PlainLines(AXIO, players, pyramid=options.get("pyramid", "square"))
    if game == "geniusz":
        return PlainLines(GENIUSZ, players, pairs=variant == "pairs")
    if game == "exo":
        return PlainExo(options.get("size", 10))
    return PlainBits(players) if game == "bits" else PlainZawrot(players)
