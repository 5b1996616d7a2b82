"""What other processes and operators have done: heard of, or found in the database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from kafelki.server.ids import portions
from kafelki.server.live.audience import Audience
from kafelki.server.live.loading import LoadedTables
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.store import Store
from kafelki.server.table.entries import Entry
from kafelki.server.table.set_aside import Unreadable


class News:
    """Lets those who watch tables here know what happened elsewhere."""

    def __init__(self, store: Store, audience: Audience, loaded: LoadedTables) -> None:
        self._store = store
        self._audience = audience
        self._loaded = loaded
        self.on_ended: Callable[[str], None] = lambda person: None
        """Called when another process has ended a session of a person."""

    async def heard(self, message: dict[str, Any]) -> None:
        """Act on what another process tells."""
        match message:
            case {"present": present, "process": process}:
                for table, people in present.items():
                    self._audience.heard_presence(process, table, frozenset(people))
            case {"person": person}:
                await self._loaded.person_changed(person, tell=False)
            case {"ended": person}:
                self.on_ended(person)
                self._audience.let_go(person, tell=False)
            case {"forget": table}:
                await self._loaded.reread([table], tell=False)
            case {"mutes": person}:
                await self.mutes_changed(person, tell=False)
            case {"lists": told}:
                self._audience.lists.heard(told)
            case {"table": table, "number": number}:
                told = [Entry(*fields) for fields in message.get("entries", ())]
                await self._gone_on(table, number, told)

    async def _gone_on(self, table: str, number: int, told: list[Entry]) -> None:
        live = self._audience.tables.get(table)
        if live is None:
            return
        async with live.lock:
            if live.state is not None and live.state.number < number:
                with suppress(Unreadable):  # it is noted, and the others are to go on
                    await self._loaded.catch_up(live, told)

    async def look(self) -> None:
        """Compare the tables that are watched with the database, in case nobody told."""
        watched = [table for table, live in self._audience.tables.items() if live.listeners]
        for some in portions(watched, 200):
            numbers = await self._store.read(table_rows.numbers_of, some)
            for table, number in numbers.items():
                live = self._audience.tables.get(table)
                if live and live.state and live.state.number < number:
                    await self._gone_on(table, number, [])

    async def mutes_changed(self, person: str, tell: bool = True) -> None:
        """Let the pages that a person has open show what they want to read now."""
        muted = frozenset(await self._store.read(people_rows.muted_by, person))
        self._audience.mute(person, muted)
        if tell:
            self._audience.fan_out.tell(mutes=person)

    async def check_names(self) -> None:
        """Show the names that people have now, in case nobody told."""
        shown = {
            person: (name, person in live.members)
            for live in self._audience.tables.values()
            for person, name in live.names.items()
        }
        for some in portions(sorted(shown), 500):
            names, members = await self._store.read(people_rows.names_and_members, some)
            for person, name in names.items():
                if shown[person] != (name, person in members):
                    await self._loaded.person_changed(person, tell=False)
