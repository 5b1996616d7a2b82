"""Who may know of a table and of its seed, and through whose eyes they look."""

from __future__ import annotations

from collections.abc import Collection

from kafelki.play.view import EVERYTHING, Viewer
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.state import TableState


def may_see(state: TableState, person: str | None, trusted: int) -> bool:
    """Whether somebody may know of a table.

    A daily challenge is the same for all: until its day is over, only who plays it may look.
    """
    return may_know(state.secret.daily, state.people, person, trusted)


def may_know(daily: str | None, people: Collection[str], person: str | None, trusted: int) -> bool:
    """Whether somebody may know of a table of some people, of a day's challenge or of none."""
    if daily is None or day_is_over(daily, trusted):
        return True
    return person is not None and person in people


def seed_is_out(state: TableState, trusted: int) -> bool:
    """Whether a table's seed may be known: after its end, and that of a daily one's day."""
    daily = state.secret.daily
    return state.status == "over" and (daily is None or day_is_over(daily, trusted))


def viewer_for(state: TableState, person: str | None, seat: int | None) -> Viewer:
    """Return the viewer of the game that somebody is: through which seat they may look.

    Of several seats of one's own, the one asked for, else the one to act, else the first.
    """
    if state.status == "over":
        return EVERYTHING
    own = state.seats_of(person)
    if seat is not None and seat in own:
        return seat
    return next((k for k in own if k in state.to_act), own[0] if own else None)
