"""What reviews have taught people, in the database: lessons of their games, and their mistakes.

Lessons follow from reviews, and can be worked out again; when a mistake is to be asked about again
follows from the answers, and stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from kafelki.review.lessons import Lesson, Mistake, dump_choices
from kafelki.server.mistakes import NEW, Memory
from kafelki.server.storage import schema

MOST_GAMES = 5_000
"""Of one person, the last ones: more are not put together."""

_L, _M, _R, _P = schema.lessons.c, schema.mistakes.c, schema.results.c, schema.people.c
MEMORY = ("asked", "stability", "difficulty", "due")


@dataclass(frozen=True)
class Learnt:
    """What the review of a table teaches the person on one of its seats."""

    seat: int
    person: str
    lesson: Lesson
    told: Mapping[int, int]
    """By the event of each mistake, the number of events that everybody at the table counts."""


def keep(connection: Connection, table: str, version: str, learnt: Sequence[Learnt]) -> None:
    """Keep what a review teaches those who sat there, unless they have gone.

    They cannot go meanwhile. What was kept of the table before is replaced; a mistake that was
    asked about already is asked about again when it would have been.
    """
    people = {each.person for each in learnt}
    query = select(_P.id).where(_P.id.in_(people), _P.deleted.is_(False))
    there = set(connection.scalars(query.with_for_update(read=True)))
    answered = select(_M.event, *(_M[name] for name in MEMORY)).where(
        _M.table_id == table, _M.asked.is_not(None)
    )
    known = {row.event: Memory(*row[1:]) for row in connection.execute(answered)}
    for rows in (schema.lessons, schema.mistakes):
        connection.execute(delete(rows).where(rows.c.table_id == table))
    lessons, mistakes = [], []
    for each in learnt:
        if each.person not in there:
            continue
        whose = {"table_id": table, "seat": each.seat, "person": each.person}
        lessons.append(whose | {"version": version, "data": each.lesson.as_json()})
        mistakes += [
            whose
            | _mistake_row(mistake, each.told[mistake.event])
            | vars(known.get(mistake.event, NEW))
            for mistake in each.lesson.mistakes
        ]
    for rows, found in ((schema.lessons, lessons), (schema.mistakes, mistakes)):
        if found:
            connection.execute(insert(rows), found)


def _mistake_row(mistake: Mistake, told: int) -> dict[str, Any]:
    return {
        "event": mistake.event,
        "told": told,
        "move": mistake.move,
        "loss": mistake.loss,
        "choices": dump_choices(mistake.choices),
    }


def version_of(connection: Connection, table: str) -> str | None:
    """Return of which version of its review a table's lessons are; None where there are none."""
    return connection.scalar(select(_L.version).where(_L.table_id == table).limit(1))


def of_person(connection: Connection, person: str) -> Sequence[Any]:
    """Return the lessons of somebody's games, with how each ended, the newest first."""
    query = (
        select(_L.table_id, _L.seat, _L.data, _R.game, _R.players, _R.variant, _R.ended)
        .join(schema.results, and_(_R.table_id == _L.table_id, _R.seat == _L.seat))
        .where(_L.person == person)
        .order_by(_R.ended.desc())
        .limit(MOST_GAMES)
    )
    return connection.execute(query).all()


def others_of(connection: Connection, person: str) -> Sequence[Any]:
    """Return who sat on all seats of somebody's games of which there are lessons."""
    mine = select(_L.table_id).where(_L.person == person)
    query = (
        select(_R.table_id, _R.seat, _R.person, _R.bot, _P.name)
        .outerjoin(schema.people, and_(_P.id == _R.person, _P.deleted.is_(False)))
        .where(_R.table_id.in_(mine))
    )
    return connection.execute(query).all()


def how_many(connection: Connection, person: str) -> tuple[int, int]:
    """Return how many games somebody has ended, and of how many of these there are lessons."""
    learnt = exists().where(_L.table_id == _R.table_id, _L.person == person)
    games = func.count(_R.table_id.distinct())
    query = select(games).where(_R.person == person)
    return connection.scalar(query) or 0, connection.scalar(query.where(learnt)) or 0


