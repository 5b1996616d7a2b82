"""New tables, and the commands before the start: who sits where, and beginning."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from kafelki.bots.registry import levels_of
from kafelki.play.chance import drawn_to_start
from kafelki.play.header import Header
from kafelki.server.denial import conflict, forbidden, malformed
from kafelki.server.ids import new_id
from kafelki.server.names import checked_name
from kafelki.server.table import commands, need
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.entries import Entry
from kafelki.server.table.moving import deal
from kafelki.server.table.seat import Seat
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.state import Secret, TableState
from kafelki.server.table.versions import FORMAT


def sit(decision: Decision, actor: Actor, command: commands.Sit, around: Surroundings) -> None:
    """Let somebody take a seat, and add to the chance of the game."""
    state = decision.state
    need.not_started(state)
    if state.seats_of(actor.person):
        raise conflict("You already sit at this table.", "Już siedzisz przy tym stole.")
    need.may_sit(state, actor)
    if state.settings.rated and not actor.member:
        raise need.members_only()
    seat = command.seat
    if seat is None:
        seat = next((k for k, each in enumerate(state.seats) if each.is_open), None)
    if seat is None or seat >= len(state.seats) or not state.seats[seat].is_open:
        raise conflict("That seat is taken.", "To miejsce jest zajęte.")
    decision.add("sit", seat=seat, person=actor.person)
    if command.salt is not None:
        decision.add("salt", seat=seat, salt=command.salt)


def leave(decision: Decision, actor: Actor, command: commands.Leave, around: Surroundings) -> None:
    """Let somebody leave; a table that nobody sits at is closed."""
    state = decision.state
    need.not_started(state)
    seats = need.seated(state, actor)
    for seat in seats:
        decision.add("leave", seat=seat)
    if not state.people:
        decision.add("close")


def fill(decision: Decision, actor: Actor, command: commands.Fill, around: Surroundings) -> None:
    """Let the host give a seat to a bot or to somebody on their device, or open it."""
    state = decision.state
    need.not_started(state)
    need.host(state, actor)
    need.fewer(
        state,
        "fill",
        need.CHANGED,
        "The seats have been changed too often. Start the game, or open another table.",
        "Miejsca zmieniano już zbyt wiele razy. Zacznij grę albo otwórz inny stół.",
    )
    if command.seat >= len(state.seats):
        raise conflict("There is no such seat.", "Nie ma takiego miejsca.")
    there = state.seats[command.seat]
    if there.person is not None and there.person != actor.person:
        raise conflict("Somebody sits there.", "Ktoś tam siedzi.")
    if command.label is not None:
        need.voice(actor, around)
    seat = new_seat(state.header.game, actor.person, command.bot, command.label)
    if state.settings.rated and not seat.is_open:
        raise need.members_only()
    decision.add("fill", seat=command.seat, **{"with": seat.as_json()})


def new_seat(game: str, person: str, bot: str | None, label: str | None) -> Seat:
    """Return a seat for a bot, for a second person on somebody's device, or an open one."""
    if bot is not None and label is not None:
        raise malformed(
            "A seat is for a bot or for a person, not for both.",
            "Miejsce jest dla bota albo dla osoby, nie dla obojga naraz.",
        )
    if bot is not None:
        levels = [level.id for level in levels_of(game)]
        if bot not in levels:
            raise malformed(
                f"There is no bot of that name; there are {', '.join(levels)}.",
                f"Nie ma takiego bota; są {', '.join(levels)}.",
            )
        return Seat(bot=bot)
    if label is not None:
        return Seat(person=person, label=checked_name(label))
    return Seat()


def add_salt(
    decision: Decision, actor: Actor, command: commands.AddSalt, around: Surroundings
) -> None:
    """Let somebody add to the chance of the game."""
    state = decision.state
    need.not_started(state)
    seat = need.seated(state, actor)[0]
    need.fewer(
        state,
        "salt",
        need.CHANGED,
        "Enough has been added to the chance of this game.",
        "Do losowania tej gry dodano już dość.",
    )
    decision.add("salt", seat=seat, salt=command.salt)


def start(decision: Decision, actor: Actor, command: commands.Start, around: Surroundings) -> None:
    """Let the host begin."""
    state = decision.state
    need.not_started(state)
    need.host(state, actor)
    if state.settings.rated and command.first is not None:
        raise forbidden(
            "In a rated game it is drawn by lot who starts.",
            "W grze rankingowej o tym, kto zaczyna, decyduje losowanie.",
        )
    begin(decision, around.members, command.first)


def begin(decision: Decision, members: Collection[str], first: int | None = None) -> None:
    """Start the game and deal; Denial while a seat is empty.

    The seat that is to start becomes seat 0, and the others follow as they sit: it is the one
    that is named, or drawn by lot where one of several moves first.
    """
    state = decision.state
    if any(seat.is_open for seat in state.seats):
        raise conflict(
            "A seat is still empty: wait for somebody, or give it to a bot.",
            "Jedno z miejsc jest wolne: poczekaj na kogoś albo posadź tam bota.",
        )
    if not state.people:
        raise conflict("Nobody sits at the table.", "Przy stole nikogo nie ma.")
    if state.settings.rated:
        whole = len(state.people) == len(state.seats) > 1
        if not whole or any(person not in members for person in state.people):
            raise need.members_only()
    salt = "".join(state.salts[seat] for seat in sorted(state.salts))
    decision.add("start", salt=salt, **_first(state, salt, first))
    deal(decision)


def _first(state: TableState, salt: str, chosen: int | None) -> dict[str, Any]:
    """Return what the log says of who starts."""
    if chosen is not None:
        if chosen >= len(state.seats):
            raise conflict("There is no such seat.", "Nie ma takiego miejsca.")
        return {"first": chosen}
    if not state.header.has_a_first:
        return {}
    drawn = drawn_to_start(state.secret.seed, bytes.fromhex(salt), len(state.seats))
    return {"first": drawn, "lot": True}


def close(decision: Decision, actor: Actor, command: commands.Close, around: Surroundings) -> None:
    """Let the host give the table up."""
    need.not_started(decision.state)
    need.host(decision.state, actor)
    decision.add("close")


def opened(
    header: Header,
    settings: TableSettings,
    host: str,
    seats: Iterable[Seat],
    now: int,
    secret: Secret | None = None,
) -> TableState:
    """Return a new table: nothing but its first entry, which says by which versions it is."""
    first = {
        "format": FORMAT,
        "rules": header.rules.version,
        "game": header.game,
        "players": header.players,
        "variant": header.variant,
        "options": dict(header.options),
        "settings": settings.as_opened().model_dump(),
        "host": host,
        "seats": [seat.as_json() for seat in seats],
    }
    entry = Entry.of(0, "open", now, first)
    return TableState.of(new_id(), secret or Secret.fresh(), [entry])


def rematch_of(old: TableState, now: int, members: Iterable[str]) -> TableState:
    """Return a table for the same people and bots, every seat moved on by one, and started.

    Who starts was drawn once: now it goes round.
    """
    seats = old.seats[-1:] + old.seats[:-1]
    state = opened(old.header, old.settings, old.host, seats, now)
    begin(Decision(state, now), set(members), first=0)
    return state
