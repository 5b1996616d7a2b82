"""What is done without anybody asking: bots' moves, clocks that run out, tidying up."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from kafelki.rules.texts import Text
from kafelki.server import archive, thinking
from kafelki.server.crew import Bench, CrewFailed
from kafelki.server.denial import Denial
from kafelki.server.fairness import Whereabouts
from kafelki.server.faults import tell_operator
from kafelki.server.settings import Settings
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage import unreadable as unreadable_rows
from kafelki.server.storage import upkeep
from kafelki.server.storage.forgetting import drop_old_notes
from kafelki.server.storage.rating_again import Stopped, rate_again, some_missing
from kafelki.server.storage.store import StorageTrouble, Store
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.decision import Decision
from kafelki.server.table.moving import machine_move, time_out
from kafelki.server.table.old_rules import OldRules
from kafelki.server.table.state import TableState
from kafelki.server.tables import Tables

log = logging.getLogger(__name__)

ORPHANED = 20_000
"""Milliseconds after which a bot's move is taken over from a process that did not make it."""
FORGOTTEN = 7 * 24 * 60 * 60 * 1000
"""Milliseconds after which a table that never started is closed, and answers are dropped."""
SELDOM = 5
"""How many times more seldom to look for others' news while they can be heard."""
NOTICE = 3.0
"""Seconds more than a bot should take, after which those who wait are told why."""
BOT_IS_LATE = Text(
    "The bot is getting ready. This happens once, and can take half a minute.",
    "Bot się przygotowuje. Zdarza się to raz i może potrwać pół minuty.",
)

BOTS_ARE_BUSY = Text(
    "Many bots are thinking at the moment. Yours will move as soon as it is its turn.",
    "Wiele botów właśnie myśli. Twój ruszy, gdy tylko przyjdzie jego kolej.",
)


