"""The story of a finished game over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kafelki.server.denial import conflict
from kafelki.server.story import story
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.position_models import StoryView
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, worked_out

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)


@router.get("/tables/{table}/story", response_model=StoryView)
async def tell_story(
    request: Request, context: ThisServer, table: str, caller: AnyCaller
) -> Response:
    """Tell how the score of a finished game went, and which moves it turned on."""
    await context.limiter.check("story", caller.address)
    state, _ = await find(context, table, caller)
    if state.status != "over":
        raise conflict("The game is not over yet.", "Gra jeszcze trwa.")
    game = state.game.copy()
    game.seed = None
    told = await worked_out(request, caller, (state.id, "story"), story, game)
    return Response(status_code=GONE) if told is None else answer(_as_told(state, told))


def _as_told(state: TableState, told: dict[str, Any]) -> dict[str, Any]:
    """Return a story with events numbered as everybody at the table counts them."""

    def counted(moments: list[dict[str, Any] | None]) -> list[dict[str, Any] | None]:
        return [each and each | {"event": state.as_told(each["event"])} for each in moments]

    return {
        "points": [each | {"after": state.as_told(each["after"])} for each in told["points"]],
        "best": counted(told["best"]),
        "dearest": counted(told["dearest"]),
    }
