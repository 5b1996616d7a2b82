"""Whether the database can be written: tried out, but seldom, however often it is asked."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from sqlalchemy import Connection, delete, insert

from kafelki.server.storage import schema
from kafelki.server.storage.store import Store

log = logging.getLogger(__name__)

FRESH = 2.0
"""Seconds for which an answer holds: two questions within them cost one attempt."""
PATIENCE = 2.0
"""Seconds after which a write that hangs is one that fails."""
NAME = "pulse "
SIZE = 32 * 1024
"""Letters that are written and removed again: more than any move needs.

They take the same room that moves would, so where there is none for a move there is none for them.
"""


class Pulse:
    """Tells whether what people do can be kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._attempt: asyncio.Task[bool] | None = None
        self._ended = 0.0

    async def beats(self) -> bool:
        """Whether something could be written just now."""
        attempt = self._attempt
        if attempt is None or (attempt.done() and time.monotonic() - self._ended > FRESH):
            attempt = self._attempt = asyncio.create_task(self._try())
        await asyncio.wait({attempt}, timeout=PATIENCE)
        return attempt.done() and attempt.result()

    async def _try(self) -> bool:
        try:
            await self._store.write(_write, secrets.token_hex(4))
            await self._store.write(_remove)
        except Exception as wrong:
            log.warning("nothing can be written: %s", type(wrong).__name__)
            return False
        finally:
            self._ended = time.monotonic()
        return True

    async def close(self) -> None:
        """Stop asking."""
        if self._attempt is not None:
            self._attempt.cancel()
            await asyncio.gather(self._attempt, return_exceptions=True)


def _write(connection: Connection, name: str) -> None:
    filling = secrets.token_hex(SIZE // 2)
    connection.execute(insert(schema.keys).values(name=NAME + name, value=filling))


def _remove(connection: Connection) -> None:
    """Remove it, and whatever was left by one that could not."""
    connection.execute(delete(schema.keys).where(schema.keys.c.name.startswith(NAME)))
