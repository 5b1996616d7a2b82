"""Lists of tables, each from one query: rows beside the logs say what there is to show.

They are written in the same transaction as the entries that they follow from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    String,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    tuple_,
)

from kafelki.server.storage import schema
from kafelki.server.storage.tables import add_table
from kafelki.server.storage.unreadable import MARKED
from kafelki.server.table.listing import Sitting
from kafelki.server.table.state import TableState

PAGE = 50
"""Tables that are listed at once."""


@dataclass
class Listed:
    """A table in a list: its row, and who sits on which seat."""

    row: Row[Any]
    sitting: dict[int, Sitting] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The table's id."""
        return str(self.row.id)

    @property
    def to_act(self) -> str:
        """The people who are to move, as JSON."""
        return str(self.row.to_act)

    @property
    def is_unreadable(self) -> bool:
        """Whether the table is marked as one that cannot be read."""
        return self.row.wrong is not None


def public_tables(connection: Connection, status: str, after: str | None = None) -> list[Listed]:
    """Return a page of the public tables of a status; those after a table, if one is given.

    First comes the newest of each host, then the second newest of each, and so on.
    """
    query, given = _first_page(), {"status": status, "most": PAGE}
    if after is not None:
        query = _page_of(_following(connection, _public(), status, after))
    found = _listed(connection, query, given)
    # A day's challenge is private; should one not be, nobody finds it here. (To ask for that
    # above would take the rows of all tables: the index alone has the rest.)
    return [each for each in found if each.row.daily is None]


@cache
def _public() -> Subquery:
    """Return the query for all public tables of a status, numbered within those of their host."""
    t = schema.tables.c
    turn = func.row_number().over(partition_by=t.host, order_by=(t.changed.desc(), t.id.desc()))
    status = bindparam("status", type_=String)
    return select(t.id, t.changed, turn.label("turn")).where(*_is_public(status)).subquery()


@cache
def _first_page() -> Select[Any]:
    # Made once: to make it anew takes longer than to run it.
    listed = _public()
    return _page_of(select(listed.c.id, listed.c.turn, listed.c.changed))


def _page_of(tables: Select[Any]) -> Select[Any]:
    """Return the query for what a list shows of the first of some public tables."""
    t = tables.selected_columns
    order = (t.turn, t.changed.desc(), t.id.desc())
    most = bindparam("most", type_=Integer)
    page = tables.order_by(*order).limit(most).subquery()
    return _shown(page).order_by(
        page.c.turn, page.c.changed.desc(), page.c.id.desc(), schema.seatings.c.seat
    )


def _is_public(status: Any) -> tuple[Any, ...]:
    t = schema.tables.c
    return (
        t.status == status,
        t.private.is_(False),
        t.id.not_in(MARKED),
    )


def _following(connection: Connection, listed: Subquery, status: str, after: str) -> Select[Any]:
    """Return the query for what comes after a table, which may have left the list since."""
    t = schema.tables.c
    page = select(listed.c.id, listed.c.turn, listed.c.changed)
    last = connection.execute(select(t.host, t.changed).where(t.id == after)).one_or_none()
    if last is None:
        return page
    newer = or_(t.changed > last.changed, and_(t.changed == last.changed, t.id > after))
    before = select(func.count()).where(*_is_public(status), t.host == last.host, newer)
    turn = 1 + (connection.scalar(before) or 0)
    same_turn = listed.c.turn == turn
    return page.where(
        or_(
            listed.c.turn > turn,
            and_(same_turn, listed.c.changed < last.changed),
            and_(same_turn, listed.c.changed == last.changed, listed.c.id < after),
        )
    )


def tables_of(
    connection: Connection, person: str, statuses: Sequence[str], after: str | None = None
) -> list[Listed]:
    """Return a page of somebody's tables; those after a table, if one is given.

    First come those that wait for them, the longest waiting before the others; then the newest.
    """
    given = {
        "who": person,
        "quoted": f'"{person}"',
        "statuses": list(statuses),
        "most": PAGE,
    }
    query = _own_first_page()
    if after is not None:
        mine = _own()
        last = connection.execute(select(mine).where(mine.c.id == after), given).one_or_none()
        if last is not None:
            place = tuple_(mine.c.later, mine.c.age, mine.c.id)
            query = _own_page(select(mine).where(place > tuple_(last.later, last.age, last.id)))
    return _listed(connection, query, given)


@cache
def _own_first_page() -> Select[Any]:
    return _own_page(select(_own()))


def _own_page(tables: Select[Any]) -> Select[Any]:
    """Return the query for what a list shows of the first of somebody's tables."""
    t = tables.selected_columns
    most = bindparam("most", type_=Integer)
    page = tables.order_by(t.later, t.age, t.id).limit(most).subquery()
    return _shown(page).order_by(page.c.later, page.c.age, page.c.id, schema.seatings.c.seat)


@cache
def _own() -> Subquery:
    """Return the query for all of somebody's tables, with what they are put in order by."""
    t, s = schema.tables.c, schema.seatings.c
    seated = select(s.table_id).where(s.person == bindparam("who", type_=String))
    waits = t.to_act.contains(bindparam("quoted", type_=String))
    return (
        select(
            t.id,
            case((waits, 0), else_=1).label("later"),
            case((waits, t.changed), else_=-t.changed).label("age"),
        )
        .where(t.id.in_(seated), t.status.in_(bindparam("statuses", expanding=True)))
        .subquery()
    )


def _shown(page: Subquery) -> Select[Any]:
    """Return the query for all that lists show of the tables of a page: a row for each seat."""
    t, s, p, u = (
        part.c for part in (schema.tables, schema.seatings, schema.people, schema.unreadable)
    )
    return (
        select(schema.tables, s.seat, s.person, s.label, p.name, p.account, u.number.label("wrong"))
        .join(page, page.c.id == t.id)
        .outerjoin(schema.seatings, s.table_id == t.id)
        .outerjoin(schema.people, p.id == s.person)
        .outerjoin(schema.unreadable, u.table_id == t.id)
    )


def _listed(connection: Connection, query: Select[Any], given: Mapping[str, Any]) -> list[Listed]:
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


def add_if_room(connection: Connection, state: TableState, address: str, room: Room) -> int | None:
    """Add a new table; where too many wait for people already, return how many may."""
    t = schema.tables.c
    if state.status == "open":
        for limit, whose in (
            (room.of_person, t.host == state.host),
            (room.of_address, t.opened_from == address),
        ):
            count = select(func.count()).where(t.status == "open", whose)
            if (connection.scalar(count) or 0) >= limit:
                return limit
    add_table(connection, state, address)
    return None
