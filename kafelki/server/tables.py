"""What happens at tables: one command at a time acts on each.

It is decided on a copy, written to the log, and only then becomes the state that people see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import orjson

from kafelki.server.denial import Denial, Reply, gone, not_found, unavailable
from kafelki.server.ids import could_be_id
from kafelki.server.live.audience import Audience
from kafelki.server.live.fan_out import FanOut
from kafelki.server.live.live_table import Listener, LiveTable
from kafelki.server.live.loading import LoadedTables
from kafelki.server.live.news import News
from kafelki.server.storage import lobby as lobby_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.forgetting import Gone
from kafelki.server.storage.people import Person
from kafelki.server.storage.store import Conflict, StorageTrouble, Store
from kafelki.server.table import visibility
from kafelki.server.table.commands import Command
from kafelki.server.table.decide import decide
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.seating import rematch_of
from kafelki.server.table.state import TableState

log = logging.getLogger(__name__)

ATTEMPTS = 4

Deciding = Callable[[TableState, LiveTable], Decision | None]
"""What is to happen at a table as it is; nothing where it is None."""
Key = tuple[str, str]
"""Whose command it is, and its id."""


class Tables:
    """All the tables of a server."""

    def __init__(
        self, store: Store, fan_out: FanOut, now: Callable[[], int], trusted: Callable[[], int]
    ) -> None:
        self.store = store
        self.audience = Audience(fan_out, now, trusted)
        self.loaded = LoadedTables(store, self.audience)
        self.news = News(store, self.audience, self.loaded)
        self.moves = 0
        self._acting: set[asyncio.Task[Reply]] = set()

    async def listen(self, table: str, listener: Listener, since: int | None) -> LiveTable:
        """Let somebody watch a table from a number of its log on."""
        state, live = await self.loaded.state_for(table, listener.person)
        live = self.audience.tables.setdefault(table, live)  # it may have been loaded anew
        self.audience.add(live, live.state or state, listener, since)
        return live

    async def look(self, live: LiveTable, listener: Listener, seat: int | None) -> None:
        """Let somebody with several seats look through the eyes of another of them."""
        state, _ = await self.loaded.state_for(live.id, listener.person)
        listener.seat = seat
        listener.push(self.audience.messages(live, state).update(listener, 0, kind="snapshot"))

    async def create(self, state: TableState, address: str, room: lobby_rows.Room) -> None:
        """Keep a new table; Denial when there is no room for one more that waits for people."""
        try:
            full = await self.store.write(lobby_rows.add_if_room, state, address, room)
        except Gone:
            raise gone() from None
        if full is not None:
            raise _no_room(full)
        self.loaded.on_change(None, state)

    async def command(self, table: str, person: Person, command: Command) -> Reply:
        """Return the answer to a person's command: always one, and the same if sent again."""
        actor = Actor(person.id, person.member, person.muted_until)

        def deciding(state: TableState, live: LiveTable) -> Decision:
            if not visibility.may_see(state, person.id, self.audience.trusted()):
                raise not_found()
            around = Surroundings(self.audience.now(), self.audience.here(live.id), live.members)
            return decide(state, actor, command, around)

        try:
            return await self._act(table, deciding, (person.id, command.id))
        except StorageTrouble as wrong:
            log.warning("a command could not be kept: %s", type(wrong).__name__)
            return unavailable().reply_to(command.id)

    async def happen(self, table: str, deciding: Callable[[TableState], Decision | None]) -> None:
        """Let something happen that no person asked for; nothing when it is not to be."""
        await self._act(table, lambda state, live: deciding(state), None)

    async def _act(self, table: str, deciding: Deciding, key: Key | None) -> Reply:
        """Let something happen, to its end: who asked may go away meanwhile.

        What is written must become the state and be told, whether its answer is heard or not.
        """
        acting = asyncio.create_task(self._act_in_turn(table, deciding, key))
        self._acting.add(acting)
        acting.add_done_callback(self._acting.discard)
        return await asyncio.shield(acting)

    async def close(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._acting, return_exceptions=True)

    async def _act_in_turn(self, table: str, deciding: Deciding, key: Key | None) -> Reply:
        if not could_be_id(table):
            return not_found().reply_to(key[1] if key else "")
        live = self.loaded.entry(table)
        async with live.lock:
            if key is not None and key in live.answers:
                return dict(live.answers[key])
            for _ in range(ATTEMPTS):
                answer = await self._attempt(live, deciding, key)
                if answer is not None:
                    if key is not None and live.id in self.audience.tables:
                        live.answers[key] = answer
                    return answer
        raise StorageTrouble("the log of the table keeps changing")

    async def _attempt(self, live: LiveTable, deciding: Deciding, key: Key | None) -> Reply | None:
        """Return the answer, or None when another process was first and all is to be tried anew."""
        try:
            state = await self.loaded.state(live)
            decision = deciding(state, live)
        except Denial as denial:
            if await self._was_behind(live):
                return None
            if key is None:
                raise
            return await self._refuse(live, key, self.loaded.told(denial, key[0]))
        if decision is None:
            return {}
        after = decision.state
        answer = {
            "id": key[1] if key else "",
            "ok": True,
            "number": after.number,
            "after": after.after,
        }
        try:
            await self._write(live, decision, key, answer)
        except Conflict:
            if not await self._was_behind(live):
                live.state = None
            return await self._earlier(live, key)
        except Gone as author:
            if key is not None and author.person == key[0]:
                return gone().reply_to(key[1])
            live.state = None  # the words of somebody else are not in the log any more
            return None
        except StorageTrouble:
            live.state = None  # it may have been written after all: the log will tell
            raise
        self.moves += sum(entry.kind == "move" for entry in decision.entries)
        await self.loaded.adopt(live, decision.state, key[0] if key else None, decision.entries)
        return answer

    async def _was_behind(self, live: LiveTable) -> bool:
        """Whether another process has written what this one did not know; now it does."""
        before = live.state
        if before is None or not self.audience.fan_out.shared:
            return False
        await self.loaded.catch_up(live)
        return live.state is not before

    async def _write(
        self, live: LiveTable, decision: Decision, key: Key | None, answer: Reply
    ) -> None:
        new = None
        if decision.rematch:
            new = rematch_of(decision.state, self.audience.now(), live.members)
            decision.add("rematch", table=new.id)
            answer["number"] = decision.state.number
        text = None if key is None else (*key, orjson.dumps(answer).decode())
        if new is None and table_rows.needs_rows_only(decision.state, decision.entries):
            rows = table_rows.appended(decision.state, decision.entries, text)
            await self.store.write_rows(rows)
            return

        def job(connection: Any) -> None:
            if new is not None:
                table_rows.add_table(connection, new)
            table_rows.append(connection, decision.state, decision.entries, text)

        await self.store.write(job)
        if new is not None:
            self.loaded.on_change(None, new)

    async def _refuse(self, live: LiveTable, key: Key, denial: Denial) -> Reply:
        earlier = await self._earlier(live, key)
        if earlier is not None:
            return earlier
        answer = denial.reply_to(key[1])
        if live.state is None:
            return answer  # there is no such table
        try:
            text = orjson.dumps(answer).decode()
            await self.store.write_rows(table_rows.answered(live.id, *key, text))
        except Conflict:
            return await self._earlier(live, key) or answer
        return answer

    async def _earlier(self, live: LiveTable, key: Key | None) -> Reply | None:
        """Return the first answer to a command that was sent before."""
        if key is None:
            return None
        text = await self.store.read(table_rows.answer_to, live.id, *key)
        return None if text is None else dict(orjson.loads(text))


def _no_room(most: int) -> Denial:
    return Denial(
        "too-many",
        f"No more than {most} tables can wait for people at once, of one person or from one "
        "network. Start a game at one of them, close one, or sit down at somebody else's.",
        f"Na graczy może czekać naraz najwyżej tyle stołów jednej osoby lub z jednej sieci: {most}."
        " Zacznij grę przy którymś z nich, zamknij któryś albo dosiądź się do cudzego.",
    )
