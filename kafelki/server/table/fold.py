"""What each entry of a log does to a table: its state is a fold over them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import play_event
from kafelki.play.view import is_unspoken
from kafelki.server.table.clock import Clock
from kafelki.server.table.entries import Entry
from kafelki.server.table.seat import Proposal, Seat
from kafelki.server.table.settings import TableSettings

if TYPE_CHECKING:
    from kafelki.server.table.state import TableState


def apply(state: TableState, entry: Entry) -> None:
    """Let one more thing happen: decided just now, or read from a log (see `reading`)."""
    if entry.number != state.number:
        raise ValueError(f"entry {entry.number} cannot follow {state.number - 1}")
    _APPLY[entry.kind](state, entry)
    state.entries.append(entry)
    state.changed_at = entry.time
    _end_if_over(state, entry)
    if state.clock is not None and entry.kind != "chat":
        _run_clock(state, entry)


def _opened(state: TableState, entry: Entry) -> None:
    data = entry.data
    state.format = data.get("format", 1)
    state.header = Header(data["game"], data["players"], data["variant"], data["options"])
    state.settings = TableSettings.model_validate(data["settings"])
    state.host = data["host"]
    state.seats = [Seat(**seat) for seat in data["seats"]]
    state.game = Game(state.header, seed=state.secret.seed)


def _sat(state: TableState, entry: Entry) -> None:
    state.seats[entry.data["seat"]] = Seat(person=entry.data["person"])


def _left(state: TableState, entry: Entry) -> None:
    state.seats[entry.data["seat"]] = Seat()
    state.salts.pop(entry.data["seat"], None)
    if state.people and state.host not in state.people:
        state.host = state.people[0]


def _filled(state: TableState, entry: Entry) -> None:
    state.seats[entry.data["seat"]] = Seat(**entry.data["with"])
    state.salts.pop(entry.data["seat"], None)


def _salted(state: TableState, entry: Entry) -> None:
    state.salts[entry.data["seat"]] = entry.data["salt"]


def _started(state: TableState, entry: Entry) -> None:
    data = entry.data
    state.game = Game(state.header, seed=state.secret.seed, salt=bytes.fromhex(data["salt"]))
    first = data.get("first", 0)
    state.seats = state.seats[first:] + state.seats[:first]
    state.drawn = first if data.get("lot") else None
    state.status = "playing"
    if state.settings.clock is not None:
        state.clock = Clock.started(state.settings.clock, len(state.seats), entry.time)


def _happened(state: TableState, entry: Entry) -> None:
    data = entry.data
    for event in (data.get("unspoken"), data["event"]):
        if event is not None:
            played = play_event(state.game, event)
            if is_unspoken(played):
                state.unspoken.append(len(state.event_entries))
            state.event_entries.append(entry.number)
            if not played.is_chance:
                seat = state.seats[played.seat]
                state.stood_in |= seat.stand_in is not None and seat.resigned is None
                _forget_proposal(state, "take-back")


def _resigned(state: TableState, entry: Entry) -> None:
    seat = entry.data["seat"]
    state.seats[seat] = replace(
        state.seats[seat], resigned=entry.data["why"], stand_in=entry.data.get("bot")
    )
    _forget_proposal(state, "take-back", "stand-in")


def _proposed(state: TableState, entry: Entry) -> None:
    data = entry.data
    state.proposal = Proposal(
        entry.number, data["what"], data["seat"], data["person"], frozenset({data["person"]})
    )


def _answered(state: TableState, entry: Entry) -> None:
    if state.proposal is None:
        return
    if not entry.data["agree"]:
        state.proposal = None
        return
    agreed = state.proposal.agreed | {entry.data["person"]}
    state.proposal = replace(state.proposal, agreed=agreed)


def _took_back(state: TableState, entry: Entry) -> None:
    to = entry.data["to"]
    state.told[entry.number] = state.as_told(to)
    state.game.go_to(to)
    state.game.forget_later()
    del state.event_entries[to:]
    del state.unspoken[bisect_left(state.unspoken, to) :]
    state.taken_back += 1
    state.proposal = None


def _stood_in(state: TableState, entry: Entry) -> None:
    seat = entry.data["seat"]
    state.seats[seat] = replace(state.seats[seat], stand_in=entry.data["bot"])
    state.proposal = None


def _returned(state: TableState, entry: Entry) -> None:
    for seat in entry.data["seats"]:
        state.seats[seat] = replace(state.seats[seat], stand_in=None)
    _forget_proposal(state, "stand-in")


def _hinted(state: TableState, entry: Entry) -> None:
    state.told[entry.number] = state.as_told(entry.data["event"])
    state.hints.append({"seat": entry.data["seat"], "event": entry.data["event"]})


def _rematched(state: TableState, entry: Entry) -> None:
    state.rematch = entry.data["table"]
    state.proposal = None


def _closed(state: TableState, entry: Entry) -> None:
    state.status = "closed"
    state.closed_by = entry.data.get("by")
    state.proposal = None


def _forget_proposal(state: TableState, *kinds: str) -> None:
    if state.proposal is not None and state.proposal.what in kinds:
        state.proposal = None


def _end_if_over(state: TableState, entry: Entry) -> None:
    if state.status != "playing":
        return
    people_left = any(seat.person and seat.resigned is None for seat in state.seats)
    few = len(state.sides_left) < min(2, state.header.players)
    if state.game.over or few or not people_left:
        state.status = "over"
        state.ended_at = entry.time
        state.proposal = None


def _run_clock(state: TableState, entry: Entry) -> None:
    assert state.clock is not None
    moved = entry.data["event"]["seat"] if entry.kind == "move" else None
    running = [seat for seat in state.to_act if state.seats[seat].machine is None]
    state.clock = state.clock.at(entry.time, running, moved)


_APPLY: Mapping[str, Callable[[TableState, Entry], None]] = {
    "open": _opened,
    "sit": _sat,
    "leave": _left,
    "fill": _filled,
    "salt": _salted,
    "start": _started,
    "move": _happened,
    "chance": _happened,
    "resign": _resigned,
    "propose": _proposed,
    "answer": _answered,
    "take-back": _took_back,
    "stand-in": _stood_in,
    "return": _returned,
    "hint": _hinted,
    "chat": lambda state, entry: None,
    "rematch": _rematched,
    "close": _closed,
}
