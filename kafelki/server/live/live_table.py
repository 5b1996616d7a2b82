"""A table in memory, and those who watch it, each with a queue that is never too long."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from cachetools import LRUCache

from kafelki.server.denial import Reply
from kafelki.server.table.state import TableState

MOST_WAITING = 32
"""Messages that may wait for a slow client; then it is dropped, and resumes by itself."""
MOST_ANSWERS = 64


@dataclass(eq=False)
class Listener:
    """One connection to a table: somebody who watches it, and what they may see."""

    person: str | None
    seat: int | None = None
    """The seat through whose eyes to look, of somebody who has several."""
    muted: frozenset[str] = frozenset()
    session: str | None = None
    """What the session is known by that the person showed."""
    dropped: bool = False
    _waiting: asyncio.Queue[bytes | None] = field(
        default_factory=lambda: asyncio.Queue(MOST_WAITING), init=False
    )

    def push(self, message: bytes) -> None:
        """Add a message for the client; a client that does not keep up is dropped."""
        if self.dropped:
            return
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    async def room(self) -> None:
        """Return once enough of what waits has been sent that an answer does no harm."""
        while self._waiting.qsize() > MOST_WAITING // 2 and not self.dropped:
            await asyncio.sleep(0.01)

    def drop(self) -> None:
        """Send nothing more."""
        self.dropped = True
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Return the next message, or None when the client was dropped."""
        return await self._waiting.get()


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
    answers: LRUCache[tuple[str, str], Reply] = field(
        default_factory=lambda: LRUCache(MOST_ANSWERS)
    )
    """By person and command: at hand for one that is sent again soon."""

    def seats(self, person: str | None) -> list[int]:
        """Return the seats that somebody has, as far as it is known."""
        return [] if self.state is None else self.state.seats_of(person)

    @property
    def here(self) -> frozenset[str]:
        """The people who are connected to the table in this process."""
        return frozenset(each.person for each in self.listeners if each.person is not None)