def next_without(connection: Connection, person: str, but: Sequence[str]) -> str | None:
    """Return the newest of somebody's games of which there is no lesson, of others than these."""
    learnt = exists().where(_L.table_id == _R.table_id, _L.person == person)
    query = (
        select(_R.table_id)
        .where(_R.person == person, ~learnt, _R.table_id.not_in(but))
        .order_by(_R.ended.desc(), _R.table_id)
        .limit(1)
    )
    return connection.scalar(query)


def tables_of_people(connection: Connection) -> list[str]:
    """Return the tables where people have ended games."""
    query = select(_R.table_id).where(_R.person.is_not(None)).distinct()
    return list(connection.scalars(query.order_by(_R.table_id)))


# Mistakes

_WHAT = (
    *(_M[name] for name in ("table_id", "event", "seat", "person", "told", "move", "loss")),
    *(_M[name] for name in ("choices", *MEMORY)),
    *(_R[name] for name in ("game", "players", "variant", "ended")),
    _L.data,
)


def _mistakes(person: str) -> Any:
    return (
        select(*_WHAT)
        .join(schema.results, and_(_R.table_id == _M.table_id, _R.seat == _M.seat))
        .join(schema.lessons, and_(_L.table_id == _M.table_id, _L.seat == _M.seat))
        .where(_M.person == person)
    )


def due_mistakes(connection: Connection, person: str, now: int, most: int) -> Sequence[Any]:
    """Return mistakes to ask somebody about: those asked before first, then the dearest."""
    query = _mistakes(person).where(_M.due <= now)
    return connection.execute(
        query.order_by(_M.asked.is_(None), _M.due, _M.loss.desc(), _M.table_id, _M.event).limit(
            most
        )
    ).all()


def dearest_mistakes(
    connection: Connection, person: str, game: str | None, most: int
) -> Sequence[Any]:
    """Return what has cost somebody most, in one game or in all."""
    query = _mistakes(person).order_by(_M.loss.desc(), _R.ended.desc(), _M.event)
    if game is not None:
        query = query.where(_R.game == game)
    return connection.execute(query.limit(most)).all()


def mistake_of(connection: Connection, person: str, table: str, event: int) -> Any | None:
    """Return one of somebody's mistakes, by its table and what everybody there counts."""
    query = _mistakes(person).where(_M.table_id == table, _M.told == event)
    return connection.execute(query.order_by(_M.event).limit(1)).one_or_none()


def mistake_counts(connection: Connection, person: str, now: int) -> tuple[int, int, int | None]:
    """Return how many mistakes somebody has, how many are due, and when the next one is."""
    query = select(func.count()).where(_M.person == person)
    after = select(func.min(_M.due)).where(_M.person == person, _M.due > now)
    all_of_them = connection.scalar(query) or 0
    return all_of_them, connection.scalar(query.where(_M.due <= now)) or 0, connection.scalar(after)


def remember(connection: Connection, mistake: Any, memory: Memory) -> bool:
    """Keep when to ask about a mistake again; False where an answer was faster."""
    which = (
        _M.table_id == mistake.table_id,
        _M.event == mistake.event,
        _M.person == mistake.person,
        _M.due == mistake.due,
    )
    changed = connection.execute(update(schema.mistakes).where(*which).values(**vars(memory)))
    return bool(changed.rowcount)


# My data


def of_table(connection: Connection, person: str, table: str) -> list[dict[str, Any]]:
    """Return all that is kept of what somebody has learnt from a table, for them to take away."""
    mine = select(schema.lessons).where(_L.table_id == table, _L.person == person)
    trained = select(schema.mistakes).where(_M.table_id == table, _M.person == person)
    names = ("event", "move", "loss", "choices", *MEMORY)
    mistakes: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in connection.execute(trained.order_by(_M.event)):
        mistakes[row.seat].append({name: row._mapping[name] for name in names})
    return [
        {"seat": row.seat, "lesson": row.data, "mistakes": mistakes[row.seat]}
        for row in connection.execute(mine.order_by(_L.seat))
    ]


def forget(connection: Connection, person: str) -> None:
    """Remove all that somebody has learnt."""
    for rows in (schema.lessons, schema.mistakes):
        connection.execute(delete(rows).where(rows.c.person == person))
