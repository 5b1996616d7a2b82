"""Daily challenges: the same draws for everybody on a day (UTC), fixed the day before."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from kafelki.play.chance import new_seed
from kafelki.rules.registry import GAMES, rules_of
from kafelki.server.storage import results as rows
from kafelki.server.storage.store import Store

SOLO_GAMES = tuple(
    game for game in GAMES if any(seating.players == 1 for seating in rules_of(game).seatings)
)


def day_after(day: str) -> str:
    """Return the next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def game_of(day: str) -> str | None:
    """Return the game whose challenge is the one of a day: each in its turn."""
    return SOLO_GAMES[date.fromisoformat(day).toordinal() % len(SOLO_GAMES)] if SOLO_GAMES else None


def days_before(day: str, count: int) -> list[str]:
    """Return so many days up to a day, the last of them."""
    last = date.fromisoformat(day)
    return [(last - timedelta(days=k)).isoformat() for k in reversed(range(count))]


def streak(day: str, played: Collection[str]) -> int:
    """Return how many days in a row somebody has played, up to a day or to the one before it.

    >>> streak("2026-03-04", {"2026-03-01", "2026-03-03", "2026-03-04"})
    2
    >>> streak("2026-03-04", {"2026-03-02", "2026-03-03"}), streak("2026-03-04", {"2026-03-02"})
    (2, 0)
    """
    last = date.fromisoformat(day)
    if day not in played:
        last -= timedelta(days=1)
    count = 0
    while (last - timedelta(days=count)).isoformat() in played:
        count += 1
    return count


async def seed_for(store: Store, day: str, game: str) -> bytes:
    """Return the seed of a day's challenge, drawing it when nobody has yet."""
    return await store.read_or_add(rows.daily_seed, rows.add_daily_seed, day, game, new=new_seed)
