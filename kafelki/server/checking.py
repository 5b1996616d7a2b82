"""Looking again whether what a process believes of people is still so.

Processes tell each other by Redis, and operators write to the database: what was told while
Redis was away, or was not told at all, is found here, within `SECONDS` of its being written.
"""

from __future__ import annotations

from kafelki.server.identity import Identity
from kafelki.server.tables import Tables

GLANCE = 2.0
"""Seconds between two looks whether Redis is back."""
GLANCES = 5
SECONDS = GLANCE * GLANCES
"""Seconds between two looks into the database."""


class Checking:
    """Compares sessions and names in memory with the database."""

    def __init__(self, identity: Identity, tables: Tables) -> None:
        self._identity = identity
        self._tables = tables
        self._glances = 0
        self._heard = True

    async def glance(self) -> None:
        """Look again where it is time to, and at once when the others are heard again."""
        heard, self._heard = self._heard, self._tables.fan_out.connected
        self._glances += 1
        if self._glances % GLANCES == 0 or (self._heard and not heard):
            await self.look()

    async def look(self) -> None:
        """Close what belongs to sessions that have ended, and show people's names as they are."""
        ended = await self._identity.check_again(self._tables.sessions_in_use)
        self._tables.end_sessions(ended)
        await self._tables.check_names()
