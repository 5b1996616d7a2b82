"""Puzzles in the database: who has tried which, and how good they are at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Table, and_, exists, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kafelki.play.record import record_of
from kafelki.review.puzzles.model import KEPT
from kafelki.server.puzzles.skill import Skill, after_period, rested
from kafelki.server.storage import schema
from kafelki.server.storage.people import is_there
from kafelki.server.storage.tables import load_state
from kafelki.server.table.clock import day_of
from kafelki.server.table.set_aside import SetAside

ALL = ""
"""Stands for the games all together."""
MOST_DAYS = 400
"""Days that are looked at for the longest streak that is told."""

_L, _R, _T, _D = (
    table.c
    for table in (
        schema.puzzle_levels,
        schema.puzzle_ratings,
        schema.puzzle_tries,
        schema.puzzle_days,
    )
)


@dataclass(frozen=True)
class Answered:
    """An answer to a decision of a puzzle, by somebody, and whether it was right."""

    person: str
    puzzle: str
    game: str
    step: int
    last: bool
    """Whether the puzzle asks nothing after it."""
    right: bool
    now: int
    level: Skill
    """How hard the puzzle is by its file."""


@dataclass(frozen=True)
class Noted:
    """What an answer has come to."""

    solved: bool | None
    """How the first try ended; None while it goes on."""
    before: Skill | None = None
    """The rating in the game before and after, where the answer has decided that,"""
    after: Skill | None = None
    streak: int = 0
    """and how many puzzles in a row were solved."""


def progress(connection: Connection, person: str, puzzle: str) -> Any | None:
    """Return somebody's row about a puzzle, if they have begun it."""
    query = select(schema.puzzle_tries).where(_T.person == person, _T.puzzle == puzzle)
    return connection.execute(query).one_or_none()


def note_answer(connection: Connection, answered: Answered) -> Noted | None:
    """Note an answer; only what ends a first try is rated. None of somebody who is gone.

    An answer to what was answered before, or to a puzzle that is over, changes nothing.
    """
    there = select(schema.people.c.id).where(is_there(answered.person))
    if connection.execute(there.with_for_update(read=True)).first() is None:
        return None
    key = {"person": answered.person, "puzzle": answered.puzzle}
    row = _locked(connection, schema.puzzle_tries, key, {"step": 0, "seen": answered.now})
    changed: dict[str, Any] = {"seen": answered.now}
    noted = Noted(row.solved)
    if row.solved is None and answered.step == row.step:
        if answered.right:
            changed["step"] = row.step + 1
        if answered.last or not answered.right:
            changed["solved"] = answered.right
            noted = _rated(connection, answered)
    _set(connection, schema.puzzle_tries, key, changed)
    return noted


def _rated(connection: Connection, answered: Answered) -> Noted:
    """Let the end of a first try count, for the person and the puzzle."""
    score = float(answered.right)
    of_game, together = (_rating(connection, answered, game) for game in (answered.game, ALL))
    key = {"puzzle": answered.puzzle}
    fresh = asdict(answered.level) | {"tries": 0, "solved": 0}
    row = _locked(connection, schema.puzzle_levels, key, fresh)
    level = skill_of(row)
    for before, game in ((of_game, answered.game), (together, ALL)):
        skill = after_period(before.skill, [(level, score)])
        streak = before.streak + 1 if answered.right else 0
        values = asdict(skill) | {
            "tries": before.tries + 1,
            "solved": before.solved + answered.right,
            "streak": streak,
            "best_streak": max(streak, before.best_streak),
            "rated_at": answered.now,
        }
        _set(connection, schema.puzzle_ratings, {"person": answered.person, "game": game}, values)
        if game == answered.game:
            noted = Noted(answered.right, before.skill, skill)
    counted = {"tries": row.tries + 1, "solved": row.solved + answered.right}
    if not of_game.skill.provisional:  # of whom little is known does not move what others get
        counted |= asdict(after_period(level, [(of_game.skill, 1 - score)]))
    _set(connection, schema.puzzle_levels, key, counted)
    _count_day(connection, answered)
    return Noted(noted.solved, noted.before, noted.after, streak)


@dataclass(frozen=True)
class _Before:
    skill: Skill
    tries: int
    solved: int
    streak: int
    best_streak: int


