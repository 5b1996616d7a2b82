"""The moves of bots: whose turn it is thinks, and what it chose is played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from kafelki.rules.texts import Text
from kafelki.server import bot_work
from kafelki.server.denial import Denial
from kafelki.server.fairness import Whereabouts
from kafelki.server.faults import tell_operator
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.table.moving import bot_move
from kafelki.server.table.state import TableState
from kafelki.server.tables import Tables
from kafelki.server.worker_pool import PoolFailed, Workers

log = logging.getLogger(__name__)

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


class BotMoves:
    """Makes the moves that bots owe at the tables of one server process."""

    def __init__(
        self, tables: Tables, workers: Workers, whereabouts: Whereabouts, seconds: float
    ) -> None:
        self._tables = tables
        self._workers = workers
        self._whereabouts = whereabouts
        self._seconds = seconds
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    @property
    def tables_thought_about(self) -> set[str]:
        """The tables where a bot is at it."""
        return {table for table, _ in self._thinking}

    async def close(self) -> None:
        """Stop."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def see(self, state: TableState) -> None:
        """Let the bots think whose turn it is."""
        for seat in state.bots_to_act:
            key = (state.id, seat)
            if key not in self._thinking:
                task = asyncio.create_task(self._think(state, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]

    async def _think(self, state: TableState, seat: int) -> None:
        """Make a bot's moves for as long as it has any to make."""
        try:
            while seat in state.bots_to_act:
                await self._move_for(state, seat)
                state = await self._tables.loaded.state_of(state.id)
        except (StorageTrouble, Denial) as wrong:
            log.warning("a bot's move could not be made now: %s", type(wrong).__name__)
        except Exception:
            log.exception("a bot's move could not be made")

    async def _move_for(self, state: TableState, seat: int) -> None:
        """Make a bot's move, when it is the turn of the table's host and of the table."""
        address = self._whereabouts.address(state.host)
        with self._notice(state, NOTICE, BOTS_ARE_BUSY):
            await self._workers.line.enter(address, state.host, state.id)
        try:
            state = await self._tables.loaded.state_of(state.id)
            if seat in state.bots_to_act:  # it may have gone on meanwhile
                await self._move_now(state, seat)
        finally:
            self._workers.line.leave()

    async def _move_now(self, state: TableState, seat: int) -> None:
        bot = state.seats[seat].acting_bot
        assert bot is not None
        game = state.game.copy()
        game.seed = None  # the bot gets a view of it; what it cannot see need not travel
        stream = state.secret.stream("move", state.after, seat)
        with self._notice(state, self._seconds + NOTICE, BOT_IS_LATE):
            try:
                chosen = await self._workers.pool.run(
                    bot_work.choose, game, seat, bot, stream, self._seconds
                )
            except PoolFailed as wrong:
                chosen = bot_work.any_move(game, seat, bot, stream, wrong)
        tell_operator(game.header.game, chosen.failures)

        now = self._tables.audience.now
        with suppress(Denial):  # the table went on without it
            await self._tables.happen(
                state.id, lambda there: bot_move(there, seat, chosen.move, state, now())
            )

    @contextmanager
    def _notice(self, state: TableState, seconds: float, text: Text) -> Iterator[None]:
        """Tell a table something, if what is done in the block takes longer than that."""
        loop = asyncio.get_running_loop()
        telling = loop.call_later(seconds, self._tables.audience.notice, state.id, text)
        try:
            yield
        finally:
            telling.cancel()
