"""The database as the rest of the server uses it: awaiting reads, and writes that are safe."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from kafelki.server.storage.database import connect, for_reading
from kafelki.server.storage.writer import Conflict, Statements, StorageTrouble, Writer

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4

__all__ = ["Conflict", "StorageTrouble", "Store"]


class Store:
    """A database: `read` and `write` run functions that take a connection first."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)
        self._for_reading = for_reading(self.engine)
        self.writer = Writer(self.engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def read(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return what a function finds; StorageTrouble when the database cannot be reached."""

        def run() -> T:
            try:
                with self._for_reading.connect() as connection:
                    return job(connection, *args, **kwargs)
            except SQLAlchemyError as wrong:
                raise StorageTrouble(str(wrong)) from wrong

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return what a function gives once what it wrote is safe.

        Conflict when a key was taken, StorageTrouble when the database failed.
        """
        return await self._written(lambda connection: job(connection, *args, **kwargs))

    async def read_or_add(
        self,
        read: Callable[..., T | None],
        add: Callable[..., None],
        *key: str,
        new: Callable[[], T],
    ) -> T:
        """Return what is kept under a key: what the first process added that asked for it."""
        found = await self.read(read, *key)
        if found is None:
            with suppress(Conflict):  # another was first
                await self.write(add, *key, new())
            found = await self.read(read, *key)
            assert found is not None
        return found

    async def write_rows(self, rows: Statements) -> None:
        """Return once rows are safe; they cost less together with others' for the same statements.

        Conflict when a key was taken, StorageTrouble when the database failed.
        """
        await self._written(rows)

    async def _written(self, job: Callable[[Connection], T] | Statements) -> T:
        # Shielded: who waits may go away, but what is being written cannot be called off.
        future: Future[T] = self.writer.submit(job)
        return await asyncio.shield(asyncio.wrap_future(future))

    def close(self) -> None:
        """Finish writing and let go of the database."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()
