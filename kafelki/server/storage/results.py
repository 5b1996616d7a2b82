"""Results in the database: records and daily challenges; ratings go with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from kafelki.server.storage import schema
from kafelki.server.storage.ratings import rate_end
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.scoring import options_key, order_key, score_of
from kafelki.server.table.state import TableState


def add_results(connection: Connection, state: TableState) -> None:
    """Add each seat's result of a table that is over; nothing when nobody has a place."""
    places = state.places
    if places is None:
        return
    header = state.header
    scores = state.game.scores
    counts = not state.hints and not state.taken_back and state.game.over and _ended_in_time(state)
    connection.execute(delete(schema.results).where(schema.results.c.table_id == state.id))
    connection.execute(
        insert(schema.results),
        [
            {
                "table_id": state.id,
                "seat": number,
                "game": header.game,
                "players": header.players,
                "variant": header.variant,
                "options": options_key(header.options),
                "person": seat.person if seat.label is None else None,
                "bot": seat.bot,
                "place": places[number],
                "score": score_of(header.rules, scores[number]),
                "order": order_key(header.rules, scores[number]),
                "rated": state.counts_for_ratings,
                "counts": counts,
                "daily": state.secret.daily,
                "ended": state.ended_at,
            }
            for number, seat in enumerate(state.seats)
        ],
    )
    rate_end(connection, state)


def _ended_in_time(state: TableState) -> bool:
    """Whether nobody could know the draws: the seed of a day's challenge is out after its day."""
    daily = state.secret.daily
    return daily is None or not day_is_over(daily, state.ended_at or 0)


def best_solo(
    connection: Connection,
    game: str,
    options: str,
    since: int = 0,
    person: str | None = None,
    most: int = 20,
) -> Sequence[Any]:
    """Return the best solitaire results: (table, person, score, order, ended), best first.

    `private` says whether the table was: then others are not to find it here.
    """
    r = schema.results.c
    query = (
        select(r.table_id, r.person, r.score, r.order, r.ended, schema.tables.c.private)
        .join(schema.tables, schema.tables.c.id == r.table_id)
        .where(
            r.game == game,
            r.players == 1,
            r.options == options,
            r.counts.is_(True),
            r.person.is_not(None),
            r.daily.is_(None),
            r.ended >= since,
        )
        .order_by(r.order.desc(), r.ended)
        .limit(most)
    )
    if person is not None:
        query = query.where(r.person == person)
    return connection.execute(query).all()


def daily_board(
    connection: Connection, day: str, game: str, members: bool, most: int = 50
) -> Sequence[Any]:
    """Return a day's results: (table, person, score, order, ended), best first.

    Those of people with an account, or those of guests: anybody can be many guests.
    """
    r, account = schema.results.c, schema.people.c.account
    query = (
        select(r.table_id, r.person, r.score, r.order, r.ended)
        .join(schema.people, schema.people.c.id == r.person)
        .where(r.daily == day, r.game == game, r.counts.is_(True))
        .where(account.is_not(None) if members else account.is_(None))
        .order_by(r.order.desc(), r.ended)
        .limit(most)
    )
    return connection.execute(query).all()


def daily_try(connection: Connection, day: str, game: str, person: str) -> str | None:
    """Return the table of somebody's try at a day's challenge."""
    t = schema.daily_tries.c
    query = select(t.table_id).where(t.day == day, t.game == game, t.person == person)
    return connection.execute(query).scalar_one_or_none()


def daily_seed(connection: Connection, day: str, game: str) -> bytes | None:
    """Return the seed of a day's challenge, if it has been drawn."""
    d = schema.dailies.c
    row = connection.execute(
        select(d.seed).where(d.day == day, d.game == game)
    ).scalar_one_or_none()
    return None if row is None else bytes(row)


def add_daily_seed(connection: Connection, day: str, game: str, seed: bytes) -> None:
    """Keep the seed of a day's challenge."""
    connection.execute(insert(schema.dailies).values(day=day, game=game, seed=seed))


def counts(connection: Connection) -> dict[str, Any]:
    """Return how much there is of everything, for operators."""
    tables = connection.execute(
        select(schema.tables.c.status, func.count()).group_by(schema.tables.c.status)
    ).all()
    return {
        "people": connection.scalar(select(func.count()).select_from(schema.people)),
        "members": connection.scalar(
            select(func.count()).where(schema.people.c.account.is_not(None))
        ),
        "tables": {row[0]: row[1] for row in tables},
        "entries": connection.scalar(select(func.count()).select_from(schema.entries)),
        "reports": connection.scalar(select(func.count()).select_from(schema.reports)),
    }
