"""Profiles in the database: how somebody has played, from the rows beside the logs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Subquery,
    and_,
    case,
    func,
    select,
    tuple_,
    update,
)

from kafelki.server.storage import schema
from kafelki.server.storage.people import is_there

MOST_RESULTS = 20_000
"""Results of one person that are counted: more than anybody has, and no more work than that."""
MOST_POINTS = 50
"""Games after which it is told what a rating was, for each kind of game."""

_P, _R, _T = schema.people.c, schema.results.c, schema.tables.c


def person_shown(connection: Connection, person: str) -> Any | None:
    """Return who somebody is and what they show: nothing of who is not there any more."""
    query = select(_P.id, _P.name, _P.account, _P.created, _P.avatar, _P.shows, _P.gives_games)
    return connection.execute(query.where(is_there(person))).one_or_none()


def set_profile(connection: Connection, person: str, avatar: str, shows: str) -> None:
    """Keep somebody's face and what they show of themselves, unless they are gone."""
    chosen = update(schema.people).where(is_there(person))
    connection.execute(chosen.values(avatar=avatar, shows=shows))


def _mine(person: str) -> Subquery:
    """Return the query for somebody's results, each with the last place at its table."""
    other = schema.results.alias().c
    last = select(func.max(other.place)).where(other.table_id == _R.table_id).scalar_subquery()
    return (
        select(schema.results, last.label("last"))
        .where(_R.person == person)
        .limit(MOST_RESULTS)
        .subquery()
    )


def _how_many(which: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((which, 1), else_=0)), 0)


def games_of(connection: Connection, person: str) -> Sequence[Any]:
    """Return by game: (game, games, alone, won, drawn).

    Who is first has won, unless all are: then it is a draw. Alone nobody wins.
    """
    mine = _mine(person)
    m = mine.c
    with_others, first = m.players > 1, m.place == 1
    query = (
        select(
            m.game,
            func.count().label("games"),
            _how_many(m.players == 1).label("alone"),
            _how_many(and_(with_others, first, m["last"] > 1)).label("won"),
            _how_many(and_(with_others, first, m["last"] == 1)).label("drawn"),
        )
        .group_by(m.game)
        .order_by(func.count().desc(), m.game)
    )
    return connection.execute(query).all()


def bests_of(
    connection: Connection, person: str, kinds: Collection[tuple[str, str]]
) -> Sequence[Any]:
    """Return somebody's best result alone in each game, of given games and options.

    Each is (table, private, game, score, order, ended).
    """
    rank = func.row_number().over(partition_by=_R.game, order_by=(_R.order.desc(), _R.ended))
    ranked = (
        select(_R.table_id, _R.game, _R.score, _R.order, _R.ended, rank.label("rank"))
        .where(
            _R.person == person,
            _R.players == 1,
            tuple_(_R.game, _R.options).in_(list(kinds)),
            _R.counts.is_(True),
            _R.daily.is_(None),
        )
        .subquery()
    )
    query = (
        select(ranked, _T.private)
        .join(schema.tables, _T.id == ranked.c.table_id)
        .where(ranked.c.rank == 1)
        .order_by(ranked.c.game)
    )
    return connection.execute(query).all()


def bots_beaten(connection: Connection, person: str) -> Sequence[Any]:
    """Return (game, bot, games) for every bot that somebody was ever ahead of, without any help.

    That is in games to their end without hints, of which nothing was taken back.
    """
    mine, theirs = _mine(person), schema.results.alias().c
    query = (
        select(mine.c.game, theirs.bot, func.count(mine.c.table_id.distinct()).label("games"))
        .select_from(mine)
        .join(theirs.table_id.table, theirs.table_id == mine.c.table_id)
        .where(mine.c.counts.is_(True), theirs.bot.is_not(None), theirs.place > mine.c.place)
        .group_by(mine.c.game, theirs.bot)
        .order_by(mine.c.game, theirs.bot)
    )
    return connection.execute(query).all()


def rating_points(connection: Connection, person: str) -> Sequence[Any]:
    """Return what somebody's ratings were after their last games of each kind, newest first."""
    h = schema.rating_history.c
    kind = (h.game, h.players, h.variant)
    number = func.row_number().over(partition_by=kind, order_by=h.rated_at.desc())
    numbered = select(schema.rating_history, number.label("number")).where(h.person == person)
    points = numbered.subquery()
    query = (
        select(points, _T.private)
        .join(schema.tables, _T.id == points.c.table_id)
        .where(points.c.number <= MOST_POINTS)
        .order_by(points.c.rated_at.desc())
    )
    return connection.execute(query).all()
