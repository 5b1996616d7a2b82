"""Daily challenges over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from kafelki.play.chance import commitment
from kafelki.play.header import Header
from kafelki.server.daily import SOLO_GAMES, day_after, days_before, game_of, seed_for, streak
from kafelki.server.denial import not_found
from kafelki.server.storage import results as rows
from kafelki.server.storage.store import Conflict
from kafelki.server.table.clock import day_is_over, day_of
from kafelki.server.table.decision import Decision
from kafelki.server.table.seat import Seat
from kafelki.server.table.seating import begin, opened
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.state import Secret
from kafelki.server.web.access import AnyCaller, Caller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.games import GameId
from kafelki.server.web.results import SoloResult, shown_results
from kafelki.server.web.table_models import TableMade

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)


SHOWN = 35
"""Days of the calendar: five weeks."""
MOST_DAYS = 400
"""Days that are looked at for the longest streak that is told."""


class DailyView(BaseModel):
    """A day's challenge."""

    game: str
    day: str
    commitment: str
    next_commitment: str
    seed: str | None
    table: str | None = Field(description="My own try, if I have begun one.")
    board: list[SoloResult] = Field(description="The results of people with an account.")
    guests: list[SoloResult] = Field(description="The results of guests, ranked by themselves.")


class DayPlayed(BaseModel):
    """A day, and the games whose challenge I have played to the end."""

    day: str
    games: list[str]


class DailySummary(BaseModel):
    """The challenge of today: one game in its turn, and how I have done so far."""

    day: str
    game: str
    members: int = Field(description="How many people with an account have played it.")
    guests: int = Field(description="How many guests have: they are ranked by themselves.")
    table: str | None = Field(description="My own try, if I have begun one.")
    score: int | None = Field(description="My result, once it counts.")
    rank: int | None = Field(description="My place among those who are ranked with me.")
    streak: int = Field(description="On how many days in a row I have played some challenge.")
    days: list[DayPlayed] = Field(description="The last five weeks, day by day.")


@router.get("/daily", response_model=DailySummary)
async def today(context: ThisServer, caller: AnyCaller) -> Response:
    """Show today's challenge: how many have played it, how I did, and on which days I have."""
    summary = await summary_of_today(context, caller)
    if summary is None:
        raise not_found()
    return answer(summary)


async def summary_of_today(context: Context, caller: Caller) -> dict[str, Any] | None:
    """Return what there is to know of today's challenge; None where no game can be played alone."""
    day = day_of(context.now())
    game = game_of(day)
    if game is None:
        return None
    person, member = (None, False) if caller.person is None else (caller.id, caller.person.member)
    most = MOST_DAYS * len(SOLO_GAMES)
    found = await context.store.read(rows.daily_summary, day, game, person, member, most)
    played: dict[str, list[str]] = {}
    for when, which in found.played:
        played.setdefault(when, []).append(which)
    return {
        "day": day,
        "game": game,
        "members": found.members,
        "guests": found.guests,
        "table": found.table,
        "score": found.score,
        "rank": found.rank,
        "streak": streak(day, played),
        "days": [{"day": each, "games": played.get(each, [])} for each in days_before(day, SHOWN)],
    }


@router.get("/daily/{game}", response_model=DailyView)
async def daily(
    context: ThisServer,
    game: GameId,
    caller: AnyCaller,
    day: Annotated[str | None, Query(pattern=r"^\d{4}-\d\d-\d\d$")] = None,
) -> Response:
    """Show a day's challenge: its commitment, the board, and the seed once the day is over."""
    current = day_of(context.now())
    chosen = day or current
    if game not in SOLO_GAMES or chosen > current:
        raise not_found()
    seed = await context.store.read(rows.daily_seed, chosen, game)
    if seed is None:
        if chosen != current:
            raise not_found()
        seed = await seed_for(context.store, current, game)
    over = day_is_over(chosen, context.trusted())
    following = await seed_for(context.store, day_after(current), game)
    boards = [
        await context.store.read(rows.daily_board, chosen, game, members)
        for members in (True, False)
    ]
    mine = (
        None
        if caller.id is None
        else await context.store.read(rows.daily_try, chosen, game, caller.id)
    )
    return answer(
        {
            "game": game,
            "day": chosen,
            "commitment": commitment(seed),
            "next_commitment": commitment(following),
            "seed": seed.hex() if over else None,
            "table": mine,
            "board": await _shown_board(context, caller, game, boards[0], over),
            "guests": await _shown_board(context, caller, game, boards[1], over),
        }
    )


async def _shown_board(
    context: Context, caller: Caller, game: str, board: Sequence[Any], over: bool
) -> list[dict[str, Any]]:
    """Return a day's results as they are listed; whose tables may be looked at once it is over."""
    linked = {row.table_id for row in board} if over else set()
    return await shown_results(context, caller, game, board, linked)


@router.post("/daily/{game}", response_model=TableMade, status_code=201)
async def try_daily(context: ThisServer, game: GameId, caller: KnownCaller) -> Response:
    """Begin my one counted try at today's challenge; begun before, it is the same table.

    One try a person is a convention: who comes in again as another guest can try again. So
    results of guests are listed apart from those of people with an account.
    """
    person = caller.person
    await context.limiter.check("table", person.id)
    if game not in SOLO_GAMES:
        raise not_found()
    now = context.now()
    day = day_of(now)
    begun = await context.store.read(rows.daily_try, day, game, person.id)
    if begun is not None:
        return answer({"id": begun}, 201)
    seed = await seed_for(context.store, day, game)
    private = TableSettings(private=True)
    state = opened(
        Header(game, 1), private, person.id, [Seat(person=person.id)], now, Secret(seed, day)
    )
    begin(Decision(state, now), set())
    try:
        await context.tables.create(state, caller.address, context.room)
    except Conflict:  # two tabs at once
        begun = await context.store.read(rows.daily_try, day, game, person.id)
        return answer({"id": begun}, 201)
    return answer({"id": state.id}, 201)
