"""Positions to try things out in: a short record comes in, what can be done in it goes out.

Nothing is stored and nobody's table is touched: the rules' diagrams and first lessons
play here.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import Record
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.server.denial import denial_of
from kafelki.server.web.access import AnyCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.position_models import Tried, TryRequest

router = APIRouter(prefix="/api", tags=["games"], responses=PROBLEMS)


@router.post("/try", response_model=Tried)
async def try_out(context: ThisServer, asked: TryRequest, caller: AnyCaller) -> Response:
    """Show the position after some events, what a seat may do there, and what a move brings."""
    await context.limiter.check("look", caller.id or caller.address)
    return answer(_tried(asked))


def _tried(asked: TryRequest) -> dict[str, Any]:
    game = _position(asked)
    explained = None
    try:
        if asked.move is not None:
            explained = asdict(game.explain(asked.move, asked.seat))
            game.play(asked.move, asked.seat)
        return {"game": view(game, asked.seat), "explained": explained}
    except Refusal as refusal:
        raise denial_of(refusal) from None


def _position(asked: TryRequest) -> Game:
    events = [event.model_dump(exclude_unset=True) for event in asked.events]
    try:
        header = Header(asked.game, asked.players, asked.variant, asked.options)
        return Record(header, tuple(events)).replay()
    except Refusal as refusal:
        raise denial_of(refusal, "malformed") from None
