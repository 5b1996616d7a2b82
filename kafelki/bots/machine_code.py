"""The kernels that the bots of a game think with, by name: what machines run of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kafelki.rules.registry import own_part

Described = Mapping[str, tuple[Callable[..., Any], Any]]
"""Kernels by name, each with its signature (of `kafelki.kernels.compiler`)."""

_ready: dict[tuple[str, str], Any] = {}


def _none(game: str) -> Described:
    return {}


def kernels_of_bots(game: str) -> Described:
    """Return the kernels that a game's bots think with: what its `bots.kernels` gives."""
    return own_part(game, "bots", "kernels", _none)(game)


def compiled_kernel(game: str, name: str) -> Any:
    """Return a kernel that a game's bots think with as machine code."""
    if (game, name) not in _ready:
        from kafelki.kernels.compiler import compiled_for

        _ready[game, name] = compiled_for(*kernels_of_bots(game)[name])
    return _ready[game, name]
