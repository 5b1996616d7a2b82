"""The modules of the game at hand: the shared bots know neither board by its name."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from kafelki.rules.registry import package_of


def rules_module(game: str) -> ModuleType:
    """Return the module of a game's rules, with its BOARD and its TABLES."""
    return import_module(f"{package_of(game)}.rules")


def kernels_module(game: str) -> ModuleType:
    """Return the module of a game's own kernels: `list_promising` and `standing`."""
    return import_module(f"{package_of(game)}.bots")
