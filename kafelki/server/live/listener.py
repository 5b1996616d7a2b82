"""Somebody who watches a table: what they may see, and a queue that is never too long."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

MOST_WAITING = 32
"""Messages that may wait for a slow client; then it is dropped, and resumes by itself."""


class Listener:
    """One connection to a table."""

    def __init__(
        self,
        person: str | None,
        seat: int | None = None,
        muted: Collection[str] = (),
        session: str | None = None,
    ) -> None:
        self.person = person
        self.session = session
        """What the session is known by that the person showed."""
        self.seat = seat
        """The seat through whose eyes to look, of somebody who has several."""
        self.muted = frozenset(muted)
        self.dropped = False
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

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
