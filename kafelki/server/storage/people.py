"""People in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from kafelki.server.storage import schema

DELETED_NAME = "—"


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest, or a member once they have a password."""

    id: str
    name: str
    account: str | None = None
    password: str | None = None
    muted_until: int | None = None
    """Until when an operator lets them write nothing."""
    banned_until: int | None = None
    """Until when an operator does not let them in."""

    @property
    def member(self) -> bool:
        """Whether the person has an account."""
        return self.account is not None


COLUMNS = [schema.people.c[each.name] for each in fields(Person)]
"""What makes a Person, in its order."""


def is_there(person: str) -> ColumnElement[bool]:
    """Return the condition that somebody has not deleted their data."""
    return and_(schema.people.c.id == person, schema.people.c.deleted.is_(False))


def add_person(connection: Connection, person: str, name: str, now: int) -> None:
    """Add a guest."""
    connection.execute(
        insert(schema.people).values(id=person, name=name, created=now, deleted=False)
    )


def person_with_account(connection: Connection, account: str) -> Person | None:
    """Return the person who has an account of this name, in small letters."""
    query = select(*COLUMNS).where(schema.people.c.account == account)
    row = connection.execute(query).one_or_none()
    return None if row is None else Person(*row)


def set_name(connection: Connection, person: str, name: str, looks: str | None) -> None:
    """Give a person another name, unless they are gone; `looks` is how a member's looks."""
    connection.execute(update(schema.people).where(is_there(person)).values(name=name, looks=looks))


def has_looks(connection: Connection, looks: str, but: str) -> bool:
    """Whether a member other than one has a name that looks like this."""
    p = schema.people.c
    query = select(p.id).where(p.looks == looks, p.id != but)
    return connection.execute(query).first() is not None


def set_password(
    connection: Connection, person: str, account: str, password: str, looks: str
) -> None:
    """Make a guest a member, or change a member's password (here its hash), unless gone."""
    connection.execute(
        update(schema.people)
        .where(is_there(person))
        .values(account=account, password=password, looks=looks)
    )


def names_and_members(
    connection: Connection, people: Iterable[str]
) -> tuple[dict[str, str], set[str]]:
    """Return the names of people by their ids, and which of them have accounts."""
    chosen = list(people)
    if not chosen:
        return {}, set()
    p = schema.people.c
    rows = connection.execute(select(p.id, p.name, p.account).where(p.id.in_(chosen))).all()
    return {row.id: row.name for row in rows}, {row.id for row in rows if row.account}


def muted_by(connection: Connection, person: str) -> set[str]:
    """Return whom somebody does not want to read."""
    query = select(schema.mutes.c.muted).where(schema.mutes.c.person == person)
    return set(connection.scalars(query))


def set_muted(connection: Connection, person: str, muted: str, on: bool) -> None:
    """Mute somebody for a person, or not any more."""
    connection.execute(
        delete(schema.mutes).where(schema.mutes.c.person == person, schema.mutes.c.muted == muted)
    )
    if on:
        connection.execute(insert(schema.mutes).values(person=person, muted=muted))


def add_report(
    connection: Connection, table: str, number: int, person: str, text: str, now: int
) -> None:
    """Note what somebody reported about an entry of a table's log; once, however often they do."""
    r = schema.reports.c
    before = and_(r.table_id == table, r.number == number, r.person == person)
    if connection.execute(select(r.id).where(before)).first() is None:
        connection.execute(
            insert(schema.reports).values(
                table_id=table, number=number, person=person, text=text, time=now
            )
        )
