"""Sessions in the database: whose they are, since when, and when they were last used.

A session is known by the hash of its token; to people it is known by its id.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from kafelki.server.storage import schema
from kafelki.server.storage.people import COLUMNS, Person, is_there

_s = schema.sessions.c


@dataclass(frozen=True)
class Held:
    """Whose a session is, and when it was last used."""

    person: Person
    seen: int


@dataclass(frozen=True)
class Session:
    """A session as its person may know it."""

    id: str
    kind: str
    created: int
    seen: int
    current: bool


def add(connection: Connection, token: str, person: str, kind: str, now: int) -> None:
    """Add a session under its token's hash; nothing for somebody who is not there any more."""
    there = select(schema.people.c.id).where(is_there(person))
    if connection.execute(there.with_for_update(read=True)).first() is not None:
        connection.execute(
            insert(schema.sessions).values(
                token=token,
                id=secrets.token_hex(8),
                person=person,
                kind=kind,
                created=now,
                seen=now,
            )
        )


def held(connection: Connection, tokens: Iterable[str], oldest: int) -> dict[str, Held]:
    """Return who holds which of some sessions; those unused since `oldest` have ended."""
    query = (
        select(_s.token, _s.seen, *COLUMNS)
        .join(schema.people, _s.person == schema.people.c.id)
        .where(_s.token.in_(list(tokens)), _s.seen >= oldest, schema.people.c.deleted.is_(False))
    )
    return {row[0]: Held(Person(*row[2:]), row[1]) for row in connection.execute(query)}


def touch(connection: Connection, tokens: Iterable[str], now: int) -> None:
    """Note that sessions are being used."""
    chosen = _s.token.in_(list(tokens))
    connection.execute(update(schema.sessions).where(chosen).values(seen=now))


def listed(connection: Connection, person: str, token: str, oldest: int) -> list[Session]:
    """Return the sessions of a person, the last used first; one of them is that of `token`."""
    query = (
        select(_s.id, _s.kind, _s.created, _s.seen, (_s.token == token).label("current"))
        .where(_s.person == person, _s.seen >= oldest)
        .order_by(_s.seen.desc(), _s.created.desc(), _s.id)
    )
    return [Session(*row) for row in connection.execute(query)]


def end(connection: Connection, token: str) -> None:
    """End one session."""
    connection.execute(delete(schema.sessions).where(_s.token == token))


def end_one(connection: Connection, person: str, session: str) -> bool:
    """End a session of a person by its id; False when there is none such."""
    chosen = delete(schema.sessions).where(_s.person == person, _s.id == session)
    return connection.execute(chosen).rowcount == 1


def end_others(connection: Connection, person: str, token: str) -> None:
    """End all sessions of a person but one."""
    connection.execute(delete(schema.sessions).where(_s.person == person, _s.token != token))


def end_unused(connection: Connection, oldest: int, most: int) -> int:
    """Remove some of the sessions that were not used since a time; return how many."""
    old = select(_s.token).where(_s.seen < oldest).limit(most)
    return connection.execute(delete(schema.sessions).where(_s.token.in_(old))).rowcount
