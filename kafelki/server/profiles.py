"""What somebody shows of themselves: a face, and the parts of a profile that others may see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, get_args
from zlib import crc32

Avatar = Literal[
    "sun",
    "moon",
    "star",
    "leaf",
    "drop",
    "flame",
    "mountain",
    "cloud",
    "diamond",
    "flower",
    "boat",
    "mushroom",
]
AVATARS: tuple[Avatar, ...] = get_args(Avatar)
"""The faces that there are to choose from; the page draws them."""

Part = Literal["games", "bests", "ratings", "bots"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a profile has: games by game, best results alone, ratings, bots that were beaten."""


def avatar_of(person: str, chosen: str | None) -> Avatar:
    """Return somebody's face: the one that they have chosen, or one that follows from their id."""
    for avatar in AVATARS:
        if avatar == chosen:
            return avatar
    return AVATARS[crc32(person.encode()) % len(AVATARS)]


def shown_parts(kept: str | None) -> list[Part]:
    """Return which parts of a profile others may see: all, until the person has said so."""
    return [part for part in PARTS if kept is None or part in kept.split()]


def kept_parts(shown: Collection[str]) -> str:
    """Return as one text which parts of a profile others may see."""
    return " ".join(part for part in PARTS if part in shown)
