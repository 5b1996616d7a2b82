"""Results in the database: records and daily challenges; ratings go with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, delete, func, insert, select

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
        .where(*_of_day(day, game))
        .where(account.is_not(None) if members else account.is_(None))
        .order_by(r.order.desc(), r.ended)
        .limit(most)
    )
    return connection.execute(query).all()


@dataclass(frozen=True)
class DaySummary:
    """A day's challenge as one person sees it: how many have played it, and what they did."""

    members: int
    guests: int
    table: str | None = None
    score: int | None = None
    rank: int | None = None
    """Among those who are ranked with them, people with an account or guests: best is 1."""
    played: Sequence[tuple[str, str]] = ()
    """The last challenges that they have played to the end: (day, game), newest first."""


def daily_summary(
    connection: Connection, day: str, game: str, person: str | None, member: bool, most: int
) -> DaySummary:
    """Return how a day's challenge stands, with at most so many of a person's own results."""
    if person is None:
        return DaySummary(*_daily_counts(connection, day, game)[:2])
    played = _days_played(connection, person, most)
    own = next((row for row in played if (row.daily, row.game) == (day, game)), None)
    table = daily_try(connection, day, game, person)
    days = [(row.daily, row.game) for row in played]
    if own is None:
        members, guests, *_ = _daily_counts(connection, day, game)
        return DaySummary(members, guests, table, played=days)
    members, guests, *better = _daily_counts(connection, day, game, own.order)
    return DaySummary(members, guests, table, own.score, 1 + better[not member], days)


def _daily_counts(
    connection: Connection, day: str, game: str, order: str = ""
) -> tuple[int, int, int, int]:
    """Return how many results a day has, and how many better ones: of members, and of guests."""
    account = schema.people.c.account
    by_members, by_guests = account.is_not(None), account.is_(None)
    better = schema.results.c.order > order
    kinds = (by_members, by_guests, and_(by_members, better), and_(by_guests, better))
    query = (
        select(*(func.count(case((kind, 1))) for kind in kinds))
        .select_from(schema.results)
        .join(schema.people, schema.people.c.id == schema.results.c.person)
        .where(*_of_day(day, game))
    )
    members, guests, better_members, better_guests = list(connection.execute(query).one())
    return members, guests, better_members, better_guests


def _of_day(day: str, game: str) -> tuple[Any, ...]:
    r = schema.results.c
    return r.daily == day, r.game == game, r.counts.is_(True)


def _days_played(connection: Connection, person: str, most: int) -> Sequence[Any]:
    """Return somebody's last challenges: (day, game, score, order), newest first."""
    r = schema.results.c
    query = (
        select(r.daily, r.game, r.score, r.order)
        .where(r.person == person, r.daily.is_not(None), r.counts.is_(True))
        .order_by(r.daily.desc(), r.game)
        .limit(most)
    )
    return connection.execute(query).all()


def daily_try(connection: Connection, day: str, game: str, person: str) -> str | None:
    """Return the table of somebody's try at a day's challenge."""
    t = schema.daily_tries.c
    query = select(t.table_id).where(t.day == day, t.game == game, t.person == person)
    return connection.scalar(query)


def daily_seed(connection: Connection, day: str, game: str) -> bytes | None:
    """Return the seed of a day's challenge, if it has been drawn."""
    d = schema.dailies.c
    seed = connection.scalar(select(d.seed).where(d.day == day, d.game == game))
    return None if seed is None else bytes(seed)


def add_daily_seed(connection: Connection, day: str, game: str, seed: bytes) -> None:
    """Keep the seed of a day's challenge."""
    connection.execute(insert(schema.dailies).values(day=day, game=game, seed=seed))


def counts(connection: Connection) -> dict[str, Any]:
    """Return how much there is of everything, for operators."""
    status, count = schema.tables.c.status, select(func.count())
    tables = connection.execute(select(status, func.count()).group_by(status))
    return {
        "people": connection.scalar(count.select_from(schema.people)),
        "members": connection.scalar(count.where(schema.people.c.account.is_not(None))),
        "tables": {row[0]: row[1] for row in tables},
        "entries": connection.scalar(count.select_from(schema.entries)),
        "reports": connection.scalar(count.select_from(schema.reports)),
    }
