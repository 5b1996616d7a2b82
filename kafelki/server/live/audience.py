"""Those who watch tables: what they are told, and who is here."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterator

import orjson

from kafelki.rules.texts import Text
from kafelki.server.live.fan_out import FanOut
from kafelki.server.live.lists import Lists
from kafelki.server.live.live_table import Listener, LiveTable
from kafelki.server.live.messages import Messages
from kafelki.server.table import entry_views
from kafelki.server.table.state import TableState

FAR_BEHIND = 500
"""Entries; who has missed more gets a snapshot only."""
GRACE = 30_000
"""Milliseconds for which somebody whose connection broke still counts as here."""
REMOTE = 25_000
"""Milliseconds after which what another process said is forgotten."""


class Presence:
    """People by table, from this process and from what others tell."""

    def __init__(self) -> None:
        self._left: dict[str, dict[str, int]] = defaultdict(dict)
        self._remote: dict[str, dict[str, tuple[int, frozenset[str]]]] = defaultdict(dict)

    def left(self, table: str, person: str, now: int) -> None:
        """Note that somebody's last connection to a table ended."""
        self._left[table][person] = now

    def heard(self, process: str, table: str, people: frozenset[str], now: int) -> None:
        """Note who another process says is at a table."""
        self._remote[table][process] = (now, people)
        if not people:
            del self._remote[table][process]

    def elsewhere(self, table: str, now: int) -> frozenset[str]:
        """Return who is at a table by way of other processes."""
        said = self._remote.get(table, {})
        return frozenset().union(*(people for when, people in said.values() if now - when < REMOTE))

    def just_left(self, table: str, now: int) -> frozenset[str]:
        """Return who was at a table a moment ago."""
        return frozenset(
            person for person, when in self._left.get(table, {}).items() if now - when < GRACE
        )

    def forget_old(self, now: int) -> None:
        """Drop what no longer matters."""
        for table in list(self._left):
            if all(now - when >= GRACE for when in self._left[table].values()):
                del self._left[table]
        for table in list(self._remote):
            self._remote[table] = {
                process: said
                for process, said in self._remote[table].items()
                if now - said[0] < REMOTE
            }
            if not self._remote[table]:
                del self._remote[table]


class Audience:
    """All who listen in this process, by the tables that are in memory."""

    def __init__(self, fan_out: FanOut, now: Callable[[], int], trusted: Callable[[], int]) -> None:
        self.fan_out = fan_out
        self.now = now
        self.trusted = trusted
        self.presence = Presence()
        self.lists = Lists(fan_out)
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()

    def tell(self, live: LiveTable, actor: str | None = None) -> None:
        """Send what is new since the state that the listeners were told of last.

        What an `actor` did is told them first.
        """
        told, live.told = live.told, live.state
        assert live.state is not None
        if live.listeners and told is not None and told.number < live.state.number:
            self.tell_since(live, entry_views.first_changed(told, live.state), actor)

    def tell_since(self, live: LiveTable, since: int, actor: str | None = None) -> None:
        """Send a table as it is now, with the entries from a number on."""
        state = live.state
        assert state is not None
        messages = self.messages(live, state)
        others = []
        for listener in list(live.listeners):
            if actor is not None and listener.person == actor:
                listener.push(messages.update(listener, since))
            else:
                others.append(listener)
        # Who did something hears of it before the answer; what the others are to see takes
        # longer to make, and nobody's answer waits for it.
        asyncio.get_running_loop().call_soon(messages.tell, others, since)

    def messages(self, live: LiveTable, state: TableState) -> Messages:
        """Return what can be sent about a table as it is in some state."""
        return Messages(state, live, self.here(live.id), self.trusted())

    def add(
        self, live: LiveTable, state: TableState, listener: Listener, since: int | None
    ) -> None:
        """Let somebody watch a table: first what they missed, then what happens."""
        messages = self.messages(live, state)
        behind = since is None or not 0 <= since <= state.number
        if behind or state.number - (since or 0) > FAR_BEHIND:
            listener.push(messages.update(listener, 0, kind="snapshot"))
        else:
            listener.push(messages.update(listener, since or 0))
        live.listeners.add(listener)
        self.lists.add(listener, live.id)
        live.told = live.told or state
        self.tell_presence(live)

    def remove(self, live: LiveTable, listener: Listener) -> None:
        """Let somebody go."""
        live.listeners.discard(listener)
        self.lists.remove(listener)
        if listener.person is not None and listener.person not in live.here:
            self.presence.left(live.id, listener.person, self.now())
        self.tell_presence(live)

    def notice(self, table: str, text: Text) -> None:
        """Tell those who watch a table something that is not part of its log."""
        live = self.tables.get(table)
        if live is not None:
            _push_all(live, {"type": "notice", "text": text._asdict()})

    def is_here(self, table: str, person: str) -> bool:
        """Whether somebody watches a table now, through this process or another."""
        live = self.tables.get(table)
        own = live is not None and person in live.here
        return own or person in self.presence.elsewhere(table, self.now())

    def here(self, table: str) -> frozenset[str]:
        """Return the people who are at a table, or were a moment ago."""
        now = self.now()
        live = self.tables.get(table)
        return (
            (frozenset() if live is None else live.here)
            | self.presence.elsewhere(table, now)
            | self.presence.just_left(table, now)
        )

    def tell_presence(self, live: LiveTable) -> None:
        """Tell all who watch a table, here and elsewhere, who is here."""
        self._show_presence(live)
        self.fan_out.tell(present={live.id: sorted(live.here)})

    async def tell_presence_again(self) -> None:
        """Tell the other processes who is here: what they know is forgotten after a while."""
        present = {
            table: sorted(live.here) for table, live in self.tables.items() if live.listeners
        }
        self.fan_out.tell(present=present)

    def heard_presence(self, process: str, table: str, people: frozenset[str]) -> None:
        """Note who another process says is at a table, and show it where that is news."""
        before = self.presence.elsewhere(table, self.now())
        self.presence.heard(process, table, people, self.now())
        live = self.tables.get(table)
        if live is None or not live.listeners:
            return
        if self.presence.elsewhere(table, self.now()) != before:
            self._show_presence(live)

    def _show_presence(self, live: LiveTable) -> None:
        watching = sum(1 for each in live.listeners if not live.seats(each.person))
        here = live.here | self.presence.elsewhere(live.id, self.now())
        seated = sorted(person for person in here if live.seats(person))
        _push_all(live, {"type": "presence", "here": seated, "watching": watching})

    # People and their sessions, at whatever tables

    def _listeners(self) -> Iterator[Listener]:
        yield from list(self.lists.at_home)
        for live in list(self.tables.values()):
            yield from list(live.listeners)

    def let_go(self, person: str, tell: bool = True) -> None:
        """Close what a person has open here: whoever still is that person comes back at once."""
        for listener in self._listeners():
            if listener.person == person:
                listener.drop()
        if tell:
            self.fan_out.tell(ended=person)

    def mute(self, person: str, muted: frozenset[str]) -> None:
        """Let the pages that a person has open show what they want to read now."""
        for listener in self._listeners():
            if listener.person == person:
                listener.muted = muted

    @property
    def sessions(self) -> set[str]:
        """What the sessions are known by that have something open here."""
        return {each.session for each in self._listeners() if each.session is not None}

    def end_sessions(self, ended: Collection[str]) -> None:
        """Close what was opened with sessions that have ended."""
        for listener in self._listeners():
            if listener.session in ended:
                listener.drop()


def _push_all(live: LiveTable, message: dict[str, object]) -> None:
    text = orjson.dumps(message)
    for listener in list(live.listeners):
        listener.push(text)
