"""Looking after the tables: clocks that run out, tidying up, what other versions have left."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path

from kafelki.server import archive
from kafelki.server.bot_moves import BotMoves
from kafelki.server.denial import Denial
from kafelki.server.scheduler import Scheduler
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage import unreadable as unreadable_rows
from kafelki.server.storage import upkeep
from kafelki.server.storage.forgetting import drop_old_notes
from kafelki.server.storage.rating_again import Stopped, rate_again, some_missing
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.decision import Decision
from kafelki.server.table.moving import time_out
from kafelki.server.table.set_aside import OldRules
from kafelki.server.table.settings import DAY
from kafelki.server.table.state import TableState
from kafelki.server.tables import Tables

log = logging.getLogger(__name__)

ORPHANED = 20_000
"""Milliseconds after which a bot's move is taken over from a process that did not make it."""
FORGOTTEN = 7 * DAY
"""Milliseconds after which a table that never started is closed, and answers are dropped."""


class Upkeep:
    """Watches over the tables of one server process."""

    def __init__(
        self,
        tables: Tables,
        bots: BotMoves,
        data_folder: Path,
        remind: Callable[[TableState], None],
    ) -> None:
        self._store = tables.store
        self._tables = tables
        self._bots = bots
        self._now = tables.audience.now
        self._folder = data_folder
        self._remind = remind
        self._closing = threading.Event()

    def schedule(self, scheduler: Scheduler) -> None:
        """Have all of it done: first the moves that bots owe since before the server started."""
        scheduler.once(self._pick_up)
        scheduler.once(self.bring_up_to_date)
        scheduler.once(self._rate_what_was_not)
        scheduler.every(1.0, self.look_after_due)
        scheduler.every(60.0, self.remind_of_clocks)
        for job in (self.close_forgotten, self.write_archive, self.list_tables):
            scheduler.every(600.0, job)
        if self._tables.audience.fan_out.shared:
            scheduler.every(10.0, self._tables.audience.tell_presence_again)

    def close(self) -> None:
        """Let what cannot be cancelled know that it is to stop."""
        self._closing.set()

    async def look_after_due(self) -> None:
        """Let clocks run out, and bots move that another process left waiting."""
        now = self._now()
        self._tables.audience.presence.forget_old(now)
        thinking = self._bots.tables_thought_about

        async def look_after(table: str) -> None:
            state = await self._tables.loaded.state_of(table)
            if state.clock is not None and state.clock.overdue(now):
                await self._tables.happen(table, lambda state: time_out(state, now))
            if state.bots_to_act:
                claimed: bool = await self._store.write(
                    upkeep.claim_bots, table, now - ORPHANED, now
                )
                if claimed:
                    self._bots.see(await self._tables.loaded.state_of(table))

        due = await self._store.read(upkeep.due_tables, now, now - ORPHANED)
        await self._at_each((table for table in due if table not in thinking), look_after)

    async def _at_each(
        self, tables: Iterable[str], job: Callable[[str], Awaitable[object]]
    ) -> None:
        """Do something at each of some tables; what goes wrong at one costs no other anything."""
        for table in tables:
            try:
                await job(table)
            except StorageTrouble:
                raise  # it is the same for all: the next round may do better
            except Denial as denial:
                log.info("a table is left as it is: %s", denial.code)
            except Exception:
                log.exception("looking after a table failed")

    async def remind_of_clocks(self) -> None:
        """Remind people whose days for a move are nearly over."""
        now = self._now()

        async def remind(table: str) -> None:
            claimed: bool = await self._store.write(upkeep.claim_reminder, table, now)
            if claimed:
                self._remind(await self._tables.loaded.state_of(table))

        await self._at_each(await self._store.read(upkeep.tables_to_remind, now), remind)

    async def _pick_up(self) -> None:
        """Make the moves that bots owe, right at the start."""

        async def pick_up(table: str) -> None:
            self._bots.see(await self._tables.loaded.state_of(table))

        now = self._now()
        await self._at_each(await self._store.read(upkeep.due_tables, now, now), pick_up)

    async def bring_up_to_date(self) -> None:
        """Read again what could not be read, and close or list what other versions have left."""

        async def read_again(table: str) -> None:
            with suppress(OldRules):
                await self._store.read(table_rows.load_state, table, anew=True)
            await self._store.write(unreadable_rows.unmark, table)

        marked = await self._store.read(unreadable_rows.marked)
        await self._at_each([row.table_id for row in marked], read_again)
        await self._at_each(
            await self._store.read(upkeep.tables_of_old_rules), self._tables.loaded.state_of
        )
        await self.list_tables()

    async def list_tables(self) -> None:
        """Keep what lists show of those tables of which that is not kept yet."""

        async def keep(table: str) -> None:
            try:
                state = await self._store.read(table_rows.load_state, table)
            except Denial:
                state = await self._tables.loaded.state_of(table)  # which notes what is wrong
            assert state is not None
            await self._store.write(upkeep.keep_view, state)

        await self._at_each(await self._store.read(upkeep.tables_without_view), keep)

    async def _rate_what_was_not(self) -> None:
        """Rate all games again where some have not been rated: after an upgrade, or a fault."""
        if await self._store.read(some_missing):
            with suppress(Stopped):
                done = await asyncio.to_thread(rate_again, self._store.engine, self._closing.is_set)
                log.info("%d games were rated again", done.games)

    async def close_forgotten(self) -> None:
        """Close tables that never started, and forget old answers."""
        now = self._now()

        def closing(state: TableState) -> Decision | None:
            if state.status != "open":
                return None
            decision = Decision(state.copy(), now)
            decision.add("close")
            return decision

        stale = await self._store.read(upkeep.stale_tables, now - FORGOTTEN)
        await self._at_each(stale, lambda table: self._tables.happen(table, closing))
        await self._store.write(upkeep.forget_answers, now - FORGOTTEN)
        await self._store.write(drop_old_notes, now - FORGOTTEN)

    async def write_archive(self) -> None:
        """Write the finished games of the days that are over."""
        for day in archive.missing_days(self._folder, self._now()):
            if day_is_over(day, self._tables.audience.trusted()):
                await archive.keep_day(self._store, self._folder, day)
