"""Ratings of people: the arena's model, fitted to all rated games of a kind."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass

from kafelki.arena.ratings import Contest, rate
from kafelki.server.storage import results as rows
from kafelki.server.storage.store import Store

MEAN = 1500
FRESH = 60_000
"""Milliseconds for which ratings are kept before they are fitted again."""


@dataclass(frozen=True)
class Rating:
    """Somebody's rating and how sure it is."""

    person: str
    rating: int
    low: int
    high: int
    games: int


class Ratings:
    """Ratings by game, number of players and variant."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[tuple[str, int, str], tuple[int, int, list[Rating]]] = {}

    async def of(self, game: str, players: int, variant: str, now: int) -> list[Rating]:
        """Return the ratings, best first."""
        key = (game, players, variant)
        kept = self._kept.get(key)
        if kept is not None and now - kept[0] < FRESH:
            return kept[2]
        games = await self._store.read(rows.rated_games, game, players, variant)
        if kept is not None and kept[1] == len(games):
            ratings = kept[2]
        else:
            ratings = await asyncio.to_thread(fitted, games)
        self._kept[key] = (now, len(games), ratings)
        return ratings


def fitted(games: list[tuple[str, list[str], list[int]]]) -> list[Rating]:
    """Return the ratings that explain the places of people in games best, best first."""
    played = Counter(person for _, people, _ in games for person in people)
    numbers = {person: number for number, person in enumerate(sorted(played))}
    if len(numbers) < 2:
        return []
    contests = [
        Contest(deal, tuple(numbers[person] for person in people), tuple(places))
        for deal, (_, people, places) in enumerate(games)
    ]
    found = rate(len(numbers), contests)
    ratings = [
        Rating(
            person,
            MEAN + round(float(found.values[number])),
            MEAN + round(found.intervals[number][0]),
            MEAN + round(found.intervals[number][1]),
            played[person],
        )
        for person, number in numbers.items()
        if not person.startswith("gone ")
    ]
    return sorted(ratings, key=lambda each: -each.rating)
