"""Lists of tables, each from one query: rows beside the logs say what there is to show.

They are written in the same transaction as the entries that they follow from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import sqlalchemy as sa

from kafelki.server.storage import schema
from kafelki.server.storage.tables import add_table
from kafelki.server.storage.unreadable import MARKED
from kafelki.server.table.listing import Sitting
from kafelki.server.table.state import TableState

PAGE = 50
"""Tables that are listed at once."""
MOST = sa.bindparam("most", type_=sa.Integer)

Order = tuple[Any, Any, Any]
"""What tables are put in order by."""


@dataclass
class Listed:
    """A table in a list: its row, and who sits on which seat."""

    row: sa.Row[Any]
    sitting: dict[int, Sitting] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The table's id."""
        return str(self.row.id)

    @property
    def is_unreadable(self) -> bool:
        """Whether the table is marked as one that cannot be read."""
        return self.row.wrong is not None

    def waits_for(self, person: str) -> bool:
        """Whether the table waits for somebody to move."""
        return f'"{person}"' in self.row.to_act


def public_tables(connection: sa.Connection, status: str, after: str | None = None) -> list[Listed]:
    """Return a page of the public tables of a status; those after a table, if one is given.

    First comes the newest of each host, then the second newest of each, and so on.
    """
    query, given = _first_page(), {"status": status, "most": PAGE}
    if after is not None:
        query = _page(_following(connection, status, after), _turns)
    found = _listed(connection, query, given)
    # A day's challenge is private; should one not be, nobody finds it here. (To ask for that
    # above would take the rows of all tables: the index alone has the rest.)
    return [each for each in found if each.row.daily is None]


@cache
def _public() -> sa.Subquery:
    """Return the query for all public tables of a status, numbered within those of their host."""
    t = schema.tables.c
    turn = sa.func.row_number().over(partition_by=t.host, order_by=(t.changed.desc(), t.id.desc()))
    status = sa.bindparam("status", type_=sa.String)
    return sa.select(t.id, t.changed, turn.label("turn")).where(*_is_public(status)).subquery()


@cache
def _first_page() -> sa.Select[Any]:
    # Made once: to make it anew takes longer than to run it.
    return _page(sa.select(_public()), _turns)


def _turns(listed: Any) -> Order:
    return listed.turn, listed.changed.desc(), listed.id.desc()


def _is_public(status: Any) -> tuple[Any, ...]:
    t = schema.tables.c
    return t.status == status, t.private.is_(False), t.id.not_in(MARKED)


def _following(connection: sa.Connection, status: str, after: str) -> sa.Select[Any]:
    """Return the query for what comes after a table, which may have left the list since."""
    t, listed = schema.tables.c, _public()
    last = connection.execute(sa.select(t.host, t.changed).where(t.id == after)).one_or_none()
    if last is None:
        return sa.select(listed)
    newer = sa.or_(t.changed > last.changed, sa.and_(t.changed == last.changed, t.id > after))
    before = sa.select(sa.func.count()).where(*_is_public(status), t.host == last.host, newer)
    turn = 1 + (connection.scalar(before) or 0)
    same_turn = listed.c.turn == turn
    return sa.select(listed).where(
        sa.or_(
            listed.c.turn > turn,
            sa.and_(same_turn, listed.c.changed < last.changed),
            sa.and_(same_turn, listed.c.changed == last.changed, listed.c.id < after),
        )
    )


def tables_of(
    connection: sa.Connection, person: str, statuses: Sequence[str], after: str | None = None
) -> list[Listed]:
    """Return a page of somebody's tables; those after a table, if one is given.

    First come those that wait for them, the longest waiting before the others; then the newest.
    """
    query, given = _own_first_page(), _asked(person, statuses, PAGE)
    if after is not None:
        mine = _own()
        last = connection.execute(sa.select(mine).where(mine.c.id == after), given).one_or_none()
        if last is not None:
            place = sa.tuple_(mine.c.later, mine.c.age, mine.c.id)
            later = sa.select(mine).where(place > sa.tuple_(last.later, last.age, last.id))
            query = _page(later, _waiting_first)
    return _listed(connection, query, given)


def ids_of(connection: sa.Connection, person: str, statuses: Sequence[str], most: int) -> list[str]:
    """Return some of somebody's tables, in the order of `tables_of`."""
    mine = _own()
    query = sa.select(mine.c.id).order_by(*_waiting_first(mine.c)).limit(MOST)
    return list(connection.scalars(query, _asked(person, statuses, most)))


def _asked(person: str, statuses: Sequence[str], most: int) -> dict[str, Any]:
    return {"who": person, "quoted": f'"{person}"', "statuses": list(statuses), "most": most}


@cache
def _own_first_page() -> sa.Select[Any]:
    return _page(sa.select(_own()), _waiting_first)


def _waiting_first(listed: Any) -> Order:
    return listed.later, listed.age, listed.id


@cache
def _own() -> sa.Subquery:
    """Return the query for all of somebody's tables, with what they are put in order by."""
    t, s = schema.tables.c, schema.seatings.c
    seated = sa.select(s.table_id).where(s.person == sa.bindparam("who", type_=sa.String))
    waits = t.to_act.contains(sa.bindparam("quoted", type_=sa.String))
    return (
        sa.select(
            t.id,
            sa.case((waits, 0), else_=1).label("later"),
            sa.case((waits, t.changed), else_=-t.changed).label("age"),
        )
        .where(t.id.in_(seated), t.status.in_(sa.bindparam("statuses", expanding=True)))
        .subquery()
    )


def _page(tables: sa.Select[Any], order: Callable[[Any], Order]) -> sa.Select[Any]:
    """Return the query for all that a list shows of the first of some tables: a row a seat."""
    page = tables.order_by(*order(tables.selected_columns)).limit(MOST).subquery()
    t, s, p, u = (
        part.c for part in (schema.tables, schema.seatings, schema.people, schema.unreadable)
    )
    return (
        sa.select(
            schema.tables, s.seat, s.person, s.label, p.name, p.account, u.number.label("wrong")
        )
        .join(page, page.c.id == t.id)
        .outerjoin(schema.seatings, s.table_id == t.id)
        .outerjoin(schema.people, p.id == s.person)
        .outerjoin(schema.unreadable, u.table_id == t.id)
        .order_by(*order(page.c), s.seat)
    )


def _listed(
    connection: sa.Connection, query: sa.Select[Any], given: Mapping[str, Any]
) -> list[Listed]:
    """Return the tables that a query finds, each with those who sit there."""
    found: dict[str, Listed] = {}
    for row in connection.execute(query, given):
        listed = found.setdefault(row.id, Listed(row))
        if row.seat is not None:
            member = row.label is None and row.account is not None
            listed.sitting[row.seat] = (row.person, row.label or row.name or "?", member)
    return list(found.values())


@dataclass(frozen=True)
class Room:
    """How many tables may wait for people at once: of one person, and from one address."""

    of_person: int
    of_address: int


def add_if_room(
    connection: sa.Connection, state: TableState, address: str, room: Room
) -> int | None:
    """Add a new table; where too many wait for people already, return how many may."""
    t = schema.tables.c
    if state.status == "open":
        for limit, whose in (
            (room.of_person, t.host == state.host),
            (room.of_address, t.opened_from == address),
        ):
            count = sa.select(sa.func.count()).where(t.status == "open", whose)
            if (connection.scalar(count) or 0) >= limit:
                return limit
    add_table(connection, state, address)
    return None
