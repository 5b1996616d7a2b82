"""My mistakes over HTTP: asked about again when they may be forgotten, answered, and judged."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kafelki.play.game import Game
from kafelki.play.refusal import Refusal
from kafelki.play.view import view, with_counted
from kafelki.review.depths import DEPTHS
from kafelki.review.lessons import Lesson, load_choices
from kafelki.review.model import BANDS
from kafelki.review.reviewing import judge
from kafelki.review.worths import Worths
from kafelki.rules.engine import engine_of
from kafelki.server.denial import denial_of, not_found
from kafelki.server.mistakes import Memory
from kafelki.server.storage import lessons as rows
from kafelki.server.table import views
from kafelki.server.web.access import KnownCaller, Somebody
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.insight_models import (
    Considered,
    GivenMove,
    Judged,
    MistakesView,
    MistakeView,
)
from kafelki.server.web.position_models import Explained
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, worked_out

router = APIRouter(prefix="/api/me/mistakes", tags=["people"], responses=PROBLEMS)

AT_ONCE = 20
AS_GOOD = BANDS["small"]
"""A move that is worth so little less than the best is as good."""


@router.get("", response_model=MistakesView)
async def my_mistakes(context: ThisServer, caller: KnownCaller) -> Response:
    """Tell which of my mistakes I should be asked about now, and when there will be more."""
    await context.limiter.check("profile", caller.address)
    person, now = caller.person.id, context.now()
    found, due, later = await context.store.read(rows.mistake_counts, person, now)
    mistakes = await context.store.read(rows.due_mistakes, person, now, AT_ONCE)
    return answer(
        {"all": found, "due": due, "next": later, "mistakes": [_ref(each) for each in mistakes]}
    )


def _ref(row: Any) -> dict[str, Any]:
    return {
        "table": row.table_id,
        "event": row.told,
        "game": row.game,
        "ended": row.ended,
        "again": row.asked is not None,
    }


async def _mistake(context: Context, caller: Somebody, table: str, event: int) -> Any:
    row = await context.store.read(rows.mistake_of, caller.person.id, table[:16], event)
    if row is None:
        raise not_found()
    return row


async def _there(context: Context, caller: Somebody, row: Any) -> Game:
    """Return the game as it was before a mistake, with nothing of what came later."""
    state, live = await find(context, row.table_id, caller)
    game = state.game.copy()
    game.seed = None
    game.seats = views.record_seats(state.seats, live.names)
    game.go_to(row.event)
    game.forget_later()
    return game


@router.get("/{table}/{event}", response_model=MistakeView)
async def mistake(context: ThisServer, table: str, event: int, caller: KnownCaller) -> Response:
    """Show a position where I made a mistake as I knew it then, and some moves; not the best."""
    row = await _mistake(context, caller, table, event)
    game = await _there(context, caller, row)
    lesson = Lesson.from_json(row.data)
    shown = with_counted(game, row.seat, view(game, row.seat))
    return answer(
        _ref(row)
        | {
            "seat": row.seat,
            "position": shown | {"after": row.told},
            "loss": row.loss,
            "parties": lesson.parties,
            "whole": lesson.whole,
            "moves": sorted(each.move for each in load_choices(row.choices)),
        }
    )


@router.post("/{table}/{event}/explain", response_model=Explained)
async def explain(
    context: ThisServer, table: str, event: int, asked: Considered, caller: KnownCaller
) -> Response:
    """Say what a move would score there and why; or which rule forbids it."""
    await context.limiter.check("look", caller.person.id)
    row = await _mistake(context, caller, table, event)
    game = await _there(context, caller, row)
    try:
        return answer(asdict(game.explain(asked.move, row.seat)))
    except Refusal as refusal:
        raise denial_of(refusal) from None


@router.post("/{table}/{event}", response_model=Judged)
async def answer_mistake(
    request: Request,
    context: ThisServer,
    table: str,
    event: int,
    given: GivenMove,
    caller: KnownCaller,
) -> Response:
    """Judge what I would play now; my first answer says when I am asked again."""
    row = await _mistake(context, caller, table, event)
    cost = None
    if given.move is not None:
        cost = await _cost(request, context, caller, row, given.move)
        if cost is None:
            return Response(status_code=GONE)
    right = cost is not None and cost < AS_GOOD
    due, now = row.due, context.now()
    if due <= now:
        memory = Memory(row.asked, row.stability, row.difficulty, row.due).after(right, now)
        if await context.store.write(rows.remember, row, memory):
            due = memory.due
    is_told = right or given.move is None
    choices = [{**asdict(each), "why": each.why._asdict()} for each in load_choices(row.choices)]
    return answer(
        {
            "right": right,
            "cost": cost,
            "due": due,
            "played": row.move,
            "choices": choices if is_told else None,
        }
    )


async def _cost(
    request: Request, context: Context, caller: Somebody, row: Any, move: str
) -> float | None:
    """Return what a move is worth less than the best, as the review says or by another look.

    None when who asked has left.
    """
    choices = load_choices(row.choices)
    for choice in choices:
        if choice.move == move:
            return choices[0].value - choice.value
    game = await _there(context, caller, row)
    try:
        number = game.planned(move, row.seat).number
    except Refusal as refusal:
        raise denial_of(refusal) from None
    await context.limiter.check("hint", caller.person.id)
    about = "mistake", row.table_id, row.event, number
    depth = context.settings.review_depth
    return await worked_out(request, caller, about, loss_of, game, row.seat, number, depth)


def loss_of(game: Game, seat: int, move: int, depth: str) -> float:
    """Return what a move gives away by what its seat knows; in a process of the bots."""
    game._engine = engine_of(game.header.game)
    game._kernels = game._engine.kernels
    return judge(game, seat, Worths(game.header, DEPTHS[depth]), move).loss
