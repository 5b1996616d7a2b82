"""Opening tables over HTTP."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.server.denial import denial_of, forbidden, malformed
from kafelki.server.table.decision import Decision
from kafelki.server.table.seat import Seat
from kafelki.server.table.seating import begin, new_seat, opened
from kafelki.server.web.access import KnownCaller, check_not_muted
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.table_models import NewSeat, NewTable, TableMade

router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)


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
        raise forbidden(
            "Rated games are for people with an account.",
            "Gry rankingowe są dla osób, które mają konto.",
        )
    if any(seat.label is not None for seat in new.seats or ()):  # names given to others
        check_not_muted(person, context.now())
    seats = _first_seats(new, header, person.id)
    state = opened(header, new.settings, person.id, seats, context.now())
    decision = Decision(state, context.now())
    if new.salt is not None and state.seats_of(person.id):
        decision.add("salt", seat=state.seats_of(person.id)[0], salt=new.salt)
    if new.start:
        begin(decision, {person.id} if person.member else set(), new.first)
    await context.tables.create(state, caller.address, context.room)
    return answer({"id": state.id}, 201)


def _first_seats(new: NewTable, header: Header, person: str) -> list[Seat]:
    seats = new.seats
    if seats is None:
        seats = [NewSeat(me=True)] + [NewSeat()] * (header.players - 1)
    if len(seats) != header.players:
        raise malformed(
            f"The game is for {header.players}: that many seats are needed, not {len(seats)}.",
            f"Liczba graczy to {header.players}, a liczba miejsc {len(seats)}.",
        )
    if sum(seat.me for seat in seats) > 1:
        raise malformed("You have one seat of your own.", "Możesz mieć tylko jedno własne miejsce.")
    if any(seat.me and (seat.bot or seat.label) for seat in seats):
        raise malformed(
            "A seat is yours, a bot's or another person's: only one of these.",
            "Miejsce jest albo twoje, albo bota, albo innej osoby.",
        )
    return [
        Seat(person=person) if seat.me else new_seat(header.game, person, seat.bot, seat.label)
        for seat in seats
    ]
