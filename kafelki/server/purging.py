"""Sessions and guests that nobody comes back to go, some at a time."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.server.identity import Identity
from kafelki.server.storage import purging, sessions
from kafelki.server.storage.store import Store
from kafelki.server.table.settings import DAY

SECONDS = 600.0
"""Seconds between two rounds."""
AT_ONCE, PORTIONS = 200, 20
"""How many go in one transaction, and how many such there are in one round."""


class Purging:
    """Removes what was not used for longer than the operator wants to keep it."""

    def __init__(
        self, store: Store, identity: Identity, now: Callable[[], int], guest_days: float
    ) -> None:
        self._store = store
        self._identity = identity
        self._now = now
        self._guest_days = guest_days

    async def go_round(self) -> None:
        """Remove the sessions that have ended unused, and guests who never played."""
        for _ in range(PORTIONS):
            oldest = self._identity.oldest
            if await self._store.write(sessions.end_unused, oldest, AT_ONCE) < AT_ONCE:
                break
        if self._guest_days <= 0:
            return
        now = self._now()
        before = int(now - self._guest_days * DAY)
        for _ in range(PORTIONS):
            chosen = await self._store.read(purging.idle_guests, before, AT_ONCE)
            if chosen:
                await self._store.write(purging.purge, chosen, before, now)
            if len(chosen) < AT_ONCE:
                break
