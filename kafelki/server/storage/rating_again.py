"""All ratings computed again from the logs: after an upgrade, or when something went wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Table, bindparam, delete, exists, insert, select, text

from kafelki.server.ratings import Kind, RatedGame, Rating, game_of, rated, sides_of
from kafelki.server.storage import schema
from kafelki.server.storage.ratings import history_rows, rating_row
from kafelki.server.storage.tables import load_state

log = logging.getLogger(__name__)

TOGETHER = 200
"""Tables that are read in one transaction."""

_H = schema.rating_history.c
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class RatedAgain:
    """What computing the ratings again has come to."""

    games: int
    people: int
    changed: int
    """Rows that were not as they should be."""
    unreadable: list[str]
    """Tables whose logs could not be read: they count as they did before, if they did."""


class Stopped(Exception):
    """It was told to stop before it was done; nothing was changed."""


def some_missing(connection: Connection) -> bool:
    """Whether a rated game has not been rated: as after an upgrade, or a fault."""
    results = schema.results.c
    there = exists().where(_H.table_id == results.table_id)
    return bool(connection.scalar(select(exists().where(results.rated.is_(True), ~there))))


def rate_again(engine: Engine, stop: Callable[[], bool] = lambda: False) -> RatedAgain:
    """Rate all games again in the order in which they were rated, and mend rows that differ.

    Servers may go on meanwhile: ends of rated games wait only while rows are compared.
    """
    logs = _Logs()
    with engine.connect() as connection:
        tables = _rated_tables(connection)
    for start in range(0, len(tables), TOGETHER):
        with engine.connect() as connection:
            for table in tables[start : start + TOGETHER]:
                if stop():
                    raise Stopped
                logs.read(connection, table)
    with engine.execution_options(writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE ratings, rating_history IN EXCLUSIVE MODE"))
        for table in _rated_tables(connection):
            logs.read(connection, table)  # if it has ended meanwhile
        ratings, history = _book(_in_order(connection, logs.games))
        changed = _make(connection, schema.ratings, ratings)
        changed += _make(connection, schema.rating_history, history)
    people = {row["person"] for row in ratings}
    return RatedAgain(len(logs.games), len(people), changed, logs.unreadable)


def _rated_tables(connection: Connection) -> list[str]:
    t = schema.tables.c
    query = select(t.id).where(t.rated.is_(True), t.status == "over").order_by(t.id)
    return list(connection.scalars(query))


class _Logs:
    """The rated games of which the logs tell."""

    def __init__(self) -> None:
        self.games: list[RatedGame] = []
        self.unreadable: list[str] = []
        self._seen: set[str] = set()

    def read(self, connection: Connection, table: str) -> None:
        """Learn of a table's game, unless it is known already."""
        if table in self._seen:
            return
        self._seen.add(table)
        try:
            state = load_state(connection, table)
            game = None if state is None else game_of(state)
        except Exception as wrong:  # one bad log costs one table
            log.warning("the log of a rated game cannot be read: %s", type(wrong).__name__)
            self.unreadable.append(table)
            game = _as_rated_before(connection, table)
        if game is not None:
            self.games.append(game)


def _as_rated_before(connection: Connection, table: str) -> RatedGame | None:
    """Return a game as its ratings tell of it: so others' do not change for its unreadable log."""
    query = select(schema.rating_history).where(_H.table_id == table).order_by(_H.seat)
    rows = connection.execute(query).all()
    if not rows:
        return None
    kind = Kind(rows[0].game, rows[0].players, rows[0].variant)
    people = tuple(row.person for row in rows)
    ranks = tuple(row.rank for row in rows)
    return RatedGame(table, kind, rows[0].rated_at, people, ranks, sides_of(kind))


def _in_order(connection: Connection, games: Iterable[RatedGame]) -> list[RatedGame]:
    """Return games in the order in which they were rated; new ones by when they ended."""
    query = select(_H.table_id, _H.rated_at).where(_H.seat == 0)
    rated_at = {row.table_id: row.rated_at for row in connection.execute(query)}
    return sorted(games, key=lambda game: (rated_at.get(game.table, game.ended), game.table))


def _book(games: Iterable[RatedGame]) -> tuple[Rows, Rows]:
    """Return the rows of ratings and of their history that games lead to, one after another."""
    ratings: dict[tuple[Kind, str], Rating] = {}
    history: Rows = []
    for game in games:
        keys = [(game.kind, person) for person in game.people]
        after = rated(game, [ratings.get(key, Rating()) for key in keys])
        ratings |= zip(keys, after, strict=True)
        history += history_rows(game, after)
    rows = [
        kind._asdict() | {"person": person} | rating_row(rating)
        for (kind, person), rating in ratings.items()
    ]
    return rows, history


def _make(connection: Connection, table: Table, wanted: Rows) -> int:
    """Let a table have these rows and no others; return how many were not right."""
    keys = [column.name for column in table.primary_key]
    right = {tuple(row[name] for name in keys): row for row in wanted}
    wrong = []
    for row in connection.execute(select(table)).mappings():
        key = tuple(row[name] for name in keys)
        if right.get(key) == dict(row):
            del right[key]
        else:
            wrong.append({f"old_{name}": row[name] for name in keys})
    if wrong:
        old = (table.c[name] == bindparam(f"old_{name}") for name in keys)
        connection.execute(delete(table).where(*old), wrong)
    if right:
        connection.execute(insert(table), list(right.values()))
    return max(len(wrong), len(right))
