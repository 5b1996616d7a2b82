"""The lists of tables that people choose from: public ones, and their own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from kafelki.server.denial import Denial
from kafelki.server.storage import lobby as rows
from kafelki.server.storage import upkeep
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.table import views, visibility
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.listing import listed_view, unreadable_view
from kafelki.server.tables import Tables

View = dict[str, Any]


class Lobby:
    """The lists of one server."""

    def __init__(self, tables: Tables) -> None:
        self._store = tables.store
        self._tables = tables

    async def public(self, status: str, after: str | None = None) -> list[View]:
        """Return a page of the public tables of a status; those after a table, if one is given."""
        found = await self._store.read(rows.public_tables, status, after)
        views = [await self._view(listed, None) for listed in found]
        return [view for view in views if view["status"] == status]

    async def of(self, person: str, over: bool = False, after: str | None = None) -> list[View]:
        """Return a page of a person's tables under way, or of those that are over."""
        statuses = ["over"] if over else ["open", "playing"]
        found = await self._store.read(rows.tables_of, person, statuses, after)
        return [
            {
                "table": await self._view(listed, person),
                "my_turn": listed.waits_for(person) and not listed.is_unreadable,
                "changed": listed.row.changed,
            }
            for listed in found
        ]

    async def _view(self, listed: rows.Listed, person: str | None) -> View:
        if listed.is_unreadable:
            return unreadable_view(listed.row, listed.sitting)
        with suppress(ValueError, TypeError, LookupError):  # none is kept, or not a sound one
            here = self._tables.audience.here(listed.id)
            return listed_view(listed.row.view, listed.sitting, here, self._seed(listed))
        return await self._made(listed, person)

    def _seed(self, listed: rows.Listed) -> str | None:
        """Return the seed, once it may be known."""
        daily = listed.row.daily
        out = listed.row.status == "over" and (
            daily is None or day_is_over(daily, self._tables.audience.trusted())
        )
        return bytes(listed.row.seed).hex() if out else None

    async def _made(self, listed: rows.Listed, person: str | None) -> View:
        """Return what is to be shown of a table of which nothing is kept yet, and keep it."""
        try:
            state, live = await self._tables.loaded.state_for(listed.id, person)
        except Denial as denial:
            if denial.code == "unavailable":
                raise
            return unreadable_view(listed.row, listed.sitting)
        with suppress(StorageTrouble):
            await self._store.write(upkeep.keep_view, state)
        seed_is_out = visibility.seed_is_out(state, self._tables.audience.trusted())
        here = self._tables.audience.here(listed.id)
        return views.table_view(state, live.names, here, seed_is_out, live.members)
