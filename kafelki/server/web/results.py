"""Solitaire results over HTTP."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import rules_of
from kafelki.server.daily import SOLO_GAMES
from kafelki.server.denial import denial_of, malformed, not_found
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import results as rows
from kafelki.server.table.scoring import numbers_of, options_key
from kafelki.server.web.access import AnyCaller, Caller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.games import GameId
from kafelki.server.web.models import Words

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)

WEEK = 7 * 24 * 60 * 60 * 1000


class SoloResult(BaseModel):
    """A solitaire result."""

    rank: int
    table: str | None
    person: str | None = Field(description="Whose profile it is; nobody's who has left.")
    name: str
    member: bool = Field(description="Whether the name is that of somebody with an account.")
    me: bool
    score: int
    colours: list[int] = Field(description="From the lowest; or the points alone.")
    title: Words | None = Field(description="What it earns, where the game has titles for that.")
    ended: int


@router.get("/records/{game}", response_model=list[SoloResult])
async def solo_records(
    context: ThisServer,
    game: GameId,
    caller: AnyCaller,
    period: Literal["all", "week", "mine"] = "all",
    options: Annotated[str, Query(max_length=100)] = "{}",
) -> Response:
    """List the best solitaire results of a game: of all time, of this week, or mine."""
    key = _checked_options(game, options)
    if period == "mine" and caller.id is None:
        return answer([])
    found = await context.store.read(
        rows.best_solo,
        game,
        key,
        context.now() - WEEK if period == "week" else 0,
        caller.id if period == "mine" else None,
    )
    linked = {row.table_id for row in found if not row.private or row.person == caller.id}
    return answer(await shown_results(context, caller, game, found, linked))


def _checked_options(game: str, text: str) -> str:
    if game not in SOLO_GAMES:
        raise not_found()
    try:
        options = orjson.loads(text)
        return options_key(Header(game, 1, "standard", options).options)
    except orjson.JSONDecodeError:
        raise malformed("options is a JSON object.", "Opcje (options) to obiekt JSON.") from None
    except Refusal as refusal:
        raise denial_of(refusal, "malformed") from None


async def shown_results(
    context: Context, caller: Caller, game: str, found: Sequence[Any], linked: Collection[str]
) -> list[dict[str, Any]]:
    """Return results as they are listed, with the tables that anybody may look at."""
    people = {row.person for row in found}
    names, members = await context.store.read(people_rows.names_and_members, people)
    title = rules_of(game).solo_title

    def titled(points: list[int]) -> dict[str, str] | None:
        return None if title is None else title(points)._asdict()

    shown_rows = []
    for row in found:
        better = sum(other.order > row.order for other in found)
        shown_rows.append(
            {
                "rank": 1 + better,
                "table": row.table_id if row.table_id in linked else None,
                "person": row.person,
                "name": names.get(row.person, "—"),
                "member": row.person in members,
                "me": row.person == caller.id,
                "score": row.score,
                "colours": numbers_of(row.order),
                "title": titled(numbers_of(row.order)),
                "ended": row.ended,
            }
        )
    return shown_rows
