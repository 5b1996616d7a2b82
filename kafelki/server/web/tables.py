"""Tables over HTTP: opening them, commands, looking, explanations, hints, records."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from starlette.responses import Response

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.server import bot_work
from kafelki.server.denial import STATUS, Denial, denial_of, muted, not_found
from kafelki.server.faults import tell_operator
from kafelki.server.ids import new_id
from kafelki.server.live.listener import Listener
from kafelki.server.live.live_table import LiveTable
from kafelki.server.live.messages import Messages
from kafelki.server.names import LONGEST_CHAT, cleaned
from kafelki.server.storage import people as people_rows
from kafelki.server.storage.people import Person
from kafelki.server.table import entry_views, records, visibility
from kafelki.server.table.commands import AnyCommand, Chat
from kafelki.server.table.decision import Actor, Decision
from kafelki.server.table.hinting import check_hint, hint_given
from kafelki.server.table.moving import check_current
from kafelki.server.table.old_rules import OldRules
from kafelki.server.table.opening import opened
from kafelki.server.table.seating import begin, new_seat
from kafelki.server.table.secret import Secret
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller, Caller, KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.disconnecting import GONE, while_connected
from kafelki.server.web.models import (
    Accepted,
    Denied,
    Explained,
    ExplainRequest,
    GameView,
    Hint,
    HintRequest,
    MyTable,
    NewSeat,
    NewTable,
    Problem,
    ReportRequest,
    TableMade,
    TableView,
    Update,
)
from kafelki.server.worker_pool import PoolFailed

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)

AfterQuery = Annotated[
    str | None, Query(max_length=16, description="The last table of the page before.")
]
SeatQuery = Annotated[int | None, Query(ge=0, le=3, description="Through which of my seats.")]


@router.post("/tables", response_model=TableMade, status_code=201)
async def open_table(context: ThisServer, new: NewTable, caller: KnownCaller) -> Response:
    """Open a table."""
    person = caller.person
    await context.limiter.check("table", person.id)
    try:
        header = Header(new.game, new.players, new.variant, new.options)
    except Refusal as refusal:
        raise denial_of(refusal, "malformed") from None
    if new.settings.rated and not person.member:
        raise Denial(
            "forbidden",
            "Rated games are for people with an account.",
            "Gry rankingowe są dla osób, które mają konto.",
        )
    _check_voice(new, person, context.now())
    state = opened(
        new_id(),
        Secret.fresh(),
        context.now(),
        game=header.game,
        players=header.players,
        variant=header.variant,
        options=dict(header.options),
        settings=new.settings.as_opened().model_dump(),
        host=person.id,
        seats=_first_seats(new, header, person.id),
    )
    decision = Decision(state, context.now())
    if new.salt is not None and state.seats_of(person.id):
        decision.add("salt", seat=state.seats_of(person.id)[0], salt=new.salt)
    if new.start:
        begin(decision, {person.id} if person.member else set(), new.first)
    await context.tables.create(state, caller.address, context.room)
    return answer({"id": state.id}, 201)


def _check_voice(new: NewTable, person: Person, now: int) -> None:
    """Raise Denial when somebody whom an operator has muted gives names to others."""
    until = person.muted_until or 0
    if until > now and any(seat.label is not None for seat in new.seats or ()):
        raise muted(until)


def _first_seats(new: NewTable, header: Header, person: str) -> list[dict[str, Any]]:
    seats = new.seats
    if seats is None:
        seats = [NewSeat(me=True)] + [NewSeat()] * (header.players - 1)
    if len(seats) != header.players:
        raise Denial(
            "malformed",
            f"The game is for {header.players}: that many seats are needed, not {len(seats)}.",
            f"Liczba graczy to {header.players}, a liczba miejsc {len(seats)}.",
        )
    if sum(seat.me for seat in seats) > 1:
        raise Denial(
            "malformed",
            "You have one seat of your own.",
            "Możesz mieć tylko jedno własne miejsce.",
        )
    if any(seat.me and (seat.bot or seat.label) for seat in seats):
        raise Denial(
            "malformed",
            "A seat is yours, a bot's or another person's: only one of these.",
            "Miejsce jest albo twoje, albo bota, albo innej osoby.",
        )
    return [
        {"person": person}
        if seat.me
        else new_seat(header.game, person, seat.bot, seat.label).as_json()
        for seat in seats
    ]


@router.get("/tables", response_model=list[TableView])
async def list_tables(
    context: ThisServer, caller: AnyCaller, playing: bool = False, after: AfterQuery = None
) -> Response:
    """List the public tables that wait for people, or those where a game is on: 50 a page.

    The newest of each host comes first, then the second newest of each, and so on.
    """
    status = "playing" if playing else "open"
    return answer(await context.lobby.public(status, after))


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
    unread = await _muted(context, caller)
    messages = Messages(state, live, context.tables.audience.here(live.id), context.trusted())
    listener = Listener(caller.id, seat, unread)
    return messages.update(listener, min(since, state.number), kind="snapshot")


async def _muted(context: Context, caller: Caller) -> set[str]:
    return await context.store.read(people_rows.muted_by, caller.id) if caller.id else set()


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
    state: TableState, event: int, person: str | None, seat: int | None, names: records.Names
) -> dict[str, Any]:
    """Return the game after some of its events, as everybody counts them, for somebody to see."""
    if not 0 <= event <= state.after:
        raise not_found()
    game = state.game.copy()
    game.seats = records.record_seats(state.seats, names)
    # Moves that are still under way are looked at as they are now, or not at all.
    after = event if event <= state.as_told(entry_views.settled_events(state)) else state.after
    game.go_to(state.events_at(after))
    return view(game, visibility.viewer_for(state, person, seat)) | {"after": after}


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
        raise Denial("conflict", "It is not your move.", "To nie jest twój ruch.")
    if asked.after is not None:
        check_current(state, seat, asked.after)
    try:
        return asdict(state.game.explain(asked.move, seat))
    except Refusal as refusal:
        raise denial_of(refusal) from None


@router.post("/tables/{table}/hints", response_model=list[Hint])
async def hint(
    request: Request, context: ThisServer, table: str, asked: HintRequest, caller: KnownCaller
) -> Response:
    """Suggest the best three moves with why, where the table allows it; the record says so."""
    person = caller.person
    await context.limiter.check("hint", person.id)
    state, _ = await find(context, table, caller)
    check_hint(state, Actor(person.id, person.member), _seat_to_hint(state, person, asked))
    line = context.advisers.line
    if not await while_connected(request, line.enter(caller.address, person.id)):
        return Response(status_code=GONE)
    try:
        return answer(await _hints(context, table, person, asked))
    finally:
        line.leave()


def _seat_to_hint(state: TableState, person: Person, asked: HintRequest) -> int:
    """Return the seat that was asked about: of several on one device, the one to move."""
    if asked.seat is not None:
        return asked.seat
    own = state.seats_of(person.id)
    return next((k for k in own if k in state.to_act), own[0] if own else -1)


async def _hints(
    context: Context, table: str, person: Person, asked: HintRequest
) -> list[dict[str, Any]]:
    """Note in the log that somebody has a hint, and return it."""
    asked_about: list[TableState] = []

    def deciding(state: TableState) -> Decision | None:
        seat = _seat_to_hint(state, person, asked)
        check_hint(state, Actor(person.id, person.member), seat)
        asked_about[:] = [state]
        return hint_given(state, seat, context.now())

    # First the log, then the hint: nobody has one that the record does not know of.
    await context.tables.happen(table, deciding)
    (state,) = asked_about
    seat = _seat_to_hint(state, person, asked)
    game = state.game.copy()
    game.seed = None
    stream = state.secret.stream("hint", state.after, seat)
    try:
        hints, failures = await context.advisers.pool.run(bot_work.suggest, game, seat, stream)
    except PoolFailed as wrong:
        hints, failures = bot_work.no_hint(wrong)
    tell_operator(game.header.game, failures)
    if not hints:
        raise Denial(
            "unavailable",
            "No hint could be worked out this time.",
            "Tym razem nie udało się przygotować podpowiedzi.",
        )
    return hints


@router.get("/tables/{table}/record")
async def record(
    context: ThisServer, table: str, caller: AnyCaller, seat: SeatQuery = None
) -> Response:
    """Download a table's record as I may see it: complete once the game is over."""
    try:
        state, live = await find(context, table, caller)
    except OldRules as old:
        return _file(table, await kept_record(context, old))
    viewer = visibility.viewer_for(state, caller.id, seat)
    seed_out = visibility.seed_is_out(state, context.trusted())
    return _file(table, records.record(state, viewer, live.names, seed_out))


async def kept_record(context: Context, old: OldRules) -> dict[str, Any]:
    """Return the record of a game of older rules as far as it goes, straight from its log."""
    names, _ = await context.store.read(people_rows.names_and_members, old.people)
    return old.record(names, context.trusted())


def _file(table: str, record: dict[str, Any]) -> Response:
    response = answer(record)
    name = f"{record['game']}-{table}.kafelki.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


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
