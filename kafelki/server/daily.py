"""Daily challenges: the same draws for everybody on a day (UTC), fixed the day before."""

from __future__ import annotations

import secrets
from datetime import date, timedelta

from kafelki.rules.registry import GAMES, rules_of
from kafelki.server.storage import results as rows
from kafelki.server.storage.store import Conflict, Store

SOLO_GAMES = tuple(
    game for game in GAMES if any(seating.players == 1 for seating in rules_of(game).seatings)
)


def day_after(day: str) -> str:
    """Return the next day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


async def seed_for(store: Store, day: str, game: str) -> bytes:
    """Return the seed of a day's challenge, drawing it when nobody has yet."""
    seed = await store.read(rows.daily_seed, day, game)
    if seed is not None:
        return seed
    try:
        seed = secrets.token_bytes(32)
        await store.write(rows.add_daily_seed, day, game, seed)
    except Conflict:  # another process was first
        seed = await store.read(rows.daily_seed, day, game)
        assert seed is not None
    return seed
