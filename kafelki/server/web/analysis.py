"""Trying things out from a finished game over HTTP: lines of one's own, and what they are worth.

Nothing is stored: the line comes with each question, as it stands in the link that shares it.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kafelki.play.game import Game
from kafelki.play.refusal import Refusal
from kafelki.play.view import open_view
from kafelki.review.analysis import Valued, draw_on, play_line, taken_up
from kafelki.server.denial import Denial, denial_of, not_found
from kafelki.server.reviews import check_is_over
from kafelki.server.table.state import TableState
from kafelki.server.table.views import record_seats
from kafelki.server.web.access import AnyCaller, Caller
from kafelki.server.web.analysis_models import (
    AnalysisRequest,
    AnalysisView,
    LineRequest,
    ValuesRequest,
    ValuesView,
)
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, while_connected

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)


@router.post("/tables/{table}/analysis", response_model=AnalysisView)
async def analyse(
    context: ThisServer, table: str, asked: AnalysisRequest, caller: AnyCaller
) -> Response:
    """Show a position of a line that goes on from a finished game, and what a move would bring.

    A move is played, what chance has to bring is drawn, and the line is told as it is then.
    """
    await context.limiter.check("look", caller.id or caller.address)
    state, game, began = await _line(context, table, asked, caller)
    explained = None
    try:
        if asked.move is not None:
            explained = asdict(game.explain(asked.move, asked.seat))
            game.play(asked.move, asked.seat)
    except Refusal as refusal:
        raise denial_of(refusal) from None
    draw_on(game, asked.draw)
    return answer(
        {
            "event": state.as_told(began),
            "line": [event.as_json() for event in game.events[began:]],
            "game": open_view(game, _acting(game, asked.seat)),
            "explained": explained,
        }
    )


@router.post("/tables/{table}/analysis/values", response_model=ValuesView)
async def value(
    request: Request, context: ThisServer, table: str, asked: ValuesRequest, caller: AnyCaller
) -> Response:
    """Say what a position of such a line is worth to each seat, with the best few moves and why."""
    who = caller.id or caller.address
    await context.limiter.check("analysis", who)
    _, game, _ = await _line(context, table, asked, caller)
    found: list[Valued] = []

    async def ask() -> None:
        given = table, game, asked.depth, (caller.address, who)
        found.append(await context.analyses.of(*given))

    if not await while_connected(request, ask()):
        return Response(status_code=GONE)
    return answer(_told(found[0]))


async def _line(
    context: Context, table: str, asked: LineRequest, caller: Caller
) -> tuple[TableState, Game, int]:
    """Return a table, the game at the end of a line from it, and after how many events it began."""
    state, live = await find(context, table, caller)
    check_is_over(state)
    if asked.event > state.after:
        raise not_found()
    game = taken_up(state.game, _where_decided(state, asked.event))
    game.seats = record_seats(state.seats, live.names)
    began = len(game.events)
    try:
        play_line(game, [event.model_dump(exclude_unset=True) for event in asked.line])
    except Refusal as refusal:
        english, polish = (refusal.in_language(language) for language in ("en", "pl"))
        raise Denial("malformed", english, polish, refusal.rule) from None
    return state, game, began


def _where_decided(state: TableState, told: int) -> int:
    """Return after how many events of a game everybody first counted so many.

    So what somebody chose unannounced is still to be chosen.
    """
    events = state.events_at(told)
    while events - 1 in state.unspoken:
        events -= 1
    return events


def _acting(game: Game, seat: int | None) -> int | None:
    """Return who is to act: the seat that is asked for, if it is one of them, else the first."""
    return seat if seat in game.to_act else next(iter(game.to_act), None)


def _told(found: Valued) -> dict[str, Any]:
    return {
        "depth": found.depth,
        "worths": found.worths,
        "errors": found.errors,
        "choices": [
            {
                "seat": seat,
                "moves": [asdict(each) | {"why": each.why._asdict()} for each in choices],
            }
            for seat, choices in found.choices.items()
        ],
        "whole": found.whole,
        "calibrated": found.is_calibrated,
    }
