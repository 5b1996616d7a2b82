"""The latest moment that any process is sure has come."""

from __future__ import annotations

from sqlalchemy import BigInteger, Connection, cast, insert, select, update

from kafelki.server.storage import schema

NAME = "latest moment"


def note(connection: Connection, moment: int) -> int:
    """Note a moment that has come, and return the latest that was noted by anybody."""
    keys = schema.keys.c
    noted = connection.scalar(select(keys.value).where(keys.name == NAME))
    if noted is None:
        connection.execute(insert(schema.keys).values(name=NAME, value=str(moment)))
        return moment
    connection.execute(
        update(schema.keys)
        .where(keys.name == NAME, cast(keys.value, BigInteger) < moment)
        .values(value=str(moment))
    )
    return max(int(noted), moment)
