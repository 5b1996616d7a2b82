"""Ratings in the database: written with the end of each rated game, and read."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from prometheus_client import Counter
from sqlalchemy import Connection, Executable, bindparam, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kafelki.server.ratings import Kind, RatedGame, Rating, game_of, rated
from kafelki.server.storage import schema
from kafelki.server.storage.writer import is_passing
from kafelki.server.table.state import TableState

log = logging.getLogger(__name__)

FAULTS = Counter("kafelki_rating_faults", "Games that ended without being rated, by a fault")

_R, _H = schema.ratings.c, schema.rating_history.c


def rating_row(rating: Rating) -> dict[str, Any]:
    """Return a rating as its row keeps it."""
    return vars(rating) | {"provisional": rating.provisional}


# Every end of a rated game runs these: made once, they cost nothing but their running.
_NEW_ROW: dict[str, Executable] = {
    "sqlite": sqlite.insert(schema.ratings).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.ratings).on_conflict_do_nothing(),
}
_IS_RATED = select(exists().where(_H.table_id == bindparam("table")))
_THESE = [_R[name] == bindparam(f"of_{name}") for name in Kind._fields]
_LOCK = (
    select(schema.ratings)
    .where(*_THESE, _R.person.in_(bindparam("people", expanding=True)))
    .order_by(_R.person)
    .with_for_update()
)
_SET = (
    update(schema.ratings)
    .where(*_THESE, _R.person == bindparam("of_person"))
    .values({name: bindparam(name) for name in rating_row(Rating())})
)
_ADD = insert(schema.rating_history)


def rate_end(connection: Connection, state: TableState) -> None:
    """Rate those who played at a table that has just ended, if that counts.

    A fault costs the rating only, until all are computed again: the game has ended.
    """
    try:
        with connection.begin_nested():
            game = game_of(state)
            if game is not None:
                rate(connection, game)
    except Exception as wrong:
        if is_passing(wrong):
            raise
        log.exception("a game could not be rated")
        FAULTS.inc()


def rate(connection: Connection, game: RatedGame) -> None:
    """Rate those who played a game, unless it is rated already."""
    if connection.scalar(_IS_RATED, {"table": game.table}):
        return  # something was said after the end, at the same moment
    before = _locked(connection, game)
    after = rated(game, [before[person] for person in game.people])
    these = {f"of_{name}": value for name, value in game.kind._asdict().items()}
    rows = [
        these | {"of_person": person} | rating_row(rating)
        for person, rating in zip(game.people, after, strict=True)
    ]
    connection.execute(_SET, rows)
    connection.execute(_ADD, history_rows(game, after))


def _locked(connection: Connection, game: RatedGame) -> dict[str, Rating]:
    """Return people's ratings, which no other process changes before this transaction ends.

    All take them in the same order, so that they do not wait for each other.
    """
    people = sorted(set(game.people))
    fresh = game.kind._asdict() | rating_row(Rating())
    connection.execute(
        _NEW_ROW[connection.dialect.name], [fresh | {"person": person} for person in people]
    )
    these = {f"of_{name}": value for name, value in game.kind._asdict().items()}
    rows = connection.execute(_LOCK, these | {"people": people})
    return {row.person: rating_from(row) for row in rows}


def _of(columns: Any, kind: Kind) -> list[Any]:
    return [columns[name] == value for name, value in kind._asdict().items()]


def rating_from(row: Any) -> Rating:
    """Return the rating that a row keeps."""
    return Rating(row.value, row.deviation, row.games, row.rated_at)


def history_rows(game: RatedGame, after: Sequence[Rating]) -> list[dict[str, Any]]:
    """Return what is kept of a game for each who played it."""
    return [
        game.kind._asdict()
        | {"table_id": game.table, "seat": seat, "person": person, "rank": game.ranks[seat]}
        | vars(rating)
        for seat, (person, rating) in enumerate(zip(game.people, after, strict=True))
    ]


# Reading


def best(connection: Connection, kind: Kind, most: int, offset: int) -> Sequence[Any]:
    """Return the best ratings with names, provisional ones behind; who left is not there."""
    query = (
        select(schema.ratings, schema.people.c.name)
        .join(schema.people, schema.people.c.id == _R.person)
        .where(*_of(_R, kind), schema.people.c.deleted.is_(False))
        .order_by(_R.provisional, _R.value.desc(), _R.person)
        .limit(most)
        .offset(offset)
    )
    return connection.execute(query).all()


def of_person(connection: Connection, person: str) -> Sequence[Any]:
    """Return somebody's ratings, of the kind played last first."""
    query = select(schema.ratings).where(_R.person == person).order_by(_R.rated_at.desc())
    return connection.execute(query).all()


def history(
    connection: Connection, person: str, kind: Kind, before: int | None, most: int
) -> Sequence[Any]:
    """Return what somebody's rating was after each game before a time, newest first."""
    query = (
        select(schema.rating_history)
        .where(*_of(_H, kind), _H.person == person)
        .order_by(_H.rated_at.desc())
        .limit(most)
    )
    if before is not None:
        query = query.where(_H.rated_at < before)
    return connection.execute(query).all()
