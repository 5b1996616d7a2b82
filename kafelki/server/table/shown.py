"""What a viewer may see of a table: made from allow-lists, the only way out of the server.

A viewer is a person with the seat through whose eyes they look, or nobody's seat.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from kafelki.play.record import LOT, record_of
from kafelki.play.view import EVERYTHING, Viewer, common_view, event_views, view_of
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.decide import chat_policy
from kafelki.server.table.entries import Entry
from kafelki.server.table.entry_views import PUBLIC
from kafelki.server.table.state import Seat, TableState

Names = Mapping[str, str]


def may_see(state: TableState, person: str | None, sure: int) -> bool:
    """Whether somebody may know of a table.

    A daily challenge is the same for all: until its day is over, only who plays it may look.
    """
    return may_know(state.secret.daily, state.people, person, sure)


def may_know(daily: str | None, people: Collection[str], person: str | None, sure: int) -> bool:
    """Whether somebody may know of a table of some people, of a day's challenge or of none."""
    if daily is None or day_is_over(daily, sure):
        return True
    return person is not None and person in people


def seed_is_out(state: TableState, sure: int) -> bool:
    """Whether a table's seed may be known: after its end, and that of a daily one's day."""
    daily = state.secret.daily
    return state.status == "over" and (daily is None or day_is_over(daily, sure))


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
        "seats": [_seat_view(seat, names, here, members) for seat in state.seats],
        "commitment": state.game.commitment,
        "salt": state.game.salt.hex(),
        "seed": state.secret.seed.hex() if seed_is_out else None,
        "number": state.number,
        "after": state.after,
        "created": state.entries[0].time,
        "ended": state.ended_at,
        "clock": _clock_view(state),
        "proposal": _proposal_view(state),
        "hints": _told_hints(state),
        "places": state.places,
        "rematch": state.rematch,
    }


def _seat_view(
    seat: Seat, names: Names, here: Collection[str], members: Collection[str]
) -> dict[str, Any]:
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


