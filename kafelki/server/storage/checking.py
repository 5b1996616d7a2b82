"""Reading every table, to find those that cannot be read and those that can be again."""

from __future__ import annotations

import time
from collections.abc import Mapping

from sqlalchemy import Connection, select

from kafelki.server.storage import schema
from kafelki.server.storage.tables import load_state
from kafelki.server.storage.unreadable import MARKED, mark, unmark
from kafelki.server.table.old_rules import OldRules
from kafelki.server.table.unreadable import Unreadable


def read_all(connection: Connection) -> dict[str, Unreadable | None]:
    """Return every table, and what is wrong with it if anything is."""
    tables = list(connection.scalars(select(schema.tables.c.id)))
    return {table: _unreadable(connection, table) for table in tables}


def note(connection: Connection, read: Mapping[str, Unreadable | None]) -> None:
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
