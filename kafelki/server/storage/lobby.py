"""Lists of tables, each from one query: rows beside the logs say what there is to show.

They are written in the same transaction as the entries that they follow from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, Select, Subquery, and_, func, or_, select

from kafelki.server.storage import schema
from kafelki.server.storage.tables import add_table, in_turn
from kafelki.server.storage.unreadable import MARKED
from kafelki.server.table.listing import Sitting
from kafelki.server.table.state import TableState

PAGE = 50
"""Public tables that are listed at once."""
MOST_OF_MINE = 200


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
    t = schema.tables.c
    turn = func.row_number().over(partition_by=t.host, order_by=(t.changed.desc(), t.id.desc()))
    listed = select(t.id, t.changed, turn.label("turn")).where(*_is_public(status)).subquery()
    page = select(listed.c.id, listed.c.turn, listed.c.changed)
    if after is not None:
        page = _following(connection, page, listed, status, after)
    order = (listed.c.turn, listed.c.changed.desc(), listed.c.id.desc())
    return _listed(connection, page.order_by(*order).limit(PAGE).subquery())


def _is_public(status: str) -> tuple[Any, ...]:
    t = schema.tables.c
    return (
        t.status == status,
        t.private.is_(False),
        t.daily.is_(None),
        t.id.not_in(MARKED),
    )


def _following(
    connection: Connection, page: Select[Any], listed: Subquery, status: str, after: str
) -> Select[Any]:
    """Return the query for what comes after a table, which may have left the list since."""
    t = schema.tables.c
    last = connection.execute(select(t.host, t.changed).where(t.id == after)).one_or_none()
    if last is None:
        return page
    newer = or_(t.changed > last.changed, and_(t.changed == last.changed, t.id > after))
    turn = 1 + (
        connection.scalar(
            select(func.count()).where(*_is_public(status), t.host == last.host, newer)
        )
        or 0
    )
    same_turn = listed.c.turn == turn
    return page.where(
        or_(
            listed.c.turn > turn,
            and_(same_turn, listed.c.changed < last.changed),
            and_(same_turn, listed.c.changed == last.changed, listed.c.id < after),
        )
    )


def tables_of(connection: Connection, person: str, statuses: Sequence[str]) -> list[Listed]:
    """Return somebody's tables: those that wait for them first, the longest waiting of them."""
    t, s = schema.tables.c, schema.seatings.c
    page = (
        select(t.id, t.changed)
        .where(t.id.in_(select(s.table_id).where(s.person == person)), t.status.in_(statuses))
        .order_by(t.changed.desc(), t.id)
        .limit(MOST_OF_MINE)
        .subquery()
    )
    found = _listed(connection, page)
    return in_turn(found, person)


def _listed(connection: Connection, page: Subquery) -> list[Listed]:
    """Return the tables of a page with the names of those who sit there, in the page's order."""
    t, s, p, u = (
        part.c for part in (schema.tables, schema.seatings, schema.people, schema.unreadable)
    )
    order = [page.c.changed.desc(), page.c.id]
    if "turn" in page.c:
        order = [page.c.turn, page.c.changed.desc(), page.c.id.desc()]
    query = (
        select(schema.tables, s.seat, s.person, s.label, p.name, p.account, u.number.label("wrong"))
        .join(page, page.c.id == t.id)
        .outerjoin(schema.seatings, s.table_id == t.id)
        .outerjoin(schema.people, p.id == s.person)
        .outerjoin(schema.unreadable, u.table_id == t.id)
        .order_by(*order, s.seat)
    )
    found: dict[str, Listed] = {}
    for row in connection.execute(query):
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