def eyes(state: TableState, person: str | None, seat: int | None) -> Viewer:
    """Return the viewer of the game that somebody is: through which seat they may look.

    Of several seats of one's own, the one asked for, else the one to act, else the first.
    """
    if state.status == "over":
        return EVERYTHING
    own = state.seats_of(person)
    if seat is not None and seat in own:
        return seat
    return next((k for k in own if k in state.to_act), own[0] if own else None)


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

    What the moves would bring stays a NumPy table: the writer of JSON takes it as it is.
    """
    if common is None:
        return None
    shown = view_of(state.game, viewer, common, rows=lambda table: table)
    shown["after"] = state.after  # the log counts on as it did, also when all is told
    if state.status == "over" and not isinstance(viewer, int):
        shown["to_act"] = []  # a game that was given up has nobody to move
    return shown


def record_seats(seats: Iterable[Seat], names: Names) -> list[dict[str, Any]]:
    """Return the seats as a record names them."""
    return [
        {"name": seat.bot, "bot": seat.bot}
        if seat.bot
        else {"name": seat.label or names.get(seat.person or "", "?")}
        for seat in seats
    ]


def entry_views(
    state: TableState,
    viewer: Viewer,
    since: int,
    hears: Callable[[str], bool] = lambda person: True,
) -> list[dict[str, Any]]:
    """Return the log's entries from a number on, as a viewer may see them.

    `hears` says whether the viewer wants to read what a person writes.
    """
    first = bisect_left(state.event_entries, since)
    unspoken = set(state.unspoken)
    numbers = [k for k in range(first, len(state.event_entries)) if k not in unspoken]
    views = event_views(state.game, viewer, numbers)
    events = {state.event_entries[k]: each for k, each in zip(numbers, views, strict=True)}
    choices = {state.event_entries[k]: state.game.events[k] for k in unspoken}
    shown = [
        _entry_view(state, viewer, entry, events.get(entry.number))
        for entry in state.entries[since:]
        if entry.number in events or not _is_untold(state, entry)
        if entry.kind != "chat" or hears(entry.data["person"])
    ]
    for view in shown:
        choice = choices.get(view["number"])
        if choice is not None and viewer in (choice.seat, EVERYTHING):
            view["unspoken"] = choice.as_json()
    return shown


def _entry_view(
    state: TableState, viewer: Viewer, entry: Entry, event: Mapping[str, Any] | None
) -> dict[str, Any]:
    shown: dict[str, Any] = {"number": entry.number, "kind": entry.kind, "time": entry.time}
    if entry.kind in ("move", "chance"):
        return shown | {"event": event if event is not None else _undone(state, viewer, entry)}
    data = entry.data
    told = {key: data[key] for key in PUBLIC[entry.kind] if key in data}
    for key in ("event", "to"):  # of a hint, of a take-back
        if key in told:
            told[key] = state.told[entry.number]
    return shown | told


def _is_untold(state: TableState, entry: Entry) -> bool:
    """Whether an entry is of a choice that nobody is told of: older logs have such entries."""
    if entry.kind != "move":
        return False
    rules = state.header.rules
    return rules.move_number(entry.data["event"]["move"]) in rules.unspoken


def _undone(state: TableState, viewer: Viewer, entry: Entry) -> dict[str, Any]:
    """Return what was taken back, as far as the viewer had seen it.

    Where seats act at once, nobody else has seen a move; others' draws stay hidden.
    """
    event = dict(entry.data["event"])
    rules = state.header.rules
    if viewer not in (EVERYTHING, event.get("seat")):
        if "chance" in event:
            word = event["chance"].split(" ")[0]
            event |= {"chance": word} if word in rules.hidden_outcomes else {}
        elif rules.simultaneous:
            event["move"] = None
    return event | {"undone": True}


def first_changed(before: TableState, after: TableState) -> int:
    """Return the number of the first entry that looks different after than before.

    That is the first new one; but what nobody was told of shows once the game is over, and
    where seats act at once, the moves that were hidden show once the last is made.
    """
    if before.status != "playing":
        return before.number
    if after.status == "over" and before.unspoken:
        return before.event_entries[before.unspoken[0]]
    if not after.header.rules.simultaneous:
        return before.number
    hidden = before.number
    for number in reversed(before.event_entries):
        if before.entries[number].kind != "move":
            break
        hidden = number
    return hidden if _revealed_since(before, after) else before.number


def _revealed_since(before: TableState, after: TableState) -> bool:
    return after.status == "over" or any(
        entry.kind == "chance" for entry in after.entries[before.number :]
    )


def settled_events(state: TableState) -> int:
    """Return how many of the game's events are history: none of them hidden for being new.

    Where seats act at once, the moves since the last draw are still under way.
    """
    events = state.game.events
    count = len(events)
    if state.status == "playing" and state.header.rules.simultaneous:
        while count and not events[count - 1].is_chance:
            count -= 1
    return count


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
        extra["hints"] = list(state.hints) if state.status == "over" else _told_hints(state)
    if state.status == "over" and game.result is None:
        extra["ended"] = {"places": state.places, "resigned": _resignations(state)}
    elif any(seat.resigned for seat in state.seats):
        extra["resigned"] = _resignations(state)
    return data | extra


def _told_hints(state: TableState) -> list[dict[str, int]]:
    """Return which seat had a hint after how many events, as everybody counts them."""
    return [hint | {"event": state.as_told(hint["event"])} for hint in state.hints]


def _resignations(state: TableState) -> list[dict[str, Any]]:
    return [
        {"seat": k, "why": seat.resigned} for k, seat in enumerate(state.seats) if seat.resigned
    ]


def _started_at(state: TableState) -> int | None:
    return next((entry.time for entry in state.entries if entry.kind == "start"), None)
