"""The functions of chance and of hidden things, for a game that has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafelki.kernels.language import Position, kernel


@kernel
def chance_seat(position: Position) -> int:
    """Return −1: no chance event is ever due."""
    return -1


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Return 0: there are no outcomes."""
    return 0


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Do nothing."""


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return 0, which no caller asks for."""
    return 0


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Do nothing: everybody knows everything."""


@kernel
def redeal(position: Position, viewer: int, random: Any) -> None:
    """Do nothing: nothing was concealed."""


KERNELS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (chance_seat, list_outcomes, play_outcome, sample_outcome, conceal, redeal)
}
"""All of them by name, for `Kernels.of`."""
