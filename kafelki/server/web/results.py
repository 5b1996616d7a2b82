"""Results over HTTP: solitaire records, daily challenges, ratings, downloads."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query
from starlette.responses import FileResponse, Response, StreamingResponse

from kafelki.play.chance import commitment
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.server import archive
from kafelki.server.daily import SOLO_GAMES, day_after, seed_for
from kafelki.server.denial import Denial, denial_of, not_found
from kafelki.server.ids import new_id
from kafelki.server.ratings import NORMAL_95, Kind
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import ratings as rating_rows
from kafelki.server.storage import results as rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.store import Conflict
from kafelki.server.table import records, visibility
from kafelki.server.table.clock import day_is_over, day_of
from kafelki.server.table.decision import Decision
from kafelki.server.table.old_rules import OldRules
from kafelki.server.table.opening import opened
from kafelki.server.table.scoring import numbers_of, options_key
from kafelki.server.table.seating import begin
from kafelki.server.table.secret import Secret
from kafelki.server.table.unreadable import Unreadable
from kafelki.server.web.access import AnyCaller, Caller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer, file_of
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.models import (
    DailyView,
    MyRating,
    RatingPoint,
    RatingView,
    SoloResult,
    TableMade,
)
from kafelki.server.web.tables import kept_record

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)

WEEK = 7 * 24 * 60 * 60 * 1000
GameId = Annotated[str, Path(max_length=20)]
Players = Annotated[int, Path(ge=2, le=4)]
Variant = Annotated[str, Query(max_length=20)]


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
    return answer(await _shown_results(context, caller, found, linked))


def _checked_options(game: str, text: str) -> str:
    if game not in SOLO_GAMES:
        raise not_found()
    try:
        options = orjson.loads(text)
        return options_key(Header(game, 1, "standard", options).options)
    except orjson.JSONDecodeError:
        raise Denial(
            "malformed", "options is a JSON object.", "Opcje (options) to obiekt JSON."
        ) from None
    except Refusal as refusal:
        raise denial_of(refusal, "malformed") from None


async def _shown_results(
    context: Context, caller: Caller, found: Sequence[Any], linked: Collection[str]
) -> list[dict[str, Any]]:
    """Return results as they are listed, with the tables that anybody may look at."""
    people = {row.person for row in found}
    names, members = await context.store.read(people_rows.names_and_members, people)
    shown_rows = []
    for row in found:
        better = sum(other.order > row.order for other in found)
        shown_rows.append(
            {
                "rank": 1 + better,
                "table": row.table_id if row.table_id in linked else None,
                "name": names.get(row.person, "—"),
                "member": row.person in members,
                "me": row.person == caller.id,
                "score": row.score,
                "colours": numbers_of(row.order),
                "ended": row.ended,
            }
        )
    return shown_rows


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
            "board": await _shown_board(context, caller, boards[0], over),
            "guests": await _shown_board(context, caller, boards[1], over),
        }
    )


async def _shown_board(
    context: Context, caller: Caller, board: Sequence[Any], over: bool
) -> list[dict[str, Any]]:
    """Return a day's results as they are listed; whose tables may be looked at once it is over."""
    linked = {row.table_id for row in board} if over else set()
    return await _shown_results(context, caller, board, linked)


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
    state = opened(
        new_id(),
        Secret(seed, day),
        now,
        game=game,
        players=1,
        variant="standard",
        options={},
        settings={"private": True},
        host=person.id,
        seats=[{"person": person.id}],
    )
    begin(Decision(state, now), set())
    try:
        await context.tables.create(state, caller.address, context.room)
    except Conflict:  # two tabs at once
        begun = await context.store.read(rows.daily_try, day, game, person.id)
        return answer({"id": begun}, 201)
    return answer({"id": state.id}, 201)


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
            {"rank": rank, "name": row.name, "me": row.person == caller.id} | _strength(row)
            for rank, row in enumerate(found, offset + 1)
        ]
    )


@router.get("/me/ratings", response_model=list[MyRating])
async def my_ratings(context: ThisServer, caller: KnownCaller) -> Response:
    """List my ratings, of the games played last first."""
    found = await context.store.read(rating_rows.of_person, caller.person.id)
    return answer(
        [
            {"game": row.game, "players": row.players, "variant": row.variant} | _strength(row)
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
    return answer([{"table": row.table_id, "time": row.rated_at} | _strength(row) for row in found])


def _checked_kind(game: str, players: int, variant: str) -> Kind:
    try:
        Header(game, players, variant)
    except Refusal:
        raise not_found() from None
    return Kind(game, players, variant)


def _strength(row: Any) -> dict[str, Any]:
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


@router.get("/me/games.jsonl", **file_of("application/x-ndjson"))
async def my_games(context: ThisServer, caller: KnownCaller) -> Response:
    """Download the records of my games, one a line."""
    person = caller.person
    await context.limiter.check("download", person.id)
    found = await context.store.read(table_rows.tables_of, person.id, ["playing", "over"], 10_000)
    tables = [row.id for row in found]

    async def lines() -> AsyncIterator[bytes]:
        for table in tables:
            try:
                state, live = await context.tables.loaded.state_for(table, person.id)
            except OldRules as old:
                yield orjson.dumps(await kept_record(context, old)) + b"\n"
                continue
            except Unreadable:
                continue  # the list of one's tables says so
            viewer = visibility.viewer_for(state, person.id, None)
            seed_out = visibility.seed_is_out(state, context.trusted())
            yield orjson.dumps(records.record(state, viewer, live.names, seed_out)) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get("/archive", response_model=list[str])
async def archived(context: ThisServer) -> Response:
    """List the files of all finished public games, one a day."""
    return answer(archive.files(context.settings.data_folder))


@router.get("/archive/{name}", **file_of("application/gzip"))
async def archived_file(
    context: ThisServer, name: Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d\.jsonl\.gz$")]
) -> Response:
    """Download a day's finished public games: records, one a line, compressed."""
    path = archive.folder(context.settings.data_folder) / name
    if not path.is_file():
        raise not_found()
    return FileResponse(path, media_type="application/gzip")
