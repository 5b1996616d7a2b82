"""The tables in memory: read from their logs when they are needed, forgotten at any moment."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from kafelki.server.denial import Denial, not_found, unavailable
from kafelki.server.ids import could_be_id
from kafelki.server.live.audience import Audience
from kafelki.server.live.live_table import LiveTable
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage import unreadable as unreadable_rows
from kafelki.server.storage import upkeep
from kafelki.server.storage.store import Conflict, StorageTrouble, Store
from kafelki.server.table import visibility
from kafelki.server.table.entries import Entry
from kafelki.server.table.reading import gone_on
from kafelki.server.table.set_aside import OldRules, SetAside, Unreadable
from kafelki.server.table.state import TableState

log = logging.getLogger(__name__)

MOST_IDLE = 200
"""Tables that nobody watches are kept in memory up to so many."""


class LoadedTables:
    """The states of tables, those of an audience and some more."""

    def __init__(self, store: Store, audience: Audience) -> None:
        self._store = store
        self._audience = audience
        self._evict_at = MOST_IDLE
        self.on_change: Callable[[TableState | None, TableState], None] = lambda before, state: None
        """Called with every new state and the one before: the bots' manager listens here."""

    def entry(self, table: str) -> LiveTable:
        """Return the place of a table in memory, whether there is such a table or not."""
        live = self._audience.tables.get(table)
        if live is None:
            live = self._audience.tables[table] = LiveTable(table)
            self._evict()
        else:
            self._audience.tables.move_to_end(table)
        return live

    def _evict(self) -> None:
        """Forget tables that nobody watches, the longest unused first."""
        if len(self._audience.tables) < self._evict_at:
            return
        idle = [
            table
            for table, live in self._audience.tables.items()
            if not live.listeners and not live.lock.locked()
        ]
        for table in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._audience.tables[table]
        self._evict_at = len(self._audience.tables) + MOST_IDLE // 2

    def drop_caches(self) -> None:
        """Forget every state: all of it is in the log."""
        for live in self._audience.tables.values():
            if not live.lock.locked():
                live.state = None
                live.answers.clear()

    async def state_of(self, table: str) -> TableState:
        """Return a table's state, for the server's own use."""
        live = self.entry(table)
        async with live.lock:
            return await self.state(live)

    async def state_for(self, table: str, person: str | None) -> tuple[TableState, LiveTable]:
        """Return a table's state if somebody may know of it; Denial otherwise."""
        if not could_be_id(table):
            raise not_found()
        live = self.entry(table)
        try:
            async with live.lock:
                if self._audience.fan_out.shared and live.state is not None:
                    await self.catch_up(live)
                state = await self.state(live)
        except SetAside as found:
            raise self.told(found, person) from None
        except StorageTrouble as wrong:
            log.warning("reading a table failed: %s", type(wrong).__name__)
            raise unavailable() from None
        if not visibility.may_see(state, person, self._audience.trusted()):
            raise not_found()
        return state, live

    async def state(self, live: LiveTable) -> TableState:
        """Return a table's state, from memory or from the log; its lock must be held."""
        if live.state is None:
            try:
                state = await self._store.read(table_rows.load_state, live.id)
            except SetAside as found:
                await self._set_aside(live, found)
                raise
            if state is None:
                self._audience.tables.pop(live.id, None)
                raise not_found()
            live.state = state
            await self._learn_names(live, state)
            self._audience.tell(live)
        return live.state

    async def _learn_names(self, live: LiveTable, state: TableState) -> None:
        live.names, live.members = await self._store.read(
            people_rows.names_and_members, state.people
        )

    async def _set_aside(self, live: LiveTable, found: SetAside) -> None:
        """Note that a table cannot go on; whoever is at it comes back, and is told so."""
        live.state = None
        self._audience.tables.pop(live.id, None)
        for listener in list(live.listeners):
            listener.drop()
        with suppress(StorageTrouble, Conflict):  # it will be found again
            if isinstance(found, OldRules):
                if found.status in ("open", "playing"):
                    log.warning("a table that was begun under other rules is closed")
                    await self._store.write(upkeep.close_for_old_rules, found, self._audience.now())
            elif isinstance(found, Unreadable) and not found.is_marked:
                log.error("a table cannot be read: `kafelki admin unreadable` says why")
                await self._store.write(unreadable_rows.mark, found, self._audience.now())

    def told(self, denial: Denial, person: str | None) -> Denial:
        """Return what somebody is told of a denial: of some tables they may not even know."""
        hidden = isinstance(denial, SetAside) and not visibility.may_know(
            denial.daily, denial.people, person, self._audience.trusted()
        )
        return not_found() if hidden else denial

    async def catch_up(self, live: LiveTable, told: Sequence[Entry] = ()) -> None:
        """Add what other processes have written; the table's lock must be held.

        What they told is enough where it goes on from here; otherwise the log is read.
        """
        before = live.state
        if before is None:
            return
        after = None
        if told and told[0].number == before.number:
            with suppress(Unreadable):
                after = gone_on(before, told)
        if after is None:
            entries = await self._store.read(table_rows.tail, live.id, before.number)
            if not entries:
                return
            try:
                after = gone_on(before, entries)
            except Unreadable as found:
                found.daily, found.people = before.secret.daily, before.people
                await self._set_aside(live, found)
                raise
        await self.adopt(live, after)

    async def adopt(
        self,
        live: LiveTable,
        state: TableState,
        actor: str | None = None,
        written: Sequence[Entry] | None = None,
    ) -> None:
        """Make a state that is safely written, by what `actor` did, the one that everybody sees.

        The other processes are told what this one has `written`.
        """
        before = live.state
        live.state = state
        if before is None or set(state.people) - set(live.names):
            await self._learn_names(live, state)
        self._audience.tell(live, actor)
        if before is not None and before.people != state.people:
            self._audience.tell_presence(live)  # who watched may sit now, and the other way round
        if written is not None:
            entries = [(each.number, each.kind, each.time, each.text) for each in written]
            self._audience.fan_out.tell(table=state.id, number=state.number, entries=entries)
            self.on_change(before, state)

    async def reread(self, tables: Iterable[str], tell: bool = True) -> None:
        """Read logs again that were written anew, and show those who watch what has changed."""
        for table in tables:
            live = self._audience.tables.get(table)
            if live is not None:
                async with live.lock:  # what is being written there now is written first
                    await self._reread(live)
            if tell:
                self._audience.fan_out.tell(forget=table)

    async def _reread(self, live: LiveTable) -> None:
        before, live.state = live.state, None
        live.told = None if not live.listeners else live.told
        if before is None or not live.listeners:
            return
        try:
            after = await self.state(live)
        except SetAside:
            return  # it is noted, and the others are to go on
        pairs = zip(before.entries, after.entries, strict=False)
        changed = [old.number for old, new in pairs if old != new]
        if changed:
            self._audience.tell_since(live, changed[0])

    async def person_changed(self, person: str, tell: bool = True) -> None:
        """Show a person's new name wherever they sit."""
        for live in list(self._audience.tables.values()):
            if live.state is None or person not in live.state.people:
                continue
            async with live.lock:
                if live.state is not None:
                    await self._learn_names(live, live.state)
                    self._audience.tell_since(live, live.state.number)
        if tell:
            self._audience.fan_out.tell(person=person)
