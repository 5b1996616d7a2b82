"""Insights over HTTP: what all my reviewed games come to, and having the others reviewed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from sqlalchemy import Connection
from starlette.responses import Response

from kafelki.review.insights import Group, Insights, Played, insights
from kafelki.review.lessons import NOTHING, Lesson
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import Text
from kafelki.rules.traits import traits_of
from kafelki.server.denial import Denial
from kafelki.server.ratings import Kind, sides_of
from kafelki.server.reviews import Known
from kafelki.server.storage import lessons as rows
from kafelki.server.web.access import KnownCaller, Somebody
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.insight_models import InsightsView, LearningProgress
from kafelki.server.web.working import GONE, while_connected

router = APIRouter(prefix="/api/me/insights", tags=["people"], responses=PROBLEMS)

DEAREST = 10

GameQuery = Annotated[str | None, Query(max_length=20, description="Of this game alone.")]


@router.get("", response_model=InsightsView)
async def my_insights(context: ThisServer, caller: KnownCaller, game: GameQuery = None) -> Response:
    """Tell what my reviewed games come to; nobody else is told."""
    await context.limiter.check("profile", caller.address)
    return answer(await context.store.read(_insights, caller.person.id, game))


def _insights(connection: Connection, person: str, game: str | None) -> dict[str, Any]:
    finished, reviewed = rows.how_many(connection, person)
    others = _Others(connection, person)
    played = [
        Played(
            row.game, row.players, row.seat, row.ended, others.of(row), Lesson.from_json(row.data)
        )
        for row in rows.of_person(connection, person)
        if game in (None, row.game)
    ]
    found = insights(played)
    dearest = rows.dearest_mistakes(connection, person, game, DEAREST)
    return {
        "finished": finished,
        "reviewed": reviewed,
        **_told(found),
        "opponents": [asdict(group) | others.named[name] for name, group in found.opponents],
        "dearest": [_dear(row) for row in dearest],
    }


class _Others:
    """Who played against somebody, game by game."""

    def __init__(self, connection: Connection, person: str) -> None:
        self.named: dict[str, dict[str, str | None]] = {}
        """What is told of each, by a name of its own."""
        self._seats: defaultdict[str, dict[int, str]] = defaultdict(dict)
        for row in rows.others_of(connection, person):
            there = row.person is not None and row.name is not None
            told = {
                "bot": row.bot,
                "person": row.person if there else None,
                "called": row.name if there else None,
            }
            name = f"{told['bot'] or ''} {told['person'] or ''}"
            self.named[name] = told
            self._seats[row.table_id][row.seat] = name

    def of(self, row: Any) -> tuple[str, ...]:
        """Return the names of those who did not play on the side of a seat."""
        sides = sides_of(Kind(row.game, row.players, row.variant))
        own = next(side for side in sides if row.seat in side)
        seats = self._seats[row.table_id]
        return tuple(dict.fromkeys(name for seat, name in seats.items() if seat not in own))


def _told(found: Insights) -> dict[str, Any]:
    return {
        "all": asdict(found.all),
        "phases": [asdict(each) for each in found.phases],
        "habits": [
            {
                "game": each.game,
                "what": each.what,
                "called": _called(each.game, each.what),
                "errors": each.errors.times,
                "loss": each.errors.loss,
            }
            for each in found.habits
        ],
        "strengths": [{"game": game} | asdict(strength) for game, strength in found.strengths],
    } | {name: _named(getattr(found, name)) for name in ("games", "seats", "months")}


def _called(game: str, what: str) -> dict[str, str] | None:
    """Return what the game calls what was passed over: a colour by its name."""
    if what == NOTHING:
        return None
    colours = rules_of(game).appearance.colours if game in GAMES else {}
    meant = traits_of(game).consequences.get(what)
    if what in colours:
        return colours[what].name._asdict()
    return ((meant and meant.better) or Text(what, what))._asdict()


def _named(groups: Iterable[tuple[str, Group]]) -> list[dict[str, Any]]:
    return [{"name": name} | asdict(group) for name, group in groups]


def _dear(row: Any) -> dict[str, Any]:
    lesson = Lesson.from_json(row.data)
    names = ("seat", "game", "players", "ended", "move", "loss")
    return {name: getattr(row, name) for name in names} | {
        "table": row.table_id,
        "event": row.told,
        "parties": lesson.parties,
        "whole": lesson.whole,
    }


@router.post("/reviews", response_model=LearningProgress)
async def review_more(request: Request, context: ThisServer, caller: KnownCaller) -> Response:
    """Have my games reviewed, the newest first, as long as I ask again and again.

    Each answer comes when there is something to tell, or after a few seconds.
    """
    await context.limiter.check("review", caller.person.id)
    table = await _next(context, caller)
    found: list[Known] = []

    async def go_on() -> None:
        if table is not None:
            found.extend(await _gone_on(context, caller, table))

    if not await while_connected(request, go_on()):
        return Response(status_code=GONE)
    finished, reviewed = await context.store.read(rows.how_many, caller.person.id)
    told: dict[str, Any] = {"finished": finished, "reviewed": reviewed}
    told["left_out"] = finished - reviewed if table is None else 0
    under_way = next((known for known in found if known.summary is None), None)
    told |= {"table": table, "events": 0, "done": 0}
    if table is not None and under_way is not None:
        state, _ = await context.tables.loaded.state_for(table, caller.person.id)
        told |= {"events": len(state.game.events), "done": under_way.events}
    return answer(told)


async def _next(context: Context, caller: Somebody) -> str | None:
    left_out = list(context.lessons.left_out)
    return await context.store.read(rows.next_without, caller.person.id, left_out)


async def _gone_on(context: Context, caller: Somebody, table: str) -> list[Known]:
    """Go on with the review of a table; one from which nothing can be learnt is left out."""
    try:
        state, _ = await context.tables.loaded.state_for(table, caller.person.id)
    except Denial as denial:
        if denial.code == "unavailable":
            raise
        context.lessons.left_out[table] = None
        return []
    who = caller.address, caller.person.id
    try:
        known = await context.reviews.of(state, who, None)
        if known.summary is None:
            known = await context.reviews.of(state, who, len(known.steps))
    except Denial as denial:
        if denial.code == "too-many":
            raise
        context.lessons.left_out[table] = None
        return []
    if known.summary is not None and await _next(context, caller) == table:
        await context.lessons.learn(state, known, who)  # it was complete before
        if await _next(context, caller) == table:
            context.lessons.left_out[table] = None
    return [known]
