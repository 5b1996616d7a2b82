"""Commands in the game: moves, of people and of bots, hints for them, and giving up."""

from __future__ import annotations

from kafelki.bots.registry import advisers_of, levels_of
from kafelki.play.game import Event, Move
from kafelki.play.refusal import Refusal
from kafelki.play.view import is_unspoken
from kafelki.server.denial import Denial, conflict, denial_of, forbidden, malformed
from kafelki.server.table import commands, need
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.state import TableState

STAND_IN = 3
"""The level of the bot that plays for somebody; the highest below where there is none so high."""


def move(decision: Decision, actor: Actor, command: commands.Move, around: Surroundings) -> None:
    """Let somebody play a move; who was stood in for is back by it."""
    state = decision.state
    need.playing(state)
    seats = need.seated(state, actor)
    seat = command.seat
    if seat is None:
        acting = [k for k in seats if k in state.to_act]
        if len(acting) > 1:
            raise malformed(
                "Say which of your seats moves.", "Podaj, z którego miejsca jest ten ruch."
            )
        seat = (acting or seats)[0]
    need.own_seat(state, actor, seat)
    if state.seats[seat].resigned:
        raise conflict("You have given up.", "Gra została przez ciebie poddana.")
    if state.clock is not None and state.clock.has_run_out(seat, decision.now):
        raise conflict("Your time has run out.", "Twój czas minął.")
    if state.seats[seat].stand_in is not None:
        decision.add("return", seats=stood_in_for(state, seats))
    play(decision, seat, command.move, command.expected)


def bot_move(state: TableState, seat: int, move: str, asked: TableState, now: int) -> Decision:
    """Return what a bot's move leads to; Denial when it is not that bot's turn any more.

    `asked` is the table as it was when the bot began to think.
    """
    if asked.taken_back != state.taken_back:
        raise conflict("That move was taken back.", "Ten ruch cofnięto.")
    if state.status != "playing" or state.seats[seat].acting_bot is None:
        raise conflict("No bot is to move here.", "Żaden bot nie ma tu ruchu.")
    decision = Decision(state.copy(), now)
    play(decision, seat, move, asked.after)
    return decision


def play(decision: Decision, seat: int, move: str, expected: int) -> None:
    """Play a move of a seat, and what chance adds to it."""
    state = decision.state
    check_current(state, seat, expected)
    try:
        event = state.game.planned(move, seat)
    except Refusal as refusal:
        raise denial_of(refusal) from None
    if is_unspoken(event):
        _draw_after(decision, event)
    else:
        decision.add("move", event=event.as_json())
    deal(decision)


def _draw_after(decision: Decision, unspoken: Event) -> None:
    """Let a seat choose something that nobody announces: the log has it with the next draw."""
    ahead = decision.state.game.copy()
    ahead.play(Move(unspoken.game, unspoken.number), unspoken.seat)
    decision.add("chance", event=ahead.fair_event().as_json(), unspoken=unspoken.as_json())


def check_current(state: TableState, seat: int, expected: int) -> None:
    """Raise Denial when the game has gone on since it had `expected` events.

    Where seats act at once, the others' moves since then change nothing for a seat.
    """
    current = expected == state.after
    if expected < state.after and state.header.rules.simultaneous:
        since = state.game.events[state.events_at(expected) :]
        current = all(not event.is_chance and event.seat != seat for event in since)
    if not current:
        raise Denial(
            "stale",
            f"The game has gone on: it has {state.after} events, not {expected}.",
            f"Gra poszła dalej: liczba zdarzeń to {state.after}, a nie {expected}.",
        )


def deal(decision: Decision) -> None:
    """Draw whatever is due."""
    while decision.state.game.chance_due:
        decision.add("chance", event=decision.state.game.fair_event().as_json())


def resign(
    decision: Decision, actor: Actor, command: commands.Resign, around: Surroundings
) -> None:
    """Let somebody give up, at one of their seats or at all."""
    state = decision.state
    need.playing(state)
    seats = need.seated(state, actor)
    if command.seat is not None:
        need.own_seat(state, actor, command.seat)
        seats = [command.seat]
    playing = [seat for seat in seats if state.seats[seat].resigned is None]
    if not playing:
        raise conflict("You have given up already.", "Gra została już przez ciebie poddana.")
    for seat in playing:
        if decision.state.status == "playing":
            give_up(decision, seat, "resigned")


def time_out(state: TableState, now: int) -> Decision | None:
    """Return what happens because somebody's time has run out, if it has."""
    late = () if state.clock is None else state.clock.overdue(now)
    if not late or state.status != "playing":
        return None
    decision = Decision(state.copy(), now)
    for seat in late:
        give_up(decision, seat, "time")
    return decision


def stand_in_for(game: str) -> str:
    """Return the bot that plays for somebody who is away, or has given up."""
    return levels_of(game)[:STAND_IN][-1].id


def give_up(decision: Decision, seat: int, why: str) -> None:
    """Let a seat give up; a bot plays on for it where others still play."""
    decision.add("resign", seat=seat, why=why, bot=stand_in_for(decision.state.header.game))


def return_(
    decision: Decision, actor: Actor, command: commands.Return, around: Surroundings
) -> None:
    """Let somebody take their seats back from the bots that stood in."""
    state = decision.state
    need.playing(state)
    seats = stood_in_for(state, need.seated(state, actor))
    if not seats:
        raise conflict("Nobody stands in for you.", "Nikt cię nie zastępuje.")
    decision.add("return", seats=seats)


def stood_in_for(state: TableState, seats: list[int]) -> list[int]:
    """Return those of some seats that a bot plays while their person is away."""
    return [k for k in seats if state.seats[k].stand_in and state.seats[k].resigned is None]


def check_hint(state: TableState, actor: Actor, seat: int) -> None:
    """Raise Denial unless somebody may have a hint for a seat now."""
    need.own_seat(state, actor, seat)
    need.playing(state)
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
