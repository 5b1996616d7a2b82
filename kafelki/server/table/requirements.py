"""What must hold before a command is carried out: each raises Denial where it does not."""

from __future__ import annotations

from kafelki.server.denial import Denial, conflict, forbidden, muted
from kafelki.server.table.decision import Actor, Surroundings
from kafelki.server.table.state import TableState


def need_not_closed(state: TableState) -> None:
    """A table that was not closed."""
    if state.closed_by == "operator":
        raise conflict(
            "An operator of this server has closed the table.", "Operator serwera zamknął ten stół."
        )
    if state.status == "closed":
        raise conflict("The table is closed.", "Stół jest zamknięty.")


def need_open(state: TableState) -> None:
    """A table where the game has not begun."""
    need_not_closed(state)
    if state.status != "open":
        raise conflict("The game has started already.", "Gra już się zaczęła.")


def need_playing(state: TableState) -> None:
    """A game that is on."""
    need_not_closed(state)
    if state.status == "playing":
        return
    if state.status == "open":
        raise conflict("The game has not started.", "Gra jeszcze się nie zaczęła.")
    raise conflict("The game is over.", "Gra jest skończona.")


def need_voice(actor: Actor, around: Surroundings) -> None:
    """Somebody whom no operator has muted."""
    if actor.muted_until is not None and actor.muted_until > around.now:
        raise muted(actor.muted_until)


def need_host(state: TableState, actor: Actor) -> None:
    """Who opened the table."""
    if actor.person != state.host:
        raise forbidden(
            "Only who opened the table may do that.", "Może to zrobić tylko gospodarz stołu."
        )


def need_seated(state: TableState, actor: Actor) -> list[int]:
    """Somebody who sits there: return their seats."""
    seats = state.seats_of(actor.person)
    if not seats:
        raise forbidden("You do not sit at this table.", "Nie siedzisz przy tym stole.")
    return seats


def need_own_seat(state: TableState, actor: Actor, seat: int) -> None:
    """A seat of their own."""
    if seat not in state.seats_of(actor.person):
        raise forbidden("That is not your seat.", "To nie jest twoje miejsce.")


def members_only() -> Denial:
    """Return what is said where a rated game is not for those who sit there."""
    return forbidden(
        "A rated game is for different people with accounts, without bots.",
        "Gra rankingowa jest dla różnych osób z kontami, bez botów.",
    )
