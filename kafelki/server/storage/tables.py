"""Tables and their logs in the database."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    String,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)

from kafelki.server.storage import schema
from kafelki.server.storage.forgetting import WITH_AUTHORS, check_authors
from kafelki.server.storage.results import add_results
from kafelki.server.table.entries import Entry
from kafelki.server.table.listing import kept_view
from kafelki.server.table.reading import table_of
from kafelki.server.table.set_aside import OldRules, SetAside, Unreadable
from kafelki.server.table.state import Secret, TableState

log = logging.getLogger(__name__)

SEATING_KINDS = {"open", "sit", "leave", "fill", "start"}

_PEOPLE = select(schema.seatings.c.person).where(schema.seatings.c.table_id == bindparam("table"))
# Every move runs these: made once, they cost nothing but their running.
_INSERT_ANSWER = insert(schema.answers)
INSERT_ENTRY = insert(schema.entries)
_DERIVED = ("status", "number", "changed", "to_act", "deadline", "bots_owe", "host", "view")
_UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in _DERIVED})
    .values(
        # Who was reminded of a deadline is not reminded of it again.
        remind_at=case(
            (schema.tables.c.deadline == bindparam("deadline"), schema.tables.c.remind_at),
            else_=bindparam("remind_at"),
        ),
        opened_from=case(
            (bindparam("status", type_=String) == "open", schema.tables.c.opened_from), else_=None
        ),
    )
)


def add_table(connection: Connection, state: TableState, address: str | None = None) -> None:
    """Add a table with the log that it has so far, opened from an address."""
    check_authors(connection, state.entries)
    connection.execute(
        insert(schema.tables).values(
            id=state.id,
            seed=state.secret.seed,
            daily=state.secret.daily,
            game=state.header.game,
            players=state.header.players,
            variant=state.header.variant,
            private=state.settings.private,
            rated=state.settings.rated,
            created=state.changed_at,
            rules=state.header.rules.version,
            opened_from=address if state.status == "open" else None,
            **derived(state),
        )
    )
    if state.secret.daily is not None:
        connection.execute(
            insert(schema.daily_tries).values(
                day=state.secret.daily,
                game=state.header.game,
                person=state.host,
                table_id=state.id,
            )
        )
    connection.execute(INSERT_ENTRY, entry_rows(state.id, state.entries))
    set_seatings(connection, state)


def append(
    connection: Connection,
    state: TableState,
    entries: Sequence[Entry],
    answer: tuple[str, str, str] | None = None,
) -> None:
    """Add entries to the log of a table that is then in `state`, and the answer to a command.

    The answer goes with the person's id and the command's. IntegrityError when an entry of
    that number, or an answer to that command, is there already; Gone when somebody whose words
    they are is not there any more.
    """
    check_authors(connection, entries)
    for statement, rows in appended(state, entries, answer).items():
        connection.execute(statement, rows)
    kinds = {entry.kind for entry in entries}
    if kinds & SEATING_KINDS:
        set_seatings(connection, state)
    if _ends_with(state, entries):
        add_results(connection, state)


def needs_rows_only(state: TableState, entries: Sequence[Entry]) -> bool:
    """Whether `appended` is all that there is to write: as for nearly every move."""
    special = SEATING_KINDS | WITH_AUTHORS
    return special.isdisjoint(entry.kind for entry in entries) and not _ends_with(state, entries)


def _ends_with(state: TableState, entries: Sequence[Entry]) -> bool:
    """Whether the table has come to its end by some entries."""
    return (
        state.status == "over"
        and bool(entries)
        and state.ended_at == entries[-1].time
        and any(entry.kind != "chat" for entry in entries)
    )


def appended(
    state: TableState, entries: Sequence[Entry], answer: tuple[str, str, str] | None = None
) -> dict[Executable, list[dict[str, Any]]]:
    """Return the rows that entries and an answer add, as for `append`."""
    rows: dict[Executable, list[dict[str, Any]]] = {}
    if answer is not None:
        rows |= answered(state.id, *answer)
    if entries:
        rows[INSERT_ENTRY] = entry_rows(state.id, entries)
        rows[_UPDATE_TABLE] = [derived(state) | {"table": state.id}]
    return rows


def answered(
    table: str, person: str, command: str, answer: str
) -> dict[Executable, list[dict[str, Any]]]:
    """Return the row that keeps the answer to a command: sent again, it gets it again."""
    row = {"table_id": table, "person": person, "command": command, "answer": answer}
    return {_INSERT_ANSWER: [row]}


def answer_to(connection: Connection, table: str, person: str, command: str) -> str | None:
    """Return the first answer to a command, if there was one."""
    a = schema.answers.c
    query = select(a.answer).where(a.table_id == table, a.person == person, a.command == command)
    return connection.scalar(query)


def derived(state: TableState) -> dict[str, Any]:
    """Return what the database keeps of a state for looking tables up."""
    clock = state.clock if state.status == "playing" else None
    return {
        "status": state.status,
        "number": state.number,
        "changed": state.changed_at,
        "to_act": json.dumps(state.people_to_act),
        "deadline": None if clock is None else clock.deadline,
        "remind_at": None if clock is None else clock.reminder,
        "bots_owe": state.changed_at if state.bots_to_act else None,
        "host": state.host,
        "view": kept_view(state),
    }


def entry_rows(table: str, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return the rows that entries of a table's log make."""
    return [
        {
            "table_id": table,
            "number": entry.number,
            "kind": entry.kind,
            "time": entry.time,
            "data": entry.text,
        }
        for entry in entries
    ]


