"""How closely positions are looked at: more takes longer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Depth:
    """What is spent on one position of a game."""

    name: str
    leaves: int = 700
    """As many ways for chance to go on are looked at one by one; of more, some are drawn:"""
    samples: int = 400
    """so many."""
    worlds: int = 48
    """In how many worlds moves are tried, where the game can do that; 0: a hunch is enough."""
    candidates: int = 8
    """How many moves are tried so, beside the one that was played."""


QUICK = Depth("quick", samples=100, worlds=0)
STANDARD = Depth("standard")
DEEP = Depth("deep", leaves=12_000, samples=4000, worlds=512, candidates=24)
DEPTHS = {each.name: each for each in (QUICK, STANDARD, DEEP)}
