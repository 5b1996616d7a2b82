"""Subscriptions to notifications in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from kafelki.server.storage import schema

MOST_DEVICES = 10
"""Browsers that are told of a person's moves: one move must not send a thousand letters."""


@dataclass(frozen=True)
class Subscription:
    """Where and how to reach a browser."""

    endpoint: str
    p256dh: str
    auth: str
    language: str


def subscriptions_of(connection: Connection, person: str) -> list[Subscription]:
    """Return all subscriptions of a person."""
    s = schema.subscriptions.c
    query = select(s.endpoint, s.p256dh, s.auth, s.language).where(s.person == person)
    return [Subscription(*row) for row in connection.execute(query)]


def add(connection: Connection, person: str, subscription: Subscription) -> bool:
    """Keep a subscription; the browser may have belonged to somebody else before.

    False when the person has as many as anybody may have.
    """
    remove(connection, subscription.endpoint)
    if len(subscriptions_of(connection, person)) >= MOST_DEVICES:
        return False
    connection.execute(insert(schema.subscriptions).values(person=person, **vars(subscription)))
    return True


def remove(connection: Connection, endpoint: str) -> None:
    """Drop a subscription."""
    connection.execute(
        delete(schema.subscriptions).where(schema.subscriptions.c.endpoint == endpoint)
    )


def remove_own(connection: Connection, person: str, endpoint: str) -> None:
    """Drop a subscription if it is a person's own."""
    s = schema.subscriptions.c
    connection.execute(
        delete(schema.subscriptions).where(s.endpoint == endpoint, s.person == person)
    )
