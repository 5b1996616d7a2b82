"""What is to be looked after, in the database: clocks, bots' moves, reminders, lists, old tables.

Tables that cannot be read are not among what is found here.
"""

from __future__ import annotations

from sqlalchemy import Column, ColumnElement, Connection, and_, delete, or_, select, update

from kafelki.server.storage import schema
from kafelki.server.storage.tables import INSERT_ENTRY, derived, entry_rows, set_seatings
from kafelki.server.storage.unreadable import MARKED
from kafelki.server.table.entries import Entry
from kafelki.server.table.set_aside import OldRules
from kafelki.server.table.state import TableState
from kafelki.server.table.versions import FORMAT, rules_played

_t = schema.tables.c


def due_tables(connection: Connection, now: int, bots_since: int) -> list[str]:
    """Return the tables where a clock has run out, or a bot has owed a move since some time."""
    late = or_(_t.deadline <= now, _t.bots_owe <= bots_since)
    return _tables(connection, _t.status == "playing", late)


def tables_to_remind(connection: Connection, now: int) -> list[str]:
    """Return the tables where those on move have not been told that time is running out."""
    return _tables(connection, _t.status == "playing", _t.remind_at <= now)


def _tables(connection: Connection, *which: ColumnElement[bool]) -> list[str]:
    """Return the ids of all such tables but those that cannot be read."""
    return list(connection.scalars(select(_t.id).where(*which, _t.id.not_in(MARKED))))


def claim_reminder(connection: Connection, table: str, now: int) -> bool:
    """Take it on to remind those on move at a table; False when another did."""
    return _claim(connection, table, _t.remind_at, now, None)


def claim_bots(connection: Connection, table: str, before: int, now: int) -> bool:
    """Take over the bots' moves of a table that nobody has made; False when another did."""
    return _claim(connection, table, _t.bots_owe, before, now)


def _claim(
    connection: Connection, table: str, since: Column[int], before: int, then: int | None
) -> bool:
    chosen = update(schema.tables).where(_t.id == table, since <= before)
    return connection.execute(chosen.values({since: then})).rowcount == 1


def stale_tables(connection: Connection, before: int) -> list[str]:
    """Return the tables that were opened long ago and never started."""
    return _tables(connection, _t.status == "open", _t.changed < before)


def tables_of_old_rules(connection: Connection) -> list[str]:
    """Return the tables under way whose games are played by other rules here by now."""
    old = or_(*(and_(_t.game == game, _t.rules != now) for game, now in rules_played().items()))
    return _tables(connection, _t.status.in_(["open", "playing"]), old)


def tables_without_view(connection: Connection) -> list[str]:
    """Return the tables of which there is nothing yet that lists could show."""
    return _tables(connection, _t.view.is_(None))


def keep_view(connection: Connection, state: TableState) -> None:
    """Keep what lists show of a table, unless it has gone on since."""
    kept = {name: value for name, value in derived(state).items() if name in ("host", "view")}
    changed = connection.execute(
        update(schema.tables).where(_t.id == state.id, _t.number == state.number).values(**kept)
    )
    if changed.rowcount == 1:
        set_seatings(connection, state)


def close_for_old_rules(connection: Connection, found: OldRules, now: int) -> None:
    """Close a table that cannot go on by the rules that it was begun under; its log says why."""
    number = len(found.entries)
    data = {"why": "rules", "rules": found.version, "format": FORMAT}
    entry = Entry.of(number, "close", max(now, found.entries[-1].time), data)
    connection.execute(INSERT_ENTRY, entry_rows(found.table, [entry]))
    connection.execute(
        update(schema.tables)
        .where(_t.id == found.table)
        .values(
            status="closed",
            number=number + 1,
            changed=entry.time,
            to_act="[]",
            deadline=None,
            remind_at=None,
            bots_owe=None,
            opened_from=None,
        )
    )


def forget_answers(connection: Connection, before: int) -> None:
    """Drop the answers to commands at tables that ended long ago: nobody sends those again."""
    ended = select(_t.id).where(_t.status.in_(["over", "closed"]), _t.changed < before)
    connection.execute(delete(schema.answers).where(schema.answers.c.table_id.in_(ended)))
