"""What all processes of a server share: secrets, made when first needed, and how late it is."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import BigInteger, Connection, cast, insert, select, update

from kafelki.server.storage import schema
from kafelki.server.storage.store import Store

MOMENT = "latest moment"

_k = schema.keys.c


def value_of(connection: Connection, name: str) -> str | None:
    """Return a secret, if it has been made."""
    return connection.scalar(select(_k.value).where(_k.name == name))


def add(connection: Connection, name: str, value: str) -> None:
    """Keep a new secret."""
    connection.execute(insert(schema.keys).values(name=name, value=value))


async def shared(store: Store, name: str, fresh: Callable[[], str]) -> str:
    """Return a secret, the same for all processes: the first that needs it makes a fresh one."""
    return await store.read_or_add(value_of, add, name, new=fresh)


def note_moment(connection: Connection, moment: int) -> int:
    """Note a moment that has come, and return the latest that any process is sure has."""
    noted = value_of(connection, MOMENT)
    if noted is None:
        add(connection, MOMENT, str(moment))
        return moment
    connection.execute(
        update(schema.keys)
        .where(_k.name == MOMENT, cast(_k.value, BigInteger) < moment)
        .values(value=str(moment))
    )
    return max(int(noted), moment)
