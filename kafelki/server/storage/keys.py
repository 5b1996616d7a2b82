"""Secrets that all processes of a server share, each made when it is first needed."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from kafelki.server.storage import schema


def value_of(connection: Connection, name: str) -> str | None:
    """Return a secret, if it has been made."""
    query = select(schema.keys.c.value).where(schema.keys.c.name == name)
    return connection.execute(query).scalar_one_or_none()


def add(connection: Connection, name: str, value: str) -> None:
    """Keep a new secret."""
    connection.execute(insert(schema.keys).values(name=name, value=value))
