"""Tables over HTTP: lists, looking, commands, explanations, reports."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from starlette.responses import Response

from kafelki.play.refusal import Refusal
from kafelki.play.view import view, with_counted
from kafelki.server.denial import STATUS, Denial, conflict, denial_of, not_found
from kafelki.server.live.live_table import Listener, LiveTable
from kafelki.server.live.messages import Messages
from kafelki.server.names import LONGEST_CHAT, cleaned
from kafelki.server.storage import people as people_rows
from kafelki.server.storage.people import Person
from kafelki.server.table import entry_views, views, visibility
from kafelki.server.table.commands import AnyCommand, Chat
from kafelki.server.table.moving import check_current
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller, Caller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.models import Accepted, Denied, Problem
from kafelki.server.web.position_models import Explained, ExplainRequest, GameView
from kafelki.server.web.table_models import MyTable, ReportRequest, TableView, Update

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)

AfterQuery = Annotated[
    str | None, Query(max_length=16, description="The last table of the page before.")
]
SeatQuery = Annotated[int | None, Query(ge=0, le=3, description="Through which of my seats.")]


@router.get("/tables", response_model=list[TableView])
async def list_tables(
    context: ThisServer, caller: AnyCaller, playing: bool = False, after: AfterQuery = None
) -> Response:
    """List the public tables that wait for people, or those where a game is on: 50 a page.

    The newest of each host comes first, then the second newest of each, and so on.
    """
    return answer(await context.lobby.public("playing" if playing else "open", after))


@router.get("/me/tables", response_model=list[MyTable])
async def my_tables(
    context: ThisServer, caller: KnownCaller, over: bool = False, after: AfterQuery = None
) -> Response:
    """List my tables, 50 a page: those that wait for me first, the longest waiting of them."""
    return answer(await context.lobby.of(caller.person.id, over, after))


async def find(context: Context, table: str, caller: Caller) -> tuple[TableState, LiveTable]:
    """Return a table that somebody may see; looking for those that are not there is limited."""
    try:
        return await context.tables.loaded.state_for(table, caller.id)
    except Denial:
        await context.limiter.check("lookup", caller.address)
        raise


@router.get("/tables/{table}", response_model=Update)
async def look_at_table(
    context: ThisServer,
    table: str,
    caller: AnyCaller,
    seat: SeatQuery = None,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """Show a table, the game on it as I may see it, and its log from a number on."""
    state, live = await find(context, table, caller)
    body = await snapshot(context, state, live, caller, seat, since)
    return Response(body, media_type="application/json")


async def snapshot(
    context: Context,
    state: TableState,
    live: LiveTable,
    caller: Caller,
    seat: int | None = None,
    since: int = 0,
) -> bytes:
    """Return a table as somebody may see it, in JSON."""
    messages = Messages(state, live, context.tables.audience.here(live.id), context.trusted())
    listener = Listener(caller.id, seat, await muted_by(context, caller))
    return messages.update(listener, min(since, state.number), kind="snapshot")


async def muted_by(context: Context, caller: Caller) -> frozenset[str]:
    """Return whom somebody does not want to read."""
    if caller.id is None:
        return frozenset()
    return frozenset(await context.store.read(people_rows.muted_by, caller.id))


@router.get("/tables/{table}/at/{event}", response_model=GameView)
async def look_back(
    context: ThisServer, table: str, event: int, caller: AnyCaller, seat: SeatQuery = None
) -> Response:
    """Show the game as it was after some of its events, as I may see it."""
    state, live = await find(context, table, caller)
    if state.status not in ("playing", "over"):
        raise not_found()
    return answer(look_at(state, event, caller.id, seat, live.names))


def look_at(
    state: TableState, event: int, person: str | None, seat: int | None, names: views.Names
) -> dict[str, Any]:
    """Return the game after some of its events, as everybody counts them, for somebody to see."""
    if not 0 <= event <= state.after:
        raise not_found()
    game = state.game.copy()
    game.seats = views.record_seats(state.seats, names)
    # Moves that are still under way are looked at as they are now, or not at all.
    after = event if event <= state.as_told(entry_views.settled_events(state)) else state.after
    game.go_to(state.events_at(after))
    viewer = visibility.viewer_for(state, person, seat)
    return with_counted(game, viewer, view(game, viewer)) | {"after": after}


@router.post(
    "/tables/{table}/commands",
    response_model=Accepted,
    # A request that never got to the table is answered as any other is.
    responses={status: {"model": Denied | Problem} for status in set(STATUS.values())},
)
async def command(
    context: ThisServer,
    table: str,
    command: Annotated[AnyCommand, Body()],
    caller: KnownCaller,
) -> Response:
    """Send a command to a table. The answer is kept: sent again, it is the same."""
    result = await obey(context, table, caller.person, command)
    return answer(result, 200 if result["ok"] else STATUS[result["code"]])


async def obey(context: Context, table: str, person: Person, command: AnyCommand) -> dict[str, Any]:
    """Return the answer to a command, from HTTP or from the socket."""
    await context.limiter.check("command", person.id)
    if isinstance(command, Chat):
        await context.limiter.check("chat", person.id)
    return await context.tables.command(table, person, command)


@router.post("/tables/{table}/explain", response_model=Explained)
async def explain(
    context: ThisServer, table: str, asked: ExplainRequest, caller: KnownCaller
) -> Response:
    """Say what a move of mine would score and why; or which rule forbids it."""
    state, _ = await find(context, table, caller)
    return answer(explained(state, caller, asked))


def explained(state: TableState, caller: Caller, asked: ExplainRequest) -> dict[str, Any]:
    """Return what a move of the caller's would bring; Denial with the rule when it may not be."""
    own = state.seats_of(caller.id)
    seat = asked.seat
    if seat is None:
        seat = next((k for k in own if k in state.to_act), None)
    if state.status != "playing" or seat is None or seat not in own:
        raise conflict("It is not your move.", "To nie jest twój ruch.")
    if asked.after is not None:
        check_current(state, seat, asked.after)
    try:
        return asdict(state.game.explain(asked.move, seat))
    except Refusal as refusal:
        raise denial_of(refusal) from None


@router.post("/tables/{table}/reports", status_code=204)
async def report(
    context: ThisServer, table: str, report: ReportRequest, caller: KnownCaller
) -> Response:
    """Report what somebody wrote."""
    await context.limiter.check("chat", caller.person.id)
    state, _ = await find(context, table, caller)
    if report.number >= state.number or state.entries[report.number].kind != "chat":
        raise not_found()
    await context.store.write(
        people_rows.add_report,
        table,
        report.number,
        caller.person.id,
        cleaned(report.text, LONGEST_CHAT),
        context.now(),
    )
    return Response(status_code=204)
