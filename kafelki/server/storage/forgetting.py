"""Taking what somebody wrote out of the logs, for good, and guests whom nobody will miss.

The games stay replayable.

Words are written only while their author is there, and removing them locks the author's row:
so whatever is being written meanwhile comes before, and is removed too, or is refused.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, func, insert, select, update

from kafelki.server.storage import lessons, schema
from kafelki.server.storage.people import DELETED_NAME
from kafelki.server.table.entries import Entry

log = logging.getLogger(__name__)

_p = schema.people.c

WITH_AUTHORS = {"open", "fill", "sit", "chat"}
"""Kinds of entries that say something of somebody, or in their words."""


class Gone(Exception):
    """Somebody's words cannot be written: they have deleted their data."""

    def __init__(self, person: str) -> None:
        super().__init__(person)
        self.person = person


def authors(entries: Iterable[Entry]) -> set[str]:
    """Return whose words there are in entries of a log."""
    found: set[str] = set()
    for entry in entries:
        if entry.kind in ("chat", "sit"):
            found.add(entry.data["person"])
        elif entry.kind in ("open", "fill"):
            data = entry.data
            seats = data["seats"] if entry.kind == "open" else [data["with"]]
            found |= {
                seat["person"] for seat in seats if seat.get("label", DELETED_NAME) != DELETED_NAME
            }
    return found


def check_authors(connection: Connection, entries: Sequence[Entry]) -> None:
    """Raise Gone unless all who say something in entries are there; they cannot go meanwhile."""
    asked = authors(entries)
    if not asked:
        return
    query = select(_p.id).where(_p.id.in_(asked), _p.deleted.is_(False))
    there = set(connection.scalars(query.with_for_update(read=True)))
    for person in sorted(asked - there):
        raise Gone(person)


def forget_person(connection: Connection, person: str, now: int) -> list[str]:
    """Remove all that tells who somebody was; return the tables whose logs may have changed.

    Their moves stay in the games of others.
    """
    connection.execute(
        update(schema.people)
        .where(_p.id == person)
        .values(
            name=DELETED_NAME,
            account=None,
            password=None,
            looks=None,
            avatar=None,
            shows=None,
            gives_games=None,
            deleted=True,
        )
    )
    tables = forget_words(connection, person, now)
    for table in (
        *(schema.sessions, schema.mutes, schema.subscriptions, schema.daily_tries),
        *(schema.puzzle_tries, schema.puzzle_ratings, schema.puzzle_days),
    ):
        connection.execute(delete(table).where(table.c.person == person))
    forget_results(connection, person)
    lessons.forget(connection, person)
    return tables


def forget_results(connection: Connection, person: str) -> None:
    """Let nobody find somebody's results."""
    connection.execute(
        update(schema.results).where(schema.results.c.person == person).values(person=None)
    )


def visited(person: str) -> Select[Any]:
    """Return the query for the tables where somebody has ever been."""
    return select(schema.visits.c.table_id).where(schema.visits.c.person == person)


def forget_words(connection: Connection, person: str, now: int) -> list[str]:
    """Remove what somebody wrote; return the tables where that may have been.

    That is what they said and reported, and how they called those who played on their device.
    """
    tables = list(connection.scalars(visited(person)))
    for table in tables:
        _forget_at(connection, table, person)
        connection.execute(insert(schema.rewritten).values(table_id=table, time=now))
    s, answers = schema.seatings.c, schema.answers.c
    labelled = (s.person == person) & s.label.is_not(None)
    connection.execute(update(schema.seatings).where(labelled).values(label=DELETED_NAME))
    connection.execute(
        delete(schema.answers).where(answers.table_id.in_(tables), answers.person == person)
    )
    connection.execute(
        update(schema.reports).where(schema.reports.c.person == person).values(text="")
    )
    return tables


def _forget_at(connection: Connection, table: str, person: str) -> None:
    e = schema.entries.c
    query = select(e.number, e.kind, e.data).where(
        e.table_id == table, e.kind.in_(["chat", "open", "fill"])
    )
    for row in connection.execute(query).all():
        try:
            data = json.loads(row.data)
            without = _without_words(row.kind, data, person)
        except (ValueError, LookupError, TypeError, AttributeError):
            log.warning("an entry cannot be read: what it says stays")
            continue
        if without != data:
            connection.execute(
                update(schema.entries)
                .where(e.table_id == table, e.number == row.number)
                .values(data=json.dumps(without, ensure_ascii=False))
            )


def _without_words(kind: str, data: dict[str, Any], person: str) -> dict[str, Any]:
    """Return what an entry says without the words of a person."""
    if kind == "chat":
        return data | ({"text": ""} if data["person"] == person else {})

    def nameless(seat: dict[str, Any]) -> dict[str, Any]:
        own = seat.get("person") == person and "label" in seat
        return seat | ({"label": DELETED_NAME} if own else {})

    if kind == "fill":
        return data | {"with": nameless(data["with"])}
    return data | {"seats": [nameless(seat) for seat in data["seats"]]}


def ends_of(connection: Connection, person: str) -> list[int]:
    """Return when the games ended at whose tables somebody has been."""
    r = schema.results.c
    query = select(r.ended).where(r.table_id.in_(visited(person))).distinct()
    return list(connection.scalars(query))


def rewritten_since(connection: Connection, time: int) -> dict[int, str]:
    """Return the tables whose logs were written anew since a time, by the number of that."""
    r = schema.rewritten.c
    rows = connection.execute(select(r.id, r.table_id).where(r.time >= time))
    return {row.id: row.table_id for row in rows}


def how_much_rewritten(connection: Connection) -> tuple[int, int]:
    """Return what is another value once a log has been written anew."""
    query = select(func.count(), func.coalesce(func.max(schema.rewritten.c.id), 0))
    count, last = connection.execute(query).one()
    return count, last


def drop_old_notes(connection: Connection, before: int) -> None:
    """Drop the notes about logs that all processes have read again long since."""
    connection.execute(delete(schema.rewritten).where(schema.rewritten.c.time < before))


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
    return list(connection.scalars(_idle_guests(before).limit(most)))


def purge(connection: Connection, chosen: Sequence[str], before: int, now: int) -> list[str]:
    """Remove those of some guests who still have no games; return who was removed.

    Their rows are locked first: who sits down meanwhile has done so, and stays, or cannot.
    """
    locking = select(_p.id).where(_p.id.in_(chosen)).order_by(_p.id)
    connection.execute(locking.with_for_update()).all()
    idle = list(connection.scalars(_idle_guests(before).where(_p.id.in_(chosen))))
    for person in idle:
        forget_words(connection, person, now)
    for table in (schema.visits, schema.seatings):
        connection.execute(delete(table).where(table.c.person.in_(idle)))
    connection.execute(delete(schema.people).where(_p.id.in_(idle)))
    return idle
