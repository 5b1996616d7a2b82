"""What must hold before a command is carried out: each raises Denial where it does not.

People can add enough to a table's log without the game going on, but not without end.
"""

from __future__ import annotations

from kafelki.server.denial import Denial, conflict, forbidden, muted
from kafelki.server.table.decision import Actor, Surroundings
from kafelki.server.table.entries import EntryKind
from kafelki.server.table.state import TableState

ASKED = 3
"""Proposals of one person between two moves, and after the game."""
ASKED_IN_ALL = 100
TAKEN_BACK = 100
SEATED = 5
"""Times that one person may sit down at a table."""
CHANGED = 200
"""Changes of seats by the host; additions to the chance of the game."""
SAID = 5000
"""What all say at a table."""


def not_closed(state: TableState) -> None:
    """A table that was not closed."""
    if state.closed_by == "operator":
        raise conflict(
            "An operator of this server has closed the table.", "Operator serwera zamknął ten stół."
        )
    if state.status == "closed":
        raise conflict("The table is closed.", "Stół jest zamknięty.")


def not_started(state: TableState) -> None:
    """A table where the game has not begun."""
    not_closed(state)
    if state.status != "open":
        raise conflict("The game has started already.", "Gra już się zaczęła.")


def playing(state: TableState) -> None:
    """A game that is on."""
    not_closed(state)
    if state.status == "playing":
        return
    if state.status == "open":
        raise conflict("The game has not started.", "Gra jeszcze się nie zaczęła.")
    raise conflict("The game is over.", "Gra jest skończona.")


def voice(actor: Actor, around: Surroundings) -> None:
    """Somebody whom no operator has muted."""
    if actor.muted_until is not None and actor.muted_until > around.now:
        raise muted(actor.muted_until)


def host(state: TableState, actor: Actor) -> None:
    """Who opened the table."""
    if actor.person != state.host:
        raise forbidden(
            "Only who opened the table may do that.", "Może to zrobić tylko gospodarz stołu."
        )


def seated(state: TableState, actor: Actor) -> list[int]:
    """Somebody who sits there: return their seats."""
    seats = state.seats_of(actor.person)
    if not seats:
        raise forbidden("You do not sit at this table.", "Nie siedzisz przy tym stole.")
    return seats


def own_seat(state: TableState, actor: Actor, seat: int) -> None:
    """A seat of their own."""
    if seat not in state.seats_of(actor.person):
        raise forbidden("That is not your seat.", "To nie jest twoje miejsce.")


def members_only() -> Denial:
    """Return what is said where a rated game is not for those who sit there."""
    return forbidden(
        "A rated game is for different people with accounts, without bots.",
        "Gra rankingowa jest dla różnych osób z kontami, bez botów.",
    )


def fewer(state: TableState, kind: EntryKind, most: int, english: str, polish: str) -> None:
    """Fewer entries of a kind than there may be; else it is said that this is enough."""
    if sum(entry.kind == kind for entry in state.entries) >= most:
        raise conflict(english, polish)


def may_ask(state: TableState, actor: Actor) -> None:
    """Somebody who has not asked the others for too much."""
    asked = _numbers(state, "propose", actor)
    last = state.event_entries[-1] if state.event_entries else 0
    if len(asked) >= ASKED_IN_ALL:
        raise conflict(
            "You have asked a hundred times in this game: that is enough.",
            "W tej grze padło już sto twoich próśb: wystarczy.",
        )
    if sum(number > last for number in asked) < ASKED:
        return
    if state.status == "over":
        raise conflict(
            "You have asked three times already.", "Padły już trzy twoje prośby: wystarczy."
        )
    raise conflict(
        "You have asked three times since the last move. Ask again after the next one.",
        "Od ostatniego ruchu padły już trzy twoje prośby. Poproś znowu po następnym.",
    )


def may_sit(state: TableState, actor: Actor) -> None:
    """Somebody who has not sat down too often."""
    if len(_numbers(state, "sit", actor)) >= SEATED:
        raise conflict(
            "You have sat down at this table five times already: that is enough.",
            "Przy tym stole można usiąść najwyżej pięć razy.",
        )


def _numbers(state: TableState, kind: EntryKind, actor: Actor) -> list[int]:
    """Return the numbers of the entries of a kind that are of one person."""
    return [
        entry.number
        for entry in state.entries
        if entry.kind == kind and entry.data["person"] == actor.person
    ]
