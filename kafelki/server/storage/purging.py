"""Removing what nobody comes back to: sessions unused for long, guests who never played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, select

from kafelki.server.storage import schema
from kafelki.server.storage.forgetting import forget_words

_p = schema.people.c


def _idle_guests(before: int) -> Select[Any]:
    """Return the query for guests without games who were not here since a time."""
    sessions, seatings, tables = schema.sessions.c, schema.seatings.c, schema.tables.c
    at_a_table = exists().where(
        seatings.person == _p.id, seatings.table_id == tables.id, tables.status != "closed"
    )
    return select(_p.id).where(
        _p.account.is_(None),
        _p.deleted.is_(False),
        _p.created < before,
        ~exists().where(sessions.person == _p.id, sessions.seen >= before),
        ~at_a_table,
        ~exists().where(schema.results.c.person == _p.id),
        ~exists().where(schema.daily_tries.c.person == _p.id),
    )


def idle_guests(connection: Connection, before: int, most: int) -> list[str]:
    """Return some of the guests without games who were not here since a time."""
    return list(connection.execute(_idle_guests(before).limit(most)).scalars())


def purge(connection: Connection, chosen: Sequence[str], before: int, now: int) -> list[str]:
    """Remove those of some guests who still have no games; return who was removed.

    Their rows are locked first: who sits down meanwhile has done so, and stays, or cannot.
    """
    locking = select(_p.id).where(_p.id.in_(chosen)).order_by(_p.id)
    connection.execute(locking.with_for_update()).all()
    idle = list(connection.execute(_idle_guests(before).where(_p.id.in_(chosen))).scalars())
    for person in idle:
        forget_words(connection, person, now)
    for table in (schema.visits, schema.seatings):
        connection.execute(delete(table).where(table.c.person.in_(idle)))
    connection.execute(delete(schema.people).where(_p.id.in_(idle)))
    return idle
