"""Looking again whether what a process believes of people is still so.

Processes tell each other by Redis, and operators write to the database: what was told while
Redis was away, or was not told at all, is found here, within `SECONDS` of its being written.
"""

from __future__ import annotations

from kafelki.server.identity import Identity
from kafelki.server.storage.forgetting import rewritten_since
from kafelki.server.table.settings import MINUTE
from kafelki.server.tables import Tables

PAUSE = 2.0
"""Seconds between two looks whether Redis is back."""
ROUNDS = 5
OVERLAP = 10 * MINUTE
"""Milliseconds to look back: another process's clock may differ, or its writing take long."""
SECONDS = PAUSE * ROUNDS
"""Seconds between two looks into the database."""


class Checking:
    """Compares what is in memory with the database: sessions, names, logs without their words."""

    def __init__(self, identity: Identity, tables: Tables) -> None:
        self._identity = identity
        self._tables = tables
        self._since = tables.audience.now()
        self._reread: set[int] = set()
        self._rounds = 0
        self._heard = True

    async def go_round(self) -> None:
        """Look again where it is time to, and at once when the others are heard again.

        While they are not heard, what they do is found in the database.
        """
        heard, self._heard = self._heard, self._tables.audience.fan_out.connected
        self._rounds += 1
        if not (heard and self._heard):
            self._tables.audience.lists.doubt()
        if self._rounds % ROUNDS == 0 or (self._heard and not heard):
            await self.look()
        elif not self._heard:
            await self._tables.news.look()

    async def look(self) -> None:
        """Close what belongs to sessions that have ended, and show people's names as they are."""
        ended = await self._identity.check_again(self._tables.audience.sessions)
        self._tables.audience.end_sessions(ended)
        await self._tables.news.check_names()
        await self._read_again()
        await self._tables.news.look()

    async def _read_again(self) -> None:
        """Read the logs again from which words were taken since the last time."""
        now = self._tables.audience.now()
        found = await self._tables.store.read(rewritten_since, self._since - OVERLAP)
        await self._tables.loaded.reread(
            {table for number, table in found.items() if number not in self._reread}, tell=False
        )
        self._since, self._reread = now, set(found)
