"""The log as a viewer may see it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any

from kafelki.play.view import EVERYTHING, Viewer, event_views
from kafelki.server.table.entries import PUBLIC, Entry
from kafelki.server.table.state import TableState


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
        seen = dict(event) if event is not None else _undone(state, viewer, entry)
        if entry.number in state.gains:
            seen["gained"] = state.gains[entry.number]
        return shown | {"event": seen}
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
    drawn = any(entry.kind == "chance" for entry in after.entries[before.number :])
    return hidden if after.status == "over" or drawn else before.number


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
