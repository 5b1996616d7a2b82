"""Tables and their logs in the database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    bindparam,
    case,
    delete,
    insert,
    or_,
    select,
    update,
)

from kafelki.server.storage import schema
from kafelki.server.storage.forgetting import WITH_AUTHORS, check_authors
from kafelki.server.storage.results import add_results
from kafelki.server.table.entries import Entry
from kafelki.server.table.state import Secret, TableState

SEATING_KINDS = {"open", "sit", "leave", "fill"}

# Every move runs these: made once, they cost nothing but their running.
_INSERT_ANSWER = insert(schema.answers)
_INSERT_ENTRY = insert(schema.entries)
_DERIVED = ("status", "number", "changed", "to_act", "deadline", "bots_owe")
_UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in _DERIVED})
    .values(
        # Who was reminded of a deadline is not reminded of it again.
        remind_at=case(
            (schema.tables.c.deadline == bindparam("deadline"), schema.tables.c.remind_at),
            else_=bindparam("remind_at"),
        )
    )
)


def add_table(connection: Connection, state: TableState) -> None:
    """Add a table with the log that it has so far."""
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
            **_derived(state),
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
    connection.execute(_INSERT_ENTRY, _entry_rows(state.id, state.entries))
    _set_seatings(connection, state)


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
        _set_seatings(connection, state)
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
        rows[_INSERT_ENTRY] = _entry_rows(state.id, entries)
        rows[_UPDATE_TABLE] = [_derived(state) | {"table": state.id}]
    return rows


def answered(
    table: str, person: str, command: str, answer: str
) -> dict[Executable, list[dict[str, Any]]]:
    """Return the row that keeps the answer to a command: sent again, it gets it again."""
    row = {"table_id": table, "person": person, "command": command, "answer": answer}
    return {_INSERT_ANSWER: [row]}


def answer_to(connection: Connection, table: str, person: str, command: str) -> str | None:
    """Return the first answer to a command, if there was one."""
    query = select(schema.answers.c.answer).where(
        schema.answers.c.table_id == table,
        schema.answers.c.person == person,
        schema.answers.c.command == command,
    )
    return connection.execute(query).scalar_one_or_none()


def _derived(state: TableState) -> dict[str, Any]:
    """Return what the database keeps of a state for looking tables up."""
    clock = state.clock if state.status == "playing" else None
    return {
        "status": state.status,
        "number": state.number,
        "changed": state.changed_at,
        "to_act": json.dumps(state.people_to_act),
        "deadline": None if clock is None else clock.deadline,
        "remind_at": None if clock is None else clock.reminder,
        "bots_owe": state.changed_at if state.machines_to_act else None,
    }


def _entry_rows(table: str, entries: Iterable[Entry]) -> list[dict[str, Any]]:
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


def _set_seatings(connection: Connection, state: TableState) -> None:
    connection.execute(delete(schema.seatings).where(schema.seatings.c.table_id == state.id))
    rows = [
        {"table_id": state.id, "seat": number, "person": seat.person}
        for number, seat in enumerate(state.seats)
        if seat.person is not None
    ]
    if rows:
        connection.execute(insert(schema.seatings), rows)
    v = schema.visits.c
    been = set(connection.execute(select(v.person).where(v.table_id == state.id)).scalars())
    new = [{"table_id": state.id, "person": person} for person in set(state.people) - been]
    if new:
        connection.execute(insert(schema.visits), new)


def load_state(connection: Connection, table: str) -> TableState | None:
    """Return a table as its whole log makes it."""
    query = select(schema.tables.c.seed, schema.tables.c.daily).where(schema.tables.c.id == table)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return TableState.of(table, Secret(bytes(row.seed), row.daily), tail(connection, table, 0))


def tail(connection: Connection, table: str, since: int) -> list[Entry]:
    """Return a log's entries from a number on."""
    columns = schema.entries.c
    query = (
        select(columns.number, columns.kind, columns.time, columns.data)
        .where(columns.table_id == table, columns.number >= since)
        .order_by(columns.number)
    )
    return [Entry(row.number, row.kind, row.time, row.data) for row in connection.execute(query)]


