"""Which puzzle is asked: one of the right strength that is new, and every day one for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from random import Random
from typing import NamedTuple

NEAR = 8
"""From so many puzzles of the right strength one is drawn."""


class Candidate(NamedTuple):
    """A puzzle that may be asked, and how hard it is."""

    id: str
    value: float


def chosen(
    candidates: Sequence[Candidate], strength: float, seen: Mapping[str, int], random: Random
) -> str:
    """Return a new puzzle near somebody's strength; with none left, one seen longest ago.

    `seen` says when.
    """
    fresh = [each for each in candidates if each.id not in seen]
    if fresh:
        found = sorted(fresh, key=lambda each: abs(each.value - strength))
    else:
        found = sorted(candidates, key=lambda each: seen[each.id])
    return random.choice(found[:NEAR]).id


def order_of_day(day: str, by_game: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the puzzles of the game whose day it is: the first that is sound is the day's.

    It follows from the day and the puzzle's own name: another puzzle more changes few days.
    """
    games = [game for game, puzzles in by_game.items() if puzzles]
    if not games:
        return []
    game = games[date.fromisoformat(day).toordinal() % len(games)]
    return sorted(by_game[game], key=lambda puzzle: sha256(f"{day} {puzzle}".encode()).digest())
