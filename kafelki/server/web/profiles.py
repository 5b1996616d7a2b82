"""Profiles over HTTP: how I have played, and what others show of that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field
from sqlalchemy import Connection
from starlette.responses import Response

from kafelki.play.header import Header
from kafelki.server.daily import SOLO_GAMES
from kafelki.server.denial import not_found
from kafelki.server.profiles import PARTS, Avatar, Part, avatar_of, kept_parts, shown_parts
from kafelki.server.storage import profiles as rows
from kafelki.server.storage import ratings as rating_rows
from kafelki.server.table.scoring import numbers_of, options_key
from kafelki.server.table.settings import Strict
from kafelki.server.web.access import AnyCaller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.ratings import Strength, strength

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)

TableNaming = Callable[[Any], str | None]
"""Says of a row which table may be told, if any."""

PersonId = Annotated[str, Path(max_length=16)]


class NewProfile(Strict):
    """The face that I want, and what others may see of how I have played."""

    avatar: Avatar
    shows: list[Part] = Field(max_length=len(PARTS))


class GamesPlayed(BaseModel):
    """How often somebody has played a game, and how well."""

    game: str
    games: int = Field(description="All of them.")
    alone: int = Field(description="Those that were solitaire, where nobody wins.")
    won: int
    drawn: int = Field(description="Where all were first.")


class BestAlone(BaseModel):
    """Somebody's best solitaire result in a game by its usual rules."""

    game: str
    table: str | None = Field(description="Where anybody may look at it.")
    score: int
    colours: list[int] = Field(description="From the lowest; or the points alone.")
    ended: int


class BotBeaten(BaseModel):
    """A bot that somebody was ahead of, in games to their end without hints or take-backs."""

    game: str
    bot: str
    games: int


class RatingThen(BaseModel):
    """What a rating was after a game."""

    time: int
    rating: int
    deviation: int
    table: str | None = Field(description="Where anybody may look at it.")


class RatingOverTime(Strength):
    """A rating in games of a kind, and what it was after the last of them."""

    game: str
    players: int
    variant: str
    history: list[RatingThen] = Field(description="The newest first, 50 at most.")


class Statistics(BaseModel):
    """How somebody has played; a part that they do not show is null."""

    games: list[GamesPlayed] | None
    bests: list[BestAlone] | None
    ratings: list[RatingOverTime] | None
    bots: list[BotBeaten] | None


class PersonView(Statistics):
    """Somebody, as they show themselves."""

    person: str
    name: str
    member: bool
    avatar: Avatar
    since: int = Field(description="When they first came here.")


@router.put("/me/profile", status_code=204)
async def set_profile(context: ThisServer, new: NewProfile, caller: KnownCaller) -> Response:
    """Choose my face, and what others may see of how I have played."""
    person = caller.person.id
    await context.limiter.check("command", person)
    await context.store.write(rows.set_profile, person, new.avatar, kept_parts(new.shows))
    await context.tables.loaded.person_changed(person)
    return Response(status_code=204)


@router.get("/me/statistics", response_model=Statistics)
async def my_statistics(context: ThisServer, caller: KnownCaller) -> Response:
    """Tell how I have played: all of it, whatever others may see."""
    await context.limiter.check("profile", caller.address)
    return answer(await context.store.read(statistics, caller.person.id, PARTS, True))


@router.get("/people/{person}", response_model=PersonView)
async def somebody(context: ThisServer, person: PersonId, caller: AnyCaller) -> Response:
    """Tell who somebody is, and how they have played as far as they show it."""
    await context.limiter.check("profile", caller.address)
    found = await context.store.read(public_profile, person)
    if found is None:
        raise not_found()
    return answer(found)


def public_profile(connection: Connection, person: str) -> dict[str, Any] | None:
    """Return what somebody shows of themselves; nothing of who is not there."""
    row = rows.person_shown(connection, person)
    if row is None:
        return None
    return {
        "person": row.id,
        "name": row.name,
        "member": row.account is not None,
        "avatar": avatar_of(row.id, row.avatar),
        "since": row.created,
    } | statistics(connection, person, shown_parts(row.shows), False)


def statistics(
    connection: Connection, person: str, parts: Collection[str], mine: bool
) -> dict[str, Any]:
    """Return some parts of how a person has played; private tables are named to them alone."""

    def named(row: Any) -> str | None:
        return row.table_id if mine or not row.private else None

    made = {
        "games": lambda: _plain(rows.games_of(connection, person)),
        "bests": lambda: _bests(connection, person, named),
        "ratings": lambda: _ratings(connection, person, named),
        "bots": lambda: _plain(rows.bots_beaten(connection, person)),
    }
    return {part: made[part]() if part in parts else None for part in PARTS}


def _plain(found: Iterable[Any]) -> list[dict[str, Any]]:
    """Return rows as they are sent, by the plain names of their columns."""
    return [{str(name): value for name, value in row._mapping.items()} for row in found]


def _bests(connection: Connection, person: str, named: TableNaming) -> list[dict[str, Any]]:
    return [
        {
            "game": row.game,
            "table": named(row),
            "score": row.score,
            "colours": numbers_of(row.order),
            "ended": row.ended,
        }
        for row in rows.bests_of(connection, person, _usual())
    ]


def _ratings(connection: Connection, person: str, named: TableNaming) -> list[dict[str, Any]]:
    points: dict[tuple[str, int, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows.rating_points(connection, person):
        points[row.game, row.players, row.variant].append(
            {
                "time": row.rated_at,
                "rating": round(row.value),
                "deviation": round(row.deviation),
                "table": named(row),
            }
        )
    return [
        {
            "game": row.game,
            "players": row.players,
            "variant": row.variant,
            "history": points[row.game, row.players, row.variant],
        }
        | strength(row)
        for row in rating_rows.of_person(connection, person)
    ]


@cache
def _usual() -> frozenset[tuple[str, str]]:
    """Return the games for one, each with its usual options as results keep them."""
    return frozenset(
        (game, options_key(Header(game, 1, "standard", {}).options)) for game in SOLO_GAMES
    )
