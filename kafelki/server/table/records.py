"""The record of a table, as a viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kafelki.play.record import LOT, record_of
from kafelki.play.view import Viewer, event_views
from kafelki.server.table.seat import Seat
from kafelki.server.table.state import TableState

Names = Mapping[str, str]


def record(
    state: TableState, viewer: Viewer, names: Names, seed_is_out: bool = False
) -> dict[str, Any]:
    """Return a table's record as a viewer may see it: complete once the game is over."""
    game = state.game
    game.seats = record_seats(state.seats, names)
    data = record_of(game)
    if state.status != "over":
        data["events"] = event_views(game, viewer)
        data["viewer"] = viewer
    elif seed_is_out:
        data["seed"] = state.secret.seed.hex()
    else:
        data.pop("seed", None)
    extra: dict[str, Any] = {"table": state.id, "started": _started_at(state)}
    if state.secret.daily is not None:
        extra["daily"] = state.secret.daily
    if state.drawn is not None:
        extra[LOT] = state.drawn
    if state.hints:
        extra["hints"] = list(state.hints) if state.status == "over" else state.told_hints
    if state.status == "over" and game.result is None:
        extra["ended"] = {"places": state.places, "resigned": _resignations(state)}
    elif any(seat.resigned for seat in state.seats):
        extra["resigned"] = _resignations(state)
    return data | extra


def record_seats(seats: Iterable[Seat], names: Names) -> list[dict[str, Any]]:
    """Return the seats as a record names them."""
    return [
        {"name": seat.bot, "bot": seat.bot}
        if seat.bot
        else {"name": seat.label or names.get(seat.person or "", "?")}
        for seat in seats
    ]


def _resignations(state: TableState) -> list[dict[str, Any]]:
    return [
        {"seat": k, "why": seat.resigned} for k, seat in enumerate(state.seats) if seat.resigned
    ]


def _started_at(state: TableState) -> int | None:
    return next((entry.time for entry in state.entries if entry.kind == "start"), None)
