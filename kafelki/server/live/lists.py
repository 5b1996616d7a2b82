"""Who is told that lists have changed: those who look at them, at home or from another table.

They are told which, and ask for them as anybody does: nothing of a table goes this way.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Literal

import orjson

from kafelki.server.live.fan_out import FanOut
from kafelki.server.live.live_table import Listener
from kafelki.server.table.state import TableState

ListName = Literal["mine", "public", "daily"]
LIST_NAMES: tuple[ListName, ...] = ("mine", "public", "daily")

GATHER = 0.25
"""Seconds in which what happens to people's tables becomes one message to each."""
PACE = 10.0
"""Seconds between two messages about what everybody sees: all who hear them ask at once."""


class Lists:
    """Those who listen in this process, and what they are still to be told."""

    def __init__(self, fan_out: FanOut) -> None:
        self._fan_out = fan_out
        self.at_home: set[Listener] = set()
        """Those who look at the lists themselves, and at no table."""
        self._by_person: defaultdict[str, dict[Listener, str | None]] = defaultdict(dict)
        self._tables: defaultdict[str, set[str | None]] = defaultdict(set)
        """By person, the tables at which something is new to them."""
        self._common: set[ListName] = set()
        self._told_mine = self._told_common = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def add(self, listener: Listener, table: str | None = None) -> None:
        """Let somebody listen, at a table or at home; there they begin with asking for all."""
        if listener.person is not None:
            self._by_person[listener.person][listener] = table
        if table is None:
            self.at_home.add(listener)
            listener.push(_message(LIST_NAMES))

    def remove(self, listener: Listener) -> None:
        """Let somebody go."""
        self.at_home.discard(listener)
        if listener.person is not None:
            own = self._by_person[listener.person]
            own.pop(listener, None)
            if not own:
                del self._by_person[listener.person]

    def see(self, before: TableState | None, state: TableState) -> None:
        """Note what a new state changes in the lists, here and at the other processes."""
        people = _whose_lists_change(before, state)
        common = _common_lists_that_change(before, state)
        if people or common:
            told = {"table": state.id, "people": sorted(people), "common": sorted(common)}
            self.heard(told)
            self._fan_out.tell(lists=told)

    def heard(self, told: dict[str, Any]) -> None:
        """Note what this process or another has changed."""
        for person in told["people"]:
            if person in self._by_person:
                self._tables[person].add(told["table"])
        if self.at_home:
            self._common.update(told["common"])
        self._tell()

    def doubt(self) -> None:
        """Let those at home ask again: something may have happened that nobody told."""
        if self.at_home:
            self._common.update(LIST_NAMES)
            self._tell()

    def _tell(self) -> None:
        """Tell what may be told now, and the rest when its time comes."""
        now = asyncio.get_running_loop().time()
        if self._tables and now >= self._told_mine + GATHER:
            self._told_mine = now
            self._tell_people()
        if self._common and now >= self._told_common + PACE:
            self._told_common = now
            message = _message(self._common)
            self._common.clear()
            for listener in list(self.at_home):
                listener.push(message)
        self._come_again(now)

    def _tell_people(self) -> None:
        message = _message(["mine"])
        for person, tables in self._tables.items():
            # What happens at a table is told there anyway.
            for listener, table in list(self._by_person.get(person, {}).items()):
                if table is None or tables - {table}:
                    listener.push(message)
        self._tables.clear()

    def _come_again(self, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = [self._told_mine + GATHER] if self._tables else []
        due += [self._told_common + PACE] if self._common else []
        if due:
            wait = max(0.0, min(due) - now)
            self._timer = asyncio.get_running_loop().call_later(wait, self._tell)


def _message(changed: Iterable[ListName]) -> bytes:
    return orjson.dumps({"type": "lists", "changed": sorted(changed)})


def _shape(state: TableState) -> tuple[object, ...]:
    """Return what everybody sees of a table in a list."""
    seats = [(seat.person, seat.label, seat.acting_bot, seat.resigned) for seat in state.seats]
    return state.status, state.host, seats


def _whose_lists_change(before: TableState | None, state: TableState) -> set[str]:
    """Return the people to whom a table looks different, or waits for them no more or anew.

    Whether it waits for somebody else is not in one's own list, and so it is not told.
    """
    if before is None:
        return set(state.people)
    if _shape(before) != _shape(state):
        return {*before.people, *state.people}
    return set(before.people_to_act) ^ set(state.people_to_act)


def _common_lists_that_change(before: TableState | None, state: TableState) -> set[ListName]:
    if before is not None and _shape(before) == _shape(state):
        return set()
    if state.secret.daily is not None:
        return {"daily"} if state.status == "over" else set()
    return set() if state.settings.private else {"public"}
