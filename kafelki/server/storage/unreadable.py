"""The tables that cannot be read, in the database: noted beside them, their logs left alone."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from kafelki.server.storage import schema
from kafelki.server.storage.tables import load_state
from kafelki.server.table.set_aside import OldRules, Unreadable

MARKED = select(schema.unreadable.c.table_id)
"""Their ids, for queries that leave them out."""
PARTS = (
    schema.tables,
    schema.entries,
    schema.seatings,
    schema.answers,
    schema.results,
    schema.daily_tries,
    schema.reports,
)
"""Where the rows of a table are."""


def mark(connection: Connection, found: Unreadable, now: int) -> None:
    """Note that a table cannot be read, and why."""
    unmark(connection, found.table)
    connection.execute(
        insert(schema.unreadable).values(
            table_id=found.table, number=found.number, why=found.why, since=now
        )
    )


def unmark(connection: Connection, table: str) -> None:
    """Let a table be read again."""
    connection.execute(delete(schema.unreadable).where(schema.unreadable.c.table_id == table))


def marked(connection: Connection) -> Sequence[Any]:
    """Return the rows (table_id, number, why, since) of all, the oldest first."""
    u = schema.unreadable.c
    return connection.execute(select(schema.unreadable).order_by(u.since, u.table_id)).all()


def count(connection: Connection) -> int:
    """Return how many there are."""
    return connection.scalar(select(func.count()).select_from(schema.unreadable)) or 0


def rows_of(connection: Connection, table: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all that the database has of a table: (the part, the row as it is)."""
    for part in PARTS:
        key = part.c.id if part is schema.tables else part.c.table_id
        order = list(part.primary_key)
        for row in connection.execute(select(part).where(key == table).order_by(*order)).mappings():
            yield part.name, dict(row)


def read_all(connection: Connection) -> dict[str, Unreadable | None]:
    """Return every table, and what is wrong with it if anything is."""
    tables = list(connection.scalars(select(schema.tables.c.id)))
    return {table: _unreadable(connection, table) for table in tables}


def note_all(connection: Connection, read: Mapping[str, Unreadable | None]) -> None:
    """Mark those of some tables that cannot be read, and unmark the others."""
    marked = set(connection.scalars(MARKED))
    for table, found in read.items():
        if found is None:
            unmark(connection, table)
        elif table not in marked:
            mark(connection, found, int(time.time() * 1000))


def _unreadable(connection: Connection, table: str) -> Unreadable | None:
    try:
        load_state(connection, table, anew=True)
    except Unreadable as found:
        return found
    except OldRules:
        pass  # a server closes it
    return None
