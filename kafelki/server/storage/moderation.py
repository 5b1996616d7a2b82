"""What operators do about people and tables in the database, each action with a note of it.

Servers that run find out by themselves: they look again every few seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from sqlalchemy import Connection, and_, insert, select, update

from kafelki.server.storage import schema
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.people import is_there, names_and_members
from kafelki.server.table.decision import Decision
from kafelki.server.table.set_aside import SetAside

Sanction = Literal["muted_until", "banned_until"]


@dataclass(frozen=True)
class Note:
    """Who does something, when, why, and about which report."""

    operator: str
    time: int
    why: str
    report: int | None = None


class NothingThere(Exception):
    """There is nobody and nothing to do that to."""


def reports(connection: Connection, all_of_them: bool, most: int) -> list[dict[str, Any]]:
    """Return what people reported, the oldest first, with what it is about."""
    r, e = schema.reports.c, schema.entries.c
    query = (
        select(schema.reports, e.data, e.time.label("said_at"))
        .outerjoin(schema.entries, and_(e.table_id == r.table_id, e.number == r.number))
        .order_by(r.id)
        .limit(most)
    )
    if not all_of_them:
        query = query.where(r.resolved.is_(None))
    rows = connection.execute(query).all()
    said = [_said(row.data) for row in rows]
    people = {row.person for row in rows} | {each["person"] for each in said}
    names, _ = names_and_members(connection, people)
    return [
        {
            "report": row.id,
            "time": row.time,
            "table": row.table_id,
            "number": row.number,
            "by": {"person": row.person, "name": names.get(row.person)},
            "text": row.text,
            "about": {"person": each["person"], "name": names.get(each["person"])},
            "said": each["text"],
            "said_at": row.said_at,
            "resolved": row.resolved,
        }
        for row, each in zip(rows, said, strict=True)
    ]


def _said(data: str | None) -> dict[str, Any]:
    """Return who said what in an entry; nobody and nothing where it cannot be read."""
    try:
        found = orjson.loads(data or "{}")
        return {"person": str(found["person"]), "text": str(found["text"])}
    except (ValueError, KeyError, TypeError):
        return {"person": "", "text": ""}


def sanction(
    connection: Connection,
    action: str,
    which: Sanction,
    person: str,
    until: int | None,
    note: Note,
) -> None:
    """Mute or ban somebody until a time; None: not any more."""
    _change_person(connection, person, {which: until})
    add_note(connection, action, note, person=person, until=until)


def rename(connection: Connection, person: str, name: str, looks: str | None, note: Note) -> None:
    """Give somebody another name."""
    _change_person(connection, person, {"name": name, "looks": looks})
    add_note(connection, "rename", note, person=person)


def is_member(connection: Connection, person: str) -> bool:
    """Whether somebody has an account; NothingThere when there is no such person."""
    p = schema.people.c
    row = connection.execute(select(p.account).where(p.id == person)).first()
    if row is None:
        raise NothingThere(f"there is nobody with the id {person}")
    return row.account is not None


def _change_person(connection: Connection, person: str, values: dict[str, Any]) -> None:
    chosen = update(schema.people).where(is_there(person))
    if connection.execute(chosen.values(**values)).rowcount != 1:
        raise NothingThere(f"there is nobody with the id {person}")


def close_table(connection: Connection, table: str, note: Note) -> None:
    """Close a table that waits or where a game is on: it then counts for nobody."""
    try:
        state = table_rows.load_state(connection, table)
    except SetAside as wrong:
        raise NothingThere(f"the table {table} is closed to all already: {wrong.code}") from None
    if state is None or state.status not in ("open", "playing"):
        raise NothingThere(f"there is no table {table} that could be closed")
    decision = Decision(state, note.time)
    decision.add("close", by="operator")
    table_rows.append(connection, decision.state, decision.entries)
    add_note(connection, "close", note, table=table)


def resolve(connection: Connection, note: Note) -> None:
    """Let a report be done with."""
    r = schema.reports.c
    chosen = update(schema.reports).where(r.id == note.report, r.resolved.is_(None))
    if connection.execute(chosen.values(resolved=note.time)).rowcount != 1:
        raise NothingThere(f"there is no open report {note.report}")


def add_note(
    connection: Connection,
    action: str,
    note: Note,
    person: str | None = None,
    table: str | None = None,
    until: int | None = None,
) -> None:
    """Write down what was done."""
    connection.execute(
        insert(schema.actions).values(
            action=action, person=person, table_id=table, until=until, **vars(note)
        )
    )


def actions(connection: Connection, most: int) -> Sequence[dict[str, Any]]:
    """Return what operators have done, the newest first."""
    query = select(schema.actions).order_by(schema.actions.c.id.desc()).limit(most)
    return [dict(row) for row in connection.execute(query).mappings()]