def numbers_of(connection: Connection, chosen: Iterable[str]) -> dict[str, int]:
    """Return how long the logs of some tables are."""
    query = select(schema.tables.c.id, schema.tables.c.number).where(
        schema.tables.c.id.in_(list(chosen))
    )
    return {row.id: row.number for row in connection.execute(query)}


def listed_tables(connection: Connection, status: str, most: int = 50) -> list[str]:
    """Return the ids of public tables that are in a state, newest change first."""
    query = (
        select(schema.tables.c.id)
        .where(schema.tables.c.status == status, schema.tables.c.private.is_(False))
        .order_by(schema.tables.c.changed.desc())
        .limit(most)
    )
    return list(connection.execute(query).scalars())


def tables_of(
    connection: Connection, person: str, statuses: Sequence[str], most: int = 200
) -> Sequence[Any]:
    """Return the rows (id, status, changed, to_act) of somebody's tables.

    Those that wait for the person come first, and among them the longest waiting.
    """
    t = schema.tables.c
    query = (
        select(t.id, t.status, t.changed, t.to_act)
        .where(
            t.id.in_(select(schema.seatings.c.table_id).where(schema.seatings.c.person == person)),
            t.status.in_(statuses),
        )
        .order_by(t.changed.desc())
        .limit(most)
    )
    rows = connection.execute(query).all()
    mine = [row for row in rows if person in json.loads(row.to_act)]
    others = [row for row in rows if person not in json.loads(row.to_act)]
    return [*reversed(mine), *others]


def opened_by(connection: Connection, person: str) -> list[str]:
    """Return the tables that somebody opened and that have not begun."""
    t, e = schema.tables.c, schema.entries.c
    query = (
        select(t.id, e.data)
        .join(schema.entries, e.table_id == t.id)
        .where(t.status == "open", e.kind == "open")
    )
    rows = connection.execute(query)
    return [row.id for row in rows if json.loads(row.data)["host"] == person]


def due_tables(connection: Connection, now: int, bots_since: int) -> list[str]:
    """Return the tables where a clock has run out, or a bot has owed a move since some time."""
    t = schema.tables.c
    query = select(t.id).where(
        t.status == "playing", or_(t.deadline <= now, t.bots_owe <= bots_since)
    )
    return list(connection.execute(query.limit(500)).scalars())


def tables_to_remind(connection: Connection, now: int) -> list[str]:
    """Return the tables where those on move have not been told that time is running out."""
    t = schema.tables.c
    query = select(t.id).where(t.status == "playing", t.remind_at <= now)
    return list(connection.execute(query.limit(500)).scalars())


def claim_reminder(connection: Connection, table: str, now: int) -> bool:
    """Take it on to remind those on move at a table; False when another did."""
    changed = connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table, schema.tables.c.remind_at <= now)
        .values(remind_at=None)
    )
    return changed.rowcount == 1


def claim_bots(connection: Connection, table: str, before: int, now: int) -> bool:
    """Take over the bots' moves of a table that nobody has made; False when another did."""
    changed = connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table, schema.tables.c.bots_owe <= before)
        .values(bots_owe=now)
    )
    return changed.rowcount == 1


def stale_tables(connection: Connection, before: int) -> list[str]:
    """Return the tables that were opened long ago and never started."""
    query = select(schema.tables.c.id).where(
        schema.tables.c.status == "open", schema.tables.c.changed < before
    )
    return list(connection.execute(query.limit(500)).scalars())


def forget_answers(connection: Connection, before: int) -> None:
    """Drop the answers to commands at tables that ended long ago: nobody sends those again."""
    t = schema.tables.c
    ended = select(t.id).where(t.status.in_(["over", "closed"]), t.changed < before)
    connection.execute(delete(schema.answers).where(schema.answers.c.table_id.in_(ended)))


def finished_public(connection: Connection, since: int) -> Iterator[str]:
    """Yield the ids of public games that are over and changed since a time, oldest first."""
    t = schema.tables.c
    query = (
        select(t.id)
        .where(t.status == "over", t.private.is_(False), t.changed >= since)
        .order_by(t.changed)
    )
    yield from connection.execute(query).scalars()
