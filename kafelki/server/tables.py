"""The tables that are in use: loading them, letting commands act on them, telling everybody.

A table is loaded from its log when it is needed, and may be forgotten at any moment.
One command at a time acts on a table: it is decided on a copy, written to the log, and
only then becomes the state that people see.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

import orjson

from kafelki.rules.texts import Text
from kafelki.server.denial import Denial, gone, not_found, unavailable
from kafelki.server.ids import could_be_id
from kafelki.server.live.fan_out import FanOut
from kafelki.server.live.listener import Listener
from kafelki.server.live.live_table import LiveTable
from kafelki.server.live.messages import Messages
from kafelki.server.live.presence import Presence
from kafelki.server.storage import lobby as lobby_rows
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage import unreadable as unreadable_rows
from kafelki.server.storage import upkeep
from kafelki.server.storage.forgetting import Gone
from kafelki.server.storage.lobby import Room
from kafelki.server.storage.people import Person
from kafelki.server.storage.store import Conflict, StorageTrouble, Store
from kafelki.server.table import entry_views, visibility
from kafelki.server.table.answers import Answer, accepted, denied
from kafelki.server.table.commands import Command
from kafelki.server.table.decide import decide
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.entries import Entry
from kafelki.server.table.old_rules import OldRules
from kafelki.server.table.opening import rematch_of
from kafelki.server.table.reading import gone_on
from kafelki.server.table.state import TableState
from kafelki.server.table.unreadable import Unreadable

log = logging.getLogger(__name__)

MOST_IDLE = 200
"""Tables that nobody watches are kept in memory up to so many."""
FAR_BEHIND = 500
"""Entries; who has missed more gets a snapshot only."""
ATTEMPTS = 4


class Tables:
    """All the tables of a server."""

    def __init__(
        self,
        store: Store,
        fan_out: FanOut,
        now: Callable[[], int],
        sure: Callable[[], int],
    ) -> None:
        self.store = store
        self.fan_out = fan_out
        self.now = now
        self.sure = sure
        self.presence = Presence()
        self.on_change: Callable[[TableState], None] = lambda state: None
        """Called with every new state: the bots' manager listens here."""
        self.on_ended: Callable[[str], None] = lambda person: None
        """Called when another process has ended a session of a person."""
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
        self.moves = 0
        self._evict_at = MOST_IDLE
        self._acting: set[asyncio.Task[Answer]] = set()

    # Loading

    def _entry(self, table: str) -> LiveTable:
        live = self.live.get(table)
        if live is None:
            live = self.live[table] = LiveTable(table)
            self._evict()
        else:
            self.live.move_to_end(table)
        return live

    def _evict(self) -> None:
        """Forget tables that nobody watches, the longest unused first."""
        if len(self.live) < self._evict_at:
            return
        idle = [
            table
            for table, live in self.live.items()
            if not live.listeners and not live.lock.locked()
        ]
        for table in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self.live[table]
        self._evict_at = len(self.live) + MOST_IDLE // 2

    def drop_caches(self) -> None:
        """Forget every state: all of it is in the log."""
        for live in self.live.values():
            if not live.lock.locked():
                live.state = None
                live.answers.clear()

    async def reread(self, tables: Iterable[str], tell: bool = True) -> None:
        """Read logs again that were written anew, and show those who watch what has changed."""
        for table in tables:
            live = self.live.get(table)
            if live is not None:
                async with live.lock:  # what is being written there now is written first
                    await self._reread(live)
            if tell:
                self.fan_out.tell(forget=table)

    async def _reread(self, live: LiveTable) -> None:
        before, live.state = live.state, None
        live.told = None if not live.listeners else live.told
        if before is None or not live.listeners:
            return
        try:
            after = await self._state(live)
        except (Unreadable, OldRules):
            return  # it is noted, and the others are to go on
        pairs = zip(before.entries, after.entries, strict=False)
        changed = [old.number for old, new in pairs if old != new]
        if changed:
            self._broadcast(live, changed[0])

    async def _state(self, live: LiveTable) -> TableState:
        """Return a table's state, from memory or from the log; its lock must be held."""
        if live.state is None:
            try:
                state = await self.store.read(table_rows.load_state, live.id)
            except (Unreadable, OldRules) as found:
                await self._set_aside(live, found)
                raise
            if state is None:
                self.live.pop(live.id, None)
                raise not_found()
            live.state = state
            await self._learn_names(live, state)
            self._tell_listeners(live)
        return live.state

    async def _set_aside(self, live: LiveTable, found: Unreadable | OldRules) -> None:
        """Note that a table cannot go on; whoever is at it comes back, and is told so."""
        live.state = None
        self.live.pop(live.id, None)
        for listener in list(live.listeners):
            listener.drop()
        with suppress(StorageTrouble, Conflict):  # it will be found again
            if isinstance(found, OldRules):
                if found.status in ("open", "playing"):
                    log.warning("a table that was begun under other rules is closed")
                    await self.store.write(upkeep.close_for_old_rules, found, self.now())
            elif not found.is_marked:
                log.error("a table cannot be read: `kafelki admin unreadable` says why")
                await self.store.write(unreadable_rows.mark, found, self.now())

    def _told(self, denial: Denial, person: str | None) -> Denial:
        """Return what somebody is told of a denial: of some tables they may not even know."""
        hidden = isinstance(denial, Unreadable | OldRules) and not visibility.may_know(
            denial.daily, denial.people, person, self.sure()
        )
        return not_found() if hidden else denial

    async def _learn_names(self, live: LiveTable, state: TableState) -> None:
        live.names, live.members = await self.store.read(
            people_rows.names_and_members, state.people
        )

    async def state_of(self, table: str) -> TableState:
        """Return a table's state, for the server's own use."""
        live = self._entry(table)
        async with live.lock:
            return await self._state(live)

    async def state_for(self, table: str, person: str | None) -> tuple[TableState, LiveTable]:
        """Return a table's state if somebody may know of it; Denial otherwise."""
        if not could_be_id(table):
            raise not_found()
        live = self._entry(table)
        try:
            async with live.lock:
                if self.fan_out.shared and live.state is not None:
                    await self._catch_up(live)
                state = await self._state(live)
        except (Unreadable, OldRules) as found:
            raise self._told(found, person) from None
        except StorageTrouble as wrong:
            log.warning("reading a table failed: %s", type(wrong).__name__)
            raise unavailable() from None
        if not visibility.may_see(state, person, self.sure()):
            raise not_found()
        return state, live

    async def _catch_up(self, live: LiveTable, told: Sequence[Entry] = ()) -> None:
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
            entries = await self.store.read(table_rows.tail, live.id, before.number)
            if not entries:
                return
            try:
                after = gone_on(before, entries)
            except Unreadable as found:
                found.daily, found.people = before.secret.daily, before.people
                await self._set_aside(live, found)
                raise
        await self._adopt(live, after)

    # Making tables

    async def create(self, state: TableState, address: str, room: Room) -> None:
        """Keep a new table; Denial when there is no room for one more that waits for people."""
        try:
            full = await self.store.write(lobby_rows.add_if_room, state, address, room)
        except Gone:
            raise gone() from None
        except StorageTrouble as wrong:
            log.warning("keeping a new table failed: %s", type(wrong).__name__)
            raise unavailable() from None
        if full is not None:
            raise _no_room(full)
        self.on_change(state)

    # Commands

    async def command(self, table: str, person: Person, command: Command) -> Answer:
        """Return the answer to a person's command: always one, and the same if sent again."""
        actor = Actor(person.id, person.member, person.muted_until)

        def deciding(state: TableState, live: LiveTable) -> Decision:
            if not visibility.may_see(state, person.id, self.sure()):
                raise not_found()
            around = Surroundings(self.now(), self.here(live.id), live.members)
            return decide(state, actor, command, around)

        try:
            return await self._act(table, deciding, (person.id, command.id))
        except StorageTrouble as wrong:
            log.warning("a command could not be kept: %s", type(wrong).__name__)
            return denied(command.id, unavailable())

    async def happen(self, table: str, deciding: Callable[[TableState], Decision | None]) -> None:
        """Let something happen that no person asked for; nothing when it is not to be."""

        def without_live(state: TableState, live: LiveTable) -> Decision | None:
            return deciding(state)

        await self._act(table, without_live, None)

    async def _act(
        self,
        table: str,
        deciding: Callable[[TableState, LiveTable], Decision | None],
        key: tuple[str, str] | None,
    ) -> Answer:
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

    async def _act_in_turn(
        self,
        table: str,
        deciding: Callable[[TableState, LiveTable], Decision | None],
        key: tuple[str, str] | None,
    ) -> Answer:
        if not could_be_id(table):
            return denied(key[1] if key else "", not_found())
        live = self._entry(table)
        async with live.lock:
            if key is not None and key in live.answers:
                return live.answers[key]
            for _ in range(ATTEMPTS):
                answer = await self._attempt(live, deciding, key)
                if answer is not None:
                    if key is not None and live.id in self.live:
                        live.remember(*key, answer)
                    return answer
        raise StorageTrouble("the log of the table keeps changing")

    async def _attempt(
        self,
        live: LiveTable,
        deciding: Callable[[TableState, LiveTable], Decision | None],
        key: tuple[str, str] | None,
    ) -> Answer | None:
        """Return the answer, or None when another process was first and all is to be tried anew."""
        try:
            state = await self._state(live)
            decision = deciding(state, live)
        except Denial as denial:
            if await self._was_behind(live):
                return None
            if key is None:
                raise
            return await self._refuse(live, key, self._told(denial, key[0]))
        if decision is None:
            return {}
        answer = accepted(key[1] if key else "", decision.state)
        try:
            await self._write(live, decision, key, answer)
        except Conflict:
            if not await self._was_behind(live):
                live.state = None
            return await self._earlier(live, key)
        except Gone as author:
            if key is not None and author.person == key[0]:
                return denied(key[1], gone())
            live.state = None  # the words of somebody else are not in the log any more
            return None
        except StorageTrouble:
            live.state = None  # it may have been written after all: the log will tell
            raise
        self.moves += sum(entry.kind == "move" for entry in decision.entries)
        await self._adopt(live, decision.state, key[0] if key else None, decision.entries)
        return answer

    async def _was_behind(self, live: LiveTable) -> bool:
        """Whether another process has written what this one did not know; now it does."""
        before = live.state
        if before is None or not self.fan_out.shared:
            return False
        await self._catch_up(live)
        return live.state is not before

    async def _write(
        self, live: LiveTable, decision: Decision, key: tuple[str, str] | None, answer: Answer
    ) -> None:
        new = None
        if decision.rematch:
            new = rematch_of(decision.state, self.now(), live.members)
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
            self.on_change(new)

    async def _refuse(self, live: LiveTable, key: tuple[str, str], denial: Denial) -> Answer:
        earlier = await self._earlier(live, key)
        if earlier is not None:
            return earlier
        answer = denied(key[1], denial)
        if live.state is None:
            return answer  # there is no such table
        try:
            text = orjson.dumps(answer).decode()
            await self.store.write_rows(table_rows.answered(live.id, *key, text))
        except Conflict:
            return await self._earlier(live, key) or answer
        return answer

    async def _earlier(self, live: LiveTable, key: tuple[str, str] | None) -> Answer | None:
        """Return the first answer to a command that was sent before."""
        if key is None:
            return None
        text = await self.store.read(table_rows.answer_to, live.id, *key)
        return None if text is None else dict(orjson.loads(text))

    # Telling

    async def _adopt(
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
        self._tell_listeners(live, actor)
        if before is not None and before.people != state.people:
            self._tell_presence(live)  # who watched may sit now, and the other way round
        if written is not None:
            entries = [(each.number, each.kind, each.time, each.text) for each in written]
            self.fan_out.tell(table=state.id, number=state.number, entries=entries)
            self.on_change(state)

    def _tell_listeners(self, live: LiveTable, actor: str | None = None) -> None:
        """Send what is new since the state that the listeners were told of last."""
        told, live.told = live.told, live.state
        assert live.state is not None
        if live.listeners and told is not None and told.number < live.state.number:
            self._broadcast(live, entry_views.first_changed(told, live.state), actor)

    def _broadcast(self, live: LiveTable, since: int, actor: str | None = None) -> None:
        state = live.state
        assert state is not None
        messages = Messages(state, live, self.here(live.id), self.sure())
        others = []
        for listener in list(live.listeners):
            if actor is not None and listener.person == actor:
                listener.push(messages.update(listener, since))
            else:
                others.append(listener)
        # Who did something hears of it before the answer; what the others are to see takes
        # longer to make, and nobody's answer waits for it.
        asyncio.get_running_loop().call_soon(messages.tell, others, since)

    def is_here(self, table: str, person: str) -> bool:
        """Whether somebody watches a table now, through this process or another."""
        live = self.live.get(table)
        own = live is not None and person in live.here
        return own or person in self.presence.elsewhere(table, self.now())

    def here(self, table: str) -> frozenset[str]:
        """Return the people who are at a table, or were a moment ago."""
        now = self.now()
        live = self.live.get(table)
        return (
            (frozenset() if live is None else live.here)
            | self.presence.elsewhere(table, now)
            | self.presence.just_left(table, now)
        )

    async def listen(self, table: str, listener: Listener, since: int | None) -> LiveTable:
        """Let somebody watch a table: first what they missed, then what happens."""
        state, live = await self.state_for(table, listener.person)
        live = self.live.setdefault(table, live)  # it may have been forgotten and loaded anew
        state = live.state or state
        messages = Messages(state, live, self.here(live.id), self.sure())
        behind = since is None or not 0 <= since <= state.number
        if behind or state.number - (since or 0) > FAR_BEHIND:
            listener.push(messages.update(listener, 0, kind="snapshot"))
        else:
            listener.push(messages.update(listener, since or 0))
        live.listeners.add(listener)
        live.told = live.told or state
        self._tell_presence(live)
        return live

    def stop_listening(self, live: LiveTable, listener: Listener) -> None:
        """Let somebody go."""
        live.listeners.discard(listener)
        if listener.person is not None and listener.person not in live.here:
            self.presence.left(live.id, listener.person, self.now())
        self._tell_presence(live)

    async def look(self, live: LiveTable, listener: Listener, seat: int | None) -> None:
        """Let somebody with several seats look through the eyes of another of them."""
        listener.seat = seat
        state, _ = await self.state_for(live.id, listener.person)
        messages = Messages(state, live, self.here(live.id), self.sure())
        listener.push(messages.update(listener, 0, kind="snapshot"))

    def notice(self, table: str, text: Text) -> None:
        """Tell those who watch a table something that is not part of its log."""
        live = self.live.get(table)
        if live is not None:
            message = orjson.dumps({"type": "notice", "text": text._asdict()})
            for listener in list(live.listeners):
                listener.push(message)

    def _tell_presence(self, live: LiveTable) -> None:
        self._show_presence(live)
        self.fan_out.tell(present={live.id: sorted(live.here)})

    def _show_presence(self, live: LiveTable) -> None:
        watching = sum(1 for each in live.listeners if not self._is_seated(live, each.person))
        here = live.here | self.presence.elsewhere(live.id, self.now())
        seated = sorted(person for person in here if self._is_seated(live, person))
        message = orjson.dumps({"type": "presence", "here": seated, "watching": watching})
        for listener in list(live.listeners):
            listener.push(message)

    def _is_seated(self, live: LiveTable, person: str | None) -> bool:
        return live.state is not None and bool(live.state.seats_of(person))

    async def heard(self, message: dict[str, Any]) -> None:
        """Act on what another process tells."""
        if "present" in message:
            for table, people in message["present"].items():
                self._heard_who_is_there(message["process"], table, frozenset(people))
        elif "person" in message:
            await self.person_changed(message["person"], tell=False)
        elif "ended" in message:
            self.on_ended(message["ended"])
            self.let_go(message["ended"], tell=False)
        elif "forget" in message:
            await self.reread([message["forget"]], tell=False)
        elif "mutes" in message:
            await self.mutes_changed(message["mutes"], tell=False)
        elif (live := self.live.get(message["table"])) is not None:
            async with live.lock:
                if live.state is not None and live.state.number < message["number"]:
                    told = [Entry(*fields) for fields in message.get("entries", ())]
                    with suppress(Unreadable):  # it is noted, and the others are to go on
                        await self._catch_up(live, told)

    def _heard_who_is_there(self, process: str, table: str, people: frozenset[str]) -> None:
        before = self.presence.elsewhere(table, self.now())
        self.presence.heard(process, table, people, self.now())
        live = self.live.get(table)
        if live is None or not live.listeners:
            return
        if self.presence.elsewhere(table, self.now()) != before:
            self._show_presence(live)

    async def look_for_news(self) -> None:
        """Compare the tables that are watched with the database, in case nobody told."""
        watched = [table for table, live in self.live.items() if live.listeners]
        for some in _portions(watched, 200):
            numbers = await self.store.read(table_rows.numbers_of, some)
            for table, number in numbers.items():
                live = self.live.get(table)
                if live and live.state and live.state.number < number:
                    await self.heard({"table": table, "number": number})

    def tell_presence_again(self) -> None:
        """Tell the other processes who is here: what they know is forgotten after a while."""
        present = {table: sorted(live.here) for table, live in self.live.items() if live.listeners}
        self.fan_out.tell(present=present)

    async def mutes_changed(self, person: str, tell: bool = True) -> None:
        """Let the pages that a person has open show what they want to read now."""
        muted = frozenset(await self.store.read(people_rows.muted_by, person))
        for live in self.live.values():
            for listener in live.listeners:
                if listener.person == person:
                    listener.muted = muted
        if tell:
            self.fan_out.tell(mutes=person)

    def let_go(self, person: str, tell: bool = True) -> None:
        """Close what a person has open here: whoever still is that person comes back at once."""
        for live in self.live.values():
            for listener in list(live.listeners):
                if listener.person == person:
                    listener.drop()
        if tell:
            self.fan_out.tell(ended=person)

    @property
    def sessions_in_use(self) -> set[str]:
        """What the sessions are known by that have something open here."""
        return {
            each.session
            for live in self.live.values()
            for each in live.listeners
            if each.session is not None
        }

    def end_sessions(self, ended: Collection[str]) -> None:
        """Close what was opened with sessions that have ended."""
        for live in self.live.values():
            for listener in list(live.listeners):
                if listener.session in ended:
                    listener.drop()

    async def check_names(self) -> None:
        """Show the names that people have now, in case nobody told."""
        shown = {
            person: (name, person in live.members)
            for live in self.live.values()
            for person, name in live.names.items()
        }
        for some in _portions(sorted(shown), 500):
            names, members = await self.store.read(people_rows.names_and_members, some)
            for person, name in names.items():
                if shown[person] != (name, person in members):
                    await self.person_changed(person, tell=False)

    async def person_changed(self, person: str, tell: bool = True) -> None:
        """Show a person's new name wherever they sit."""
        for live in list(self.live.values()):
            if live.state is None or person not in live.state.people:
                continue
            async with live.lock:
                if live.state is not None:
                    await self._learn_names(live, live.state)
                    self._broadcast(live, live.state.number)
        if tell:
            self.fan_out.tell(person=person)


def _portions(values: list[str], size: int) -> Iterable[list[str]]:
    return (values[k : k + size] for k in range(0, len(values), size))


def _no_room(most: int) -> Denial:
    return Denial(
        "too-many",
        f"No more than {most} tables can wait for people at once, of one person or from one "
        "network. Start a game at one of them, close one, or sit down at somebody else's.",
        f"Na graczy może czekać naraz najwyżej tyle stołów jednej osoby lub z jednej sieci: {most}."
        " Zacznij grę przy którymś z nich, zamknij któryś albo dosiądź się do cudzego.",
    )
