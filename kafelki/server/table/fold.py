"""What each entry of a log does to a table: its state is a fold over them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import play_event
from kafelki.play.view import is_unspoken
from kafelki.server.table.clock import TimeLeft
from kafelki.server.table.entries import Entry
from kafelki.server.table.seat import Proposal, Seat
from kafelki.server.table.settings import TableSettings

if TYPE_CHECKING:
    from kafelki.server.table.state import TableState


def apply(state: TableState, entry: Entry) -> None:
    """Let one more thing happen: decided just now, or read from a log (see `reading`)."""
    if entry.number != state.number:
        raise ValueError(f"entry {entry.number} cannot follow {state.number - 1}")
    _happen(state, entry)
    state.entries.append(entry)
    state.changed_at = entry.time
    _end_if_over(state, entry)
    if state.clock is not None and entry.kind != "chat":
        _run_clock(state, entry)


def _happen(state: TableState, entry: Entry) -> None:
    match entry.kind, entry.data:
        case "move" | "chance", data:
            for event in filter(None, (data.get("unspoken"), data["event"])):
                _play(state, entry, event)
        case "open", data:
            _open(state, data)
        case "sit", {"seat": seat, "person": person}:
            state.seats[seat] = Seat(person=person)
        case "leave", {"seat": seat}:
            state.seats[seat] = Seat()
            state.salts.pop(seat, None)
            if state.people and state.host not in state.people:
                state.host = state.people[0]
        case "fill", {"seat": seat, "with": given}:
            state.seats[seat] = Seat(**given)
            state.salts.pop(seat, None)
        case "salt", {"seat": seat, "salt": salt}:
            state.salts[seat] = salt
        case "start", data:
            _start(state, data, entry.time)
        case "resign", {"seat": seat, "why": why, **rest}:
            state.seats[seat] = replace(state.seats[seat], resigned=why, stand_in=rest.get("bot"))
            _forget_proposal(state, "take-back", "stand-in")
        case "propose", {"what": what, "seat": seat, "person": person}:
            state.proposal = Proposal(entry.number, what, seat, person, frozenset({person}))
        case "answer", {"agree": False}:
            state.proposal = None
        case "answer", {"person": person} if state.proposal is not None:
            state.proposal = replace(state.proposal, agreed=state.proposal.agreed | {person})
        case "take-back", {"to": to}:
            _take_back(state, to, entry.number)
        case "stand-in", {"seat": seat, "bot": bot}:
            state.seats[seat] = replace(state.seats[seat], stand_in=bot)
            state.proposal = None
        case "return", {"seats": seats}:
            for seat in seats:
                state.seats[seat] = replace(state.seats[seat], stand_in=None)
            _forget_proposal(state, "stand-in")
        case "hint", {"seat": seat, "event": events}:
            state.told[entry.number] = state.as_told(events)
            state.hints.append({"seat": seat, "event": events})
        case "rematch", {"table": table}:
            state.rematch = table
            state.proposal = None
        case "close", data:
            state.status = "closed"
            state.closed_by = data.get("by")
            state.proposal = None


def _open(state: TableState, data: dict[str, Any]) -> None:
    state.format = data.get("format", 1)
    state.header = Header(data["game"], data["players"], data["variant"], data["options"])
    state.settings = TableSettings.model_validate(data["settings"])
    state.host = data["host"]
    state.seats = [Seat(**seat) for seat in data["seats"]]
    state.game = Game(state.header, seed=state.secret.seed)


def _start(state: TableState, data: dict[str, Any], now: int) -> None:
    state.game = Game(state.header, seed=state.secret.seed, salt=bytes.fromhex(data["salt"]))
    first = data.get("first", 0)
    state.seats = state.seats[first:] + state.seats[:first]
    state.drawn = first if data.get("lot") else None
    state.status = "playing"
    if state.settings.clock is not None:
        state.clock = TimeLeft.started(state.settings.clock, len(state.seats), now)


def _play(state: TableState, entry: Entry, event: dict[str, Any]) -> None:
    scores = state.game.scores
    played = play_event(state.game, event)
    if is_unspoken(played):
        state.unspoken.append(len(state.event_entries))
    state.event_entries.append(entry.number)
    if not played.is_chance:
        pairs = zip(scores[played.seat], state.game.scores[played.seat], strict=True)
        gained = [after - before for before, after in pairs]
        # Where all act at once, what a move brings shows at the end of the round.
        if any(gained) and not state.header.rules.simultaneous:
            state.gains[entry.number] = gained
        seat = state.seats[played.seat]
        state.stood_in |= seat.stand_in is not None and seat.resigned is None
        _forget_proposal(state, "take-back")


def _take_back(state: TableState, to: int, number: int) -> None:
    state.told[number] = state.as_told(to)
    state.game.go_to(to)
    state.game.forget_later()
    del state.event_entries[to:]
    del state.unspoken[bisect_left(state.unspoken, to) :]
    state.taken_back += 1
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
    running = [seat for seat in state.to_act if state.seats[seat].acting_bot is None]
    state.clock = state.clock.at(entry.time, running, moved)
