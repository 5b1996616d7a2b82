"""What reviews teach people is kept as soon as a review is complete, for insights and training.

It follows from the reviews: while these are kept, all of it can be worked out again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import TTLCache
from sqlalchemy import Engine

from kafelki.play.game import Game
from kafelki.review.lessons import FORMAT, Lesson, lessons_of
from kafelki.review.model import Step
from kafelki.rules.engine import engine_of
from kafelki.server.reviews import Known, Who, kept_review
from kafelki.server.settings import Settings
from kafelki.server.storage import lessons as rows
from kafelki.server.storage.lessons import Learnt
from kafelki.server.storage.store import Conflict, Store
from kafelki.server.storage.tables import load_state
from kafelki.server.table.state import TableState
from kafelki.server.worker_pool import Workers

log = logging.getLogger(__name__)

MOST_LEFT_OUT, LEFT_OUT = 10_000, 3600.0
"""Games that cannot be reviewed are not tried again for so many seconds."""


class Lessons:
    """Learns from the reviews of one server process."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self.left_out: TTLCache[str, None] = TTLCache(MOST_LEFT_OUT, LEFT_OUT)
        """Tables from which nothing could be learnt."""

    async def learn(self, state: TableState, known: Known, who: Who) -> None:
        """Keep what a complete review teaches those who sat at its table, unless that is kept.

        Whatever goes wrong, the review is there without it.
        """
        try:
            version = _version(known)
            if version == await self._store.read(rows.version_of, state.id):
                return
            await self._store.write(
                rows.keep, state.id, version, await self._learnt(state, known, who)
            )
        except Conflict:
            pass  # another process was as quick
        except Exception:
            log.exception("what a review teaches could not be kept")

    async def _learnt(self, state: TableState, known: Known, who: Who) -> list[Learnt]:
        if not whose(state):
            return []
        game = state.game.copy()
        game.seed = None
        line = self._workers.line
        await line.enter(*who, late=True)
        try:
            lessons = await self._workers.pool.run(_lessons, game, known.steps, known.summary)
        finally:
            line.leave()
        return learnt(state, lessons)


def _version(known: Known) -> str:
    summary = known.summary or {}
    return f"{FORMAT} {summary['version']} {summary['depth']}"


def _lessons(game: Game, steps: Sequence[Step], summary: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """Return what a review teaches each seat, by rules that are fast in a process of the bots."""
    game._engine = engine_of(game.header.game)
    game._kernels = game._engine.kernels
    return lessons_of(game, steps, summary["seats"], summary["parties"], summary["whole"])


def whose(state: TableState) -> dict[int, str]:
    """Return by their seats the people who have played a table's game themselves.

    Nobody has for whom a bot did, or somebody else on their device.
    """
    if state.places is None:
        return {}
    by_bots = _moved_by_bots(state)
    return {
        k: seat.person
        for k, seat in enumerate(state.seats)
        if seat.person and seat.label is None and k not in by_bots
    }


def _moved_by_bots(state: TableState) -> set[int]:
    """Return the seats of people for whom a bot has moved."""
    standing_in: set[int] = set()
    found: set[int] = set()
    for entry in state.entries:
        if entry.kind in ("resign", "stand-in"):
            standing_in.add(entry.data["seat"])
        elif entry.kind == "return":
            standing_in.difference_update(entry.data["seats"])
        elif standing_in and entry.mover in standing_in:
            found.add(entry.mover)
    return found


def learnt(state: TableState, lessons: Sequence[Lesson]) -> list[Learnt]:
    """Return what is to be kept of what a review teaches the seats of a table."""
    found = []
    for seat, person in whose(state).items():
        events = [mistake.event for mistake in lessons[seat].mistakes]
        told = {event: state.as_told(event) for event in events}
        found.append(Learnt(seat, person, lessons[seat], told))
    return found


@dataclass(frozen=True)
class LearntAgain:
    """What learning again from all reviews that are kept has come to."""

    games: int
    unreadable: list[str]
    """Tables whose logs could not be read: what was learnt there stays as it was."""


def learn_again(engine: Engine, settings: Settings) -> LearntAgain:
    """Keep anew what all reviews teach that are kept; servers may go on running."""
    with engine.connect() as connection:
        tables = rows.tables_of_people(connection)
    games, unreadable = 0, []
    for table in tables:
        try:
            with engine.connect() as connection:
                state = load_state(connection, table)
            known = Known() if state is None else kept_review(state, settings)
            if state is None or known.summary is None:
                continue
            found = learnt(state, _lessons(state.game.copy(), known.steps, known.summary))
        except Exception as wrong:  # one bad log costs one table
            log.warning("nothing is learnt again from a game: %s", type(wrong).__name__)
            unreadable.append(table)
            continue
        with engine.execution_options(writes=True).begin() as connection:
            rows.keep(connection, table, _version(known), found)
        games += 1
    return LearntAgain(games, unreadable)