def _rating(connection: Connection, answered: Answered, game: str) -> _Before:
    """Return somebody's rating, which no other process changes before this transaction ends."""
    fresh = asdict(Skill()) | dict.fromkeys(("tries", "solved", "streak", "best_streak"), 0)
    key = {"person": answered.person, "game": game}
    row = _locked(connection, schema.puzzle_ratings, key, fresh | {"rated_at": answered.now})
    skill = rested(skill_of(row), row.rated_at, answered.now)
    return _Before(skill, row.tries, row.solved, row.streak, row.best_streak)


def _count_day(connection: Connection, answered: Answered) -> None:
    key = {"person": answered.person, "day": day_of(answered.now)}
    row = _locked(connection, schema.puzzle_days, key, {"tries": 0, "solved": 0})
    counted = {"tries": row.tries + 1, "solved": row.solved + answered.right}
    _set(connection, schema.puzzle_days, key, counted)


def _locked(
    connection: Connection, table: Table, key: Mapping[str, Any], fresh: Mapping[str, Any]
) -> Any:
    """Return a row, made if it is not there, that is ours until the transaction ends."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    new = dialect.insert(table).values(**key, **fresh).on_conflict_do_nothing()
    connection.execute(new)
    query = select(table).where(*(table.c[name] == value for name, value in key.items()))
    return connection.execute(query.with_for_update()).one()


def _set(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    these = (table.c[name] == value for name, value in key.items())
    connection.execute(update(table).where(*these).values(**values))


def skill_of(row: Any) -> Skill:
    """Return the rating that a row keeps."""
    return Skill(row.value, row.deviation, row.volatility)


# Reading


def levels(connection: Connection) -> dict[str, Any]:
    """Return what is known of the puzzles that were tried here, by their ids."""
    return {row.puzzle: row for row in connection.execute(select(schema.puzzle_levels))}


def seen(connection: Connection, person: str) -> dict[str, int]:
    """Return when somebody last worked on each puzzle that they have tried to the end."""
    query = select(_T.puzzle, _T.seen).where(_T.person == person, _T.solved.is_not(None))
    return {row.puzzle: row.seen for row in connection.execute(query)}


def ratings_of(connection: Connection, person: str) -> dict[str, Any]:
    """Return somebody's rows about games, and about all together, by the game."""
    query = select(schema.puzzle_ratings).where(_R.person == person)
    return {row.game: row for row in connection.execute(query)}


def days_of(connection: Connection, person: str) -> list[str]:
    """Return the last days on which somebody has tried a puzzle."""
    query = select(_D.day).where(_D.person == person).order_by(_D.day.desc()).limit(MOST_DAYS)
    return list(connection.scalars(query))


def all_of(connection: Connection, person: str) -> Iterator[dict[str, Any]]:
    """Yield all that is kept of somebody's puzzles: of games, of days, of puzzles."""
    for kind, table in (
        ("rating", schema.puzzle_ratings),
        ("day", schema.puzzle_days),
        ("puzzle", schema.puzzle_tries),
    ):
        rows = connection.execute(select(table).where(table.c.person == person))
        for row in rows.mappings():
            yield {"kind": kind} | {str(k): v for k, v in row.items() if k != "person"}


# The games of people as a source


def set_gives(connection: Connection, person: str, gives: bool) -> None:
    """Keep whether somebody's finished games may become puzzles, unless they are gone."""
    connection.execute(update(schema.people).where(is_there(person)).values(gives_games=gives))


def given_records(connection: Connection) -> Iterator[dict[str, Any]]:
    """Yield records of games that were played to their end by people who all agree, and by bots.

    They say neither who played nor at which table. A second person on somebody's device was never
    asked: their games are not among them.
    """
    p, s, t = schema.people.c, schema.seatings.c, schema.tables.c
    agreed = and_(p.id == s.person, p.gives_games.is_(True), p.deleted.is_(False))
    unasked = or_(~exists().where(agreed), s.label.is_not(None))
    at_it = s.table_id == t.id
    query = (
        select(t.id)
        .where(t.status == "over", exists().where(at_it), ~exists().where(at_it, unasked))
        .order_by(t.id)
    )
    for table in list(connection.scalars(query)):
        try:
            state = load_state(connection, table)
        except SetAside:
            continue  # it cannot be replayed here
        if state is not None and state.game.over:
            record = record_of(state.game)
            yield {name: record[name] for name in (*KEPT, "events", "result")}
