"""Bots for Geniusz: the shared ones with its board."""

from __future__ import annotations

from kafelki.games.geniusz.rules import CLAIMS, SPECIAL, TABLES, see
from kafelki.games.weakest_colour.bots import BOTS, levels
from kafelki.games.weakest_colour.bots.glance import glance
from kafelki.games.weakest_colour.bots.standing import stand
from kafelki.kernels.language import Fields, Position, kernel

__all__ = ["BOTS", "LEVELS", "TABLES", "list_promising", "standing"]

LEVELS = levels(strong_slack=0.002)
"""Values lie closer together here than in AXIO, as the lead makes them up."""


@kernel
def list_promising(
    position: Position,
    seat: int,
    top: int,
    moves: Fields,
    values: Fields,
    settings: Fields,
    floats: Fields,
    numbers: Fields,
) -> int:
    """Write the `top` moves that promise most at a glance, best first; return how many."""
    return glance(
        see(position), TABLES, CLAIMS, seat, SPECIAL, top, moves, values, settings, floats, numbers
    )


@kernel
def standing(
    position: Position, seat: int, weights: Fields, floats: Fields, numbers: Fields
) -> float:
    """Return how a seat stands after its move, from 0 to 1."""
    return stand(see(position), TABLES, seat, weights, floats, numbers)
