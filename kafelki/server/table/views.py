"""A table, its game and its record as a viewer may see them: projections made from allow-lists.

This and `entry_views` are the only way out of the server. A viewer is a person with
the seat through whose eyes they look, or nobody's seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from kafelki.play.record import LOT, record_of
from kafelki.play.view import Viewer, common_view, event_views, view_of, with_counted
from kafelki.server.table.chatting import chat_policy
from kafelki.server.table.seat import Seat
from kafelki.server.table.state import TableState

Names = Mapping[str, str]


def table_view(
    state: TableState,
    names: Names,
    here: Collection[str] = (),
    seed_is_out: bool = False,
    members: Collection[str] = (),
) -> dict[str, Any]:
    """Return a table as everybody may see it, without the game on it."""
    return {
        "id": state.id,
        "status": state.status,
        "game": state.header.game,
        "players": state.header.players,
        "variant": state.header.variant,
        "options": dict(state.header.options),
        "settings": state.settings.model_dump() | {"chat": chat_policy(state)},
        "daily": state.secret.daily,
        "host": state.host,
        "seats": [seat_view(seat, names, here, members) for seat in state.seats],
        "commitment": state.game.commitment,
        "salt": state.game.salt.hex(),
        "seed": state.secret.seed.hex() if seed_is_out else None,
        "number": state.number,
        "after": state.after,
        "created": state.entries[0].time,
        "ended": state.ended_at,
        "clock": _clock_view(state),
        "proposal": _proposal_view(state),
        "hints": state.told_hints,
        "places": state.places,
        "rematch": state.rematch,
    }


def seat_view(
    seat: Seat, names: Names, here: Collection[str], members: Collection[str]
) -> dict[str, Any]:
    """Return who plays a seat, as everybody may see it."""
    name = seat.label or (names.get(seat.person, "?") if seat.person else None)
    return {
        "person": seat.person,
        "name": name,
        "member": seat.label is None and seat.person in members,
        "bot": seat.bot,
        "hot_seat": seat.label is not None,
        "stand_in": seat.stand_in,
        "resigned": seat.resigned,
        "here": seat.person in here if seat.person else None,
    }


def _clock_view(state: TableState) -> dict[str, Any] | None:
    clock = state.clock
    if clock is None:
        return None
    return {
        "left": list(clock.left),
        "running": sorted(clock.running) if state.status == "playing" else [],
        "since": clock.since,
    }


def _proposal_view(state: TableState) -> dict[str, Any] | None:
    proposal = state.proposal
    if proposal is None:
        return None
    return {
        "number": proposal.number,
        "what": proposal.what,
        "seat": proposal.seat,
        "person": proposal.person,
        "agreed": sorted(proposal.agreed),
    }


def common_game_view(state: TableState, names: Names) -> dict[str, Any] | None:
    """Return what of the game all viewers see in the same way; nothing before the start."""
    if state.status not in ("playing", "over"):
        return None
    state.game.seats = record_seats(state.seats, names)
    return common_view(state.game)


def game_view(
    state: TableState, viewer: Viewer, common: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Return the game as a viewer may see it, with what all see; nothing before the start.

    What the moves would bring stays a NumPy array: the writer of JSON takes it as it is.
    """
    if common is None:
        return None
    shown = view_of(state.game, viewer, common, rows=lambda array: array)
    shown["after"] = state.after  # the log counts on as it did, also when all is told
    if state.status == "over" and not isinstance(viewer, int):
        shown["to_act"] = []  # a game that was given up has nobody to move
    return with_counted(state.game, viewer, shown)


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
