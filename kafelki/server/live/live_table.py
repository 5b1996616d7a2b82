"""A table in memory, with those who listen."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from kafelki.server.live.listener import Listener
from kafelki.server.table.answers import Reply
from kafelki.server.table.state import TableState

MOST_ANSWERS = 64


@dataclass
class LiveTable:
    """A table in memory: its state, who listens, and the latest answers."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    state: TableState | None = None
    told: TableState | None = None
    """The last state that those who listen were told of, even if it was forgotten since."""
    names: dict[str, str] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)
    listeners: set[Listener] = field(default_factory=set)
    answers: OrderedDict[tuple[str, str], Reply] = field(default_factory=OrderedDict)

    def remember(self, person: str, command: str, answer: Reply) -> None:
        """Keep an answer at hand for a command that is sent again soon."""
        self.answers[person, command] = answer
        while len(self.answers) > MOST_ANSWERS:
            self.answers.popitem(last=False)

    def seats(self, person: str | None) -> list[int]:
        """Return the seats that somebody has, as far as it is known."""
        return [] if self.state is None else self.state.seats_of(person)

    @property
    def here(self) -> frozenset[str]:
        """The people who are connected to the table in this process."""
        return frozenset(each.person for each in self.listeners if each.person is not None)
