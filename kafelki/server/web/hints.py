"""Hints over HTTP: the log knows of each before it is given."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kafelki.server import bot_work
from kafelki.server.denial import Denial
from kafelki.server.faults import tell_operator
from kafelki.server.storage.people import Person
from kafelki.server.table.decision import Actor, Decision
from kafelki.server.table.moving import check_hint, hint_given
from kafelki.server.table.state import TableState
from kafelki.server.web.access import KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import Context, ThisServer
from kafelki.server.web.position_models import Hint, HintRequest
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, while_connected
from kafelki.server.worker_pool import PoolFailed

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)


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
    return next((seat for seat in own if seat in state.to_act), own[0] if own else -1)


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
