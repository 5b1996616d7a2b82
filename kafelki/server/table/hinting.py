"""Hints: who may have one, and that the log knows of it."""

from __future__ import annotations

from kafelki.bots.registry import advisers_of
from kafelki.server.denial import conflict, forbidden
from kafelki.server.table.decision import Actor, Decision
from kafelki.server.table.requirements import need_own_seat, need_playing
from kafelki.server.table.state import TableState


def check_hint(state: TableState, actor: Actor, seat: int) -> None:
    """Raise Denial unless somebody may have a hint for a seat now."""
    need_own_seat(state, actor, seat)
    need_playing(state)
    if not state.settings.hints or state.settings.rated:
        raise forbidden("Hints are off at this table.", "Przy tym stole podpowiedzi są wyłączone.")
    if not advisers_of(state.header.game):
        raise forbidden("This game has no hints.", "W tej grze nie ma podpowiedzi.")
    if seat not in state.to_act:
        raise conflict("It is not your move.", "To nie jest twój ruch.")


def hint_given(state: TableState, seat: int, now: int) -> Decision | None:
    """Return the table after a hint for a seat's move at hand; None if it was given before."""
    given = {"seat": seat, "event": len(state.game.events)}
    if given in state.hints:
        return None
    decision = Decision(state.copy(), now)
    decision.add("hint", **given)
    return decision