def set_seatings(connection: Connection, state: TableState) -> None:
    """Keep who sits at a table, and how those are called who share a device."""
    connection.execute(delete(schema.seatings).where(schema.seatings.c.table_id == state.id))
    rows = [
        {"table_id": state.id, "seat": number, "person": seat.person, "label": seat.label}
        for number, seat in enumerate(state.seats)
        if seat.person is not None
    ]
    if rows:
        connection.execute(insert(schema.seatings), rows)
    v = schema.visits.c
    been = set(connection.scalars(select(v.person).where(v.table_id == state.id)))
    new = [{"table_id": state.id, "person": person} for person in set(state.people) - been]
    if new:
        connection.execute(insert(schema.visits), new)


def load_state(connection: Connection, table: str, anew: bool = False) -> TableState | None:
    """Return a table as its whole log makes it; Unreadable or OldRules when it cannot be made.

    What is marked as unreadable is not tried, unless `anew`.
    """
    t, u = schema.tables.c, schema.unreadable.c
    query = (
        select(t.status, t.seed, t.daily, t.number, u.number.label("wrong"), u.why)
        .outerjoin(schema.unreadable, u.table_id == t.id)
        .where(t.id == table)
    )
    try:
        row = connection.execute(query).one_or_none()
        return None if row is None else _state_of(connection, table, row, anew)
    except SetAside as found:
        found.people = list(connection.scalars(_PEOPLE, {"table": table}))
        raise


def _state_of(connection: Connection, table: str, row: Any, anew: bool) -> TableState:
    if row.wrong is not None and not anew:
        known = Unreadable(table, row.wrong, row.why)
        known.daily, known.is_marked = row.daily, True
        raise known
    entries = tail(connection, table, 0)
    try:
        gone, secret = row.number - len(entries), Secret(bytes(row.seed), row.daily)
        if gone > 0:
            raise Unreadable(table, len(entries), f"{gone} entries are gone")
        return table_of(table, secret, entries)
    except TypeError as wrong:
        found = Unreadable(table, 0, f"what is kept beside its log is damaged: {wrong}")
        found.daily = row.daily
        raise found from wrong
    except Unreadable as found:
        found.daily = row.daily
        raise
    except OldRules as found:
        found.daily, found.seed, found.status = row.daily, bytes(row.seed), row.status
        raise


def tail(connection: Connection, table: str, since: int) -> list[Entry]:
    """Return a log's entries from a number on."""
    e = schema.entries.c
    query = (
        select(e.number, e.kind, e.time, e.data)
        .where(e.table_id == table, e.number >= since)
        .order_by(e.number)
    )
    return [Entry(row.number, row.kind, row.time, row.data) for row in connection.execute(query)]


def numbers_of(connection: Connection, chosen: Iterable[str]) -> dict[str, int]:
    """Return how long the logs of some tables are."""
    t = schema.tables.c
    rows = connection.execute(select(t.id, t.number).where(t.id.in_(list(chosen))))
    return {row.id: row.number for row in rows}


def hosted_by(connection: Connection, person: str) -> list[str]:
    """Return the tables that have not begun, and that only this person can start or close."""
    t = schema.tables.c
    query = select(t.id).where(t.status == "open", t.host == person)
    return list(connection.scalars(query))


def finished_public(connection: Connection, since: int) -> Iterator[str]:
    """Yield the ids of public games that are over and changed since a time, oldest first."""
    t = schema.tables.c
    query = (
        select(t.id)
        .where(t.status == "over", t.private.is_(False), t.changed >= since)
        .order_by(t.changed)
    )
    yield from connection.scalars(query)
