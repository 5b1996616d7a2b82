"""Records over HTTP: of a table, of my games, and of all that are public."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from starlette.responses import FileResponse, Response, StreamingResponse

from kafelki.server import archive
from kafelki.server.denial import not_found
from kafelki.server.live.live_table import LiveTable
from kafelki.server.storage import lessons as lesson_rows
from kafelki.server.storage import lobby
from kafelki.server.storage import people as people_rows
from kafelki.server.table import views, visibility
from kafelki.server.table.set_aside import OldRules, Unreadable
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer, file_of
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.tables import SeatQuery, find

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/tables/{table}/record", tags=["tables"])
async def record(
    context: ThisServer, table: str, caller: AnyCaller, seat: SeatQuery = None
) -> Response:
    """Download a table's record as I may see it: complete once the game is over."""
    try:
        state, live = await find(context, table, caller)
        found = _record(context, state, live, caller.id, seat)
    except OldRules as old:
        found = await _kept_record(context, old)
    name = f"{found['game']}-{table}.kafelki.json"
    return answer(found, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _record(
    context: Context, state: TableState, live: LiveTable, person: str | None, seat: int | None
) -> dict[str, Any]:
    viewer = visibility.viewer_for(state, person, seat)
    seed_out = visibility.seed_is_out(state, context.trusted())
    return views.record(state, viewer, live.names, seed_out)


async def _kept_record(context: Context, old: OldRules) -> dict[str, Any]:
    """Return the record of a game of older rules as far as it goes, straight from its log."""
    names, _ = await context.store.read(people_rows.names_and_members, old.people)
    return old.record(names, context.trusted())


@router.get("/me/games.jsonl", tags=["results"], **file_of("application/x-ndjson"))
async def my_games(context: ThisServer, caller: KnownCaller) -> Response:
    """Download the records of my games, one a line, each with what its review has taught me."""
    person = caller.person.id
    await context.limiter.check("download", person)
    tables = await context.store.read(lobby.ids_of, person, ["playing", "over"], 10_000)

    async def lines() -> AsyncIterator[bytes]:
        for table in tables:
            try:
                state, live = await context.tables.loaded.state_for(table, person)
                line = _record(context, state, live, person, None)
            except OldRules as old:
                line = await _kept_record(context, old)
            except Unreadable:
                continue  # the list of one's tables says so
            if learnt := await context.store.read(lesson_rows.of_table, person, table):
                line["learnt"] = learnt
            yield orjson.dumps(line) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


@router.get("/archive", tags=["results"], response_model=list[str])
async def archived(context: ThisServer) -> Response:
    """List the files of all finished public games, one a day."""
    return answer(archive.files(context.settings.data_folder))


@router.get("/archive/{name}", tags=["results"], **file_of("application/gzip"))
async def archived_file(
    context: ThisServer, name: Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d\.jsonl\.gz$")]
) -> Response:
    """Download a day's finished public games: records, one a line, compressed."""
    path = archive.folder(context.settings.data_folder) / name
    if not path.is_file():
        raise not_found()
    return FileResponse(path, media_type="application/gzip")