class Caretaker:
    """Watches over the tables of one server process."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        bench: Bench,
        whereabouts: Whereabouts,
        now: Callable[[], int],
        settings: Settings,
        remind: Callable[[TableState], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._bench = bench
        self._whereabouts = whereabouts
        self._now = now
        self._settings = settings
        self._remind = remind
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._others: list[tuple[float, Callable[[], Awaitable[None]]]] = []
        self._looks = 0
        self._heard = False
        self._closing = threading.Event()

    def also(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        """Do something else regularly, from the start on."""
        self._others.append((seconds, job))

    async def start(self) -> None:
        """Begin: first with the moves that bots owe since before the server started."""
        self._tasks = [
            *(asyncio.create_task(self._regularly(*other)) for other in self._others),
            asyncio.create_task(self._regularly(1.0, self._look_after_due)),
            asyncio.create_task(self._regularly(60.0, self._remind_of_clocks)),
            asyncio.create_task(self._regularly(600.0, self._close_forgotten)),
            asyncio.create_task(self._regularly(600.0, self._write_archive)),
            asyncio.create_task(self._regularly(600.0, self._list_tables)),
            asyncio.create_task(self._once(self._pick_up)),
            asyncio.create_task(self._once(self._bring_up_to_date)),
            asyncio.create_task(self._once(self._rate_what_was_not)),
        ]
        if self._tables.fan_out.shared:
            self._tasks += [
                asyncio.create_task(self._regularly(2.0, self._look_for_news)),
                asyncio.create_task(self._regularly(10.0, self._tell_presence)),
            ]

    async def close(self) -> None:
        """Stop everything."""
        self._closing.set()
        tasks = [*self._tasks, *self._thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Bots

    def see(self, state: TableState) -> None:
        """Let the bots think whose turn it is."""
        for seat in state.machines_to_act:
            key = (state.id, seat)
            if key not in self._thinking:
                task = asyncio.create_task(self._think(state, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]

    async def _think(self, state: TableState, seat: int) -> None:
        """Make a bot's moves for as long as it has any to make."""
        try:
            while seat in state.machines_to_act:
                await self._move_for(state, seat)
                state = await self._tables.state_of(state.id)
        except (StorageTrouble, Denial) as wrong:
            log.warning("a bot's move could not be made now: %s", type(wrong).__name__)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a bot's move could not be made")

    async def _move_for(self, state: TableState, seat: int) -> None:
        """Make a bot's move, when it is the turn of the table's host and of the table."""
        address = self._whereabouts.address(state.host)
        with self._notice(state, NOTICE, BOTS_ARE_BUSY):
            await self._bench.line.enter(address, state.host, state.id)
        try:
            state = await self._tables.state_of(state.id)
            if seat in state.machines_to_act:  # it may have gone on meanwhile
                await self._move_now(state, seat)
        finally:
            self._bench.line.leave()

    async def _move_now(self, state: TableState, seat: int) -> None:
        bot = state.seats[seat].machine
        assert bot is not None
        game = state.game.copy()
        game.seed = None  # the bot gets a view of it; what it cannot see need not travel
        stream = state.secret.stream("move", state.after, seat)
        seconds = self._settings.bot_seconds
        with self._notice(state, seconds + NOTICE, BOT_IS_LATE):
            try:
                chosen = await self._bench.crew.run(
                    thinking.choose, game, seat, bot, stream, seconds
                )
            except CrewFailed as wrong:
                chosen = thinking.any_move(game, seat, bot, stream, wrong)
        tell_operator(game.header.game, chosen.failures)

        def deciding(now_state: TableState) -> Decision:
            return machine_move(now_state, seat, chosen.move, state, self._now())

        with suppress(Denial):  # the table went on without it
            await self._tables.happen(state.id, deciding)

    @contextmanager
    def _notice(self, state: TableState, seconds: float, text: Text) -> Iterator[None]:
        """Tell a table something, if what is done in the block takes longer than that."""
        loop = asyncio.get_running_loop()
        telling = loop.call_later(seconds, self._tables.notice, state.id, text)
        try:
            yield
        finally:
            telling.cancel()

    # The rest

    async def _once(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except StorageTrouble as wrong:
            log.warning("the database is away: %s", type(wrong).__name__)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("looking after the tables failed")

    async def _regularly(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except asyncio.CancelledError:
                raise
            except (StorageTrouble, Denial) as wrong:
                log.warning("the database is away: %s", type(wrong).__name__)
            except Exception:
                log.exception("looking after the tables failed")
            await asyncio.sleep(seconds)

    async def _look_after_due(self) -> None:
        now = self._now()
        self._tables.presence.forget_old(now)
        thinking = {table for table, _ in self._thinking}

        async def look_after(table: str) -> None:
            state = await self._tables.state_of(table)
            if state.clock is not None and state.clock.overdue(now):
                await self._tables.happen(table, lambda state: time_out(state, now))
            if state.machines_to_act:
                claimed: bool = await self._store.write(
                    upkeep.claim_bots, table, now - ORPHANED, now
                )
                if claimed:
                    self.see(await self._tables.state_of(table))

        due = await self._store.read(upkeep.due_tables, now, now - ORPHANED)
        await self._at_each((table for table in due if table not in thinking), look_after)

    async def _at_each(self, tables: Iterable[str], job: Callable[[str], Awaitable[None]]) -> None:
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

    async def _remind_of_clocks(self) -> None:
        now = self._now()

        async def remind(table: str) -> None:
            claimed: bool = await self._store.write(upkeep.claim_reminder, table, now)
            if claimed:
                self._remind(await self._tables.state_of(table))

        await self._at_each(await self._store.read(upkeep.tables_to_remind, now), remind)

    async def _pick_up(self) -> None:
        """Make the moves that bots owe, right at the start."""

        async def pick_up(table: str) -> None:
            self.see(await self._tables.state_of(table))

        now = self._now()
        await self._at_each(await self._store.read(upkeep.due_tables, now, now), pick_up)

    async def _bring_up_to_date(self) -> None:
        """Read again what could not be read, and close or list what other versions have left."""

        async def read_again(table: str) -> None:
            with suppress(OldRules):
                await self._store.read(table_rows.load_state, table, anew=True)
            await self._store.write(unreadable_rows.unmark, table)

        async def read(table: str) -> None:
            await self._tables.state_of(table)

        marked = await self._store.read(unreadable_rows.marked)
        await self._at_each([row.table_id for row in marked], read_again)
        await self._at_each(await self._store.read(upkeep.tables_of_old_rules), read)
        await self._list_tables()

    async def _list_tables(self) -> None:
        """Keep what lists show of those tables of which that is not kept yet."""

        async def keep(table: str) -> None:
            try:
                state = await self._store.read(table_rows.load_state, table)
            except Denial:
                state = await self._tables.state_of(table)  # which notes what is wrong
            assert state is not None
            await self._store.write(upkeep.keep_view, state)

        await self._at_each(await self._store.read(upkeep.tables_without_view), keep)

    async def _rate_what_was_not(self) -> None:
        """Rate all games again where some have not been rated: after an upgrade, or a fault."""
        if await self._store.read(some_missing):
            with suppress(Stopped):
                done = await asyncio.to_thread(rate_again, self._store.engine, self._closing.is_set)
                log.info("%d games were rated again", done.games)

    async def _close_forgotten(self) -> None:
        now = self._now()

        def closing(state: TableState) -> Decision | None:
            if state.status != "open":
                return None
            decision = Decision(state.copy(), now)
            decision.add("close")
            return decision

        async def close(table: str) -> None:
            await self._tables.happen(table, closing)

        await self._at_each(await self._store.read(upkeep.stale_tables, now - FORGOTTEN), close)
        await self._store.write(upkeep.forget_answers, now - FORGOTTEN)
        await self._store.write(drop_old_notes, now - FORGOTTEN)

    async def _write_archive(self) -> None:
        folder = self._settings.data_folder
        for day in archive.missing_days(folder, self._now()):
            if day_is_over(day, self._tables.sure()):
                await archive.keep_day(self._store, folder, day)

    async def _look_for_news(self) -> None:
        """Look soon while the others are not heard; seldom otherwise, for a word that was lost."""
        heard, self._heard = self._heard, self._tables.fan_out.connected
        self._looks += 1
        if not (heard and self._heard) or self._looks % SELDOM == 0:
            await self._tables.look_for_news()

    async def _tell_presence(self) -> None:
        self._tables.tell_presence_again()
