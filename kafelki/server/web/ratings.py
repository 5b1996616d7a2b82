"""Ratings over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.server.denial import not_found
from kafelki.server.ratings import NORMAL_95, Kind
from kafelki.server.storage import ratings as rating_rows
from kafelki.server.web.access import AnyCaller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.games import GameId

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)

Players = Annotated[int, Path(ge=2, le=4)]
Variant = Annotated[str, Query(max_length=20)]


class Strength(BaseModel):
    """A rating with its standard deviation and its 95 % interval; everybody begins with 1500."""

    rating: int
    deviation: int
    low: int
    high: int
    provisional: bool = Field(description="Too little is known yet to rely on it.")
    games: int


class RatingView(Strength):
    """Somebody's rating in a list."""

    rank: int
    person: str
    name: str
    me: bool


class MyRating(Strength):
    """My rating in games of a kind."""

    game: str
    players: int
    variant: str


class RatingPoint(Strength):
    """My rating after a game."""

    table: str
    time: int = Field(description="When the game was rated: right after its end.")


@router.get("/ratings/{game}/{players}", response_model=list[RatingView])
async def ratings(
    context: ThisServer,
    game: GameId,
    players: Players,
    caller: AnyCaller,
    variant: Variant = "standard",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """List the ratings of people in games of a kind, best first, provisional ones behind."""
    kind = _checked_kind(game, players, variant)
    found = await context.store.read(rating_rows.best, kind, limit, offset)
    return answer(
        [
            {
                "rank": rank,
                "person": row.person,
                "name": row.name,
                "me": row.person == caller.id,
            }
            | strength(row)
            for rank, row in enumerate(found, offset + 1)
        ]
    )


@router.get("/me/ratings", response_model=list[MyRating])
async def my_ratings(context: ThisServer, caller: KnownCaller) -> Response:
    """List my ratings, of the games played last first."""
    found = await context.store.read(rating_rows.of_person, caller.person.id)
    return answer(
        [
            {"game": row.game, "players": row.players, "variant": row.variant} | strength(row)
            for row in found
        ]
    )


@router.get("/me/ratings/{game}/{players}", response_model=list[RatingPoint])
async def my_rating_history(
    context: ThisServer,
    game: GameId,
    players: Players,
    caller: KnownCaller,
    variant: Variant = "standard",
    before: Annotated[int | None, Query(ge=0, le=2**53, description="Go on from here.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """List what my rating was after each game of a kind, newest first."""
    kind = _checked_kind(game, players, variant)
    person = caller.person.id
    found = await context.store.read(rating_rows.history, person, kind, before, limit)
    return answer([{"table": row.table_id, "time": row.rated_at} | strength(row) for row in found])


def _checked_kind(game: str, players: int, variant: str) -> Kind:
    try:
        Header(game, players, variant)
    except Refusal:
        raise not_found() from None
    return Kind(game, players, variant)


def strength(row: Any) -> dict[str, Any]:
    """Return a rating as it is shown."""
    half = NORMAL_95 * row.deviation
    return {
        "rating": round(row.value),
        "deviation": round(row.deviation),
        "low": round(row.value - half),
        "high": round(row.value + half),
        "provisional": rating_rows.rating_from(row).provisional,
        "games": row.games,
    }
