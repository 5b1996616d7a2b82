"""What a command leads to: entries for the log, or a denial that says why not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from kafelki.bots.registry import advisers_of, levels_of
from kafelki.play.chance import drawn_to_start
from kafelki.play.game import Event, Move
from kafelki.play.refusal import Refusal
from kafelki.play.view import is_unspoken
from kafelki.server.denial import Denial, denial_of, muted
from kafelki.server.names import LONGEST_CHAT, checked_name, cleaned
from kafelki.server.table import bounds, commands
from kafelki.server.table.entries import Entry, Kind
from kafelki.server.table.state import Seat, TableState
from kafelki.server.table.versions import said_of

TALK = "talk"
"""The option of a game by which partners may talk; without it they are silent."""
STAND_IN = 3
"""The level of the bot that plays for somebody; the highest below where there is none so high."""


@dataclass(frozen=True)
class Actor:
    """Who sends a command: a person, and whether they have an account."""

    person: str
    member: bool = False
    muted_until: int | None = None
    """Until when an operator lets them write nothing."""


@dataclass(frozen=True)
class Surroundings:
    """What a decision may depend on beside the log: the time, and who is away."""

    now: int
    here: Collection[str] = frozenset()
    """The people who are connected to the table, or were a moment ago."""
    members: Collection[str] = frozenset()
    """The people at the table who have an account."""


@dataclass
class Outcome:
    """The table as it will be, and the entries that bring it there."""

    state: TableState
    now: int
    entries: list[Entry] = field(default_factory=list)
    rematch: bool = False
    """Whether all have agreed to play again: another table is to be made."""

    def add(self, kind: Kind, **data: Any) -> None:
        """Let something happen."""
        time = max(self.now, self.state.changed_at)  # a clock that is set back must not count
        data |= said_of(self.state.format)
        entry = Entry.of(self.state.number, kind, time, data)
        self.state.apply(entry)
        self.entries.append(entry)


def decide(
    state: TableState, actor: Actor, command: commands.Command, around: Surroundings
) -> Outcome:
    """Return what a person's command leads to; Denial when it cannot be done."""
    outcome = Outcome(state.copy(), around.now)
    _HANDLERS[type(command)](outcome, actor, command, around)
    return outcome


def machine_move(state: TableState, seat: int, move: str, asked: TableState, now: int) -> Outcome:
    """Return what a bot's move leads to; Denial when it is not that bot's turn any more.

    `asked` is the table as it was when the bot began to think.
    """
    if asked.taken_back != state.taken_back:
        raise _conflict("That move was taken back.", "Ten ruch cofnięto.")
    if state.status != "playing" or state.seats[seat].machine is None:
        raise _conflict("No bot is to move here.", "Żaden bot nie ma tu ruchu.")
    outcome = Outcome(state.copy(), now)
    _play(outcome, seat, move, asked.after)
    return outcome


def time_out(state: TableState, now: int) -> Outcome | None:
    """Return what happens because somebody's time has run out, if it has."""
    late = () if state.clock is None else state.clock.overdue(now)
    if not late or state.status != "playing":
        return None
    outcome = Outcome(state.copy(), now)
    for seat in late:
        _give_up(outcome, seat, "time")
    return outcome


def hint_given(state: TableState, seat: int, now: int) -> Outcome | None:
    """Return the table after a hint for a seat's move at hand; None if it was given before."""
    given = {"seat": seat, "event": len(state.game.events)}
    if given in state.hints:
        return None
    outcome = Outcome(state.copy(), now)
    outcome.add("hint", **given)
    return outcome


def check_hint(state: TableState, actor: Actor, seat: int) -> None:
    """Raise Denial unless somebody may have a hint for a seat now."""
    _own_seat(state, actor, seat)
    _need_playing(state)
    if not state.settings.hints or state.settings.rated:
        raise _forbidden("Hints are off at this table.", "Przy tym stole podpowiedzi są wyłączone.")
    if not advisers_of(state.header.game):
        raise _forbidden("This game has no hints.", "W tej grze nie ma podpowiedzi.")
    if seat not in state.to_act:
        raise _conflict("It is not your move.", "To nie jest twój ruch.")


# Before the start


def _sit(outcome: Outcome, actor: Actor, command: commands.Sit, around: Surroundings) -> None:
    state = outcome.state
    _need_open(state)
    if state.seats_of(actor.person):
        raise _conflict("You already sit at this table.", "Już siedzisz przy tym stole.")
    bounds.check_sitting(state, actor.person)
    if state.settings.rated and not actor.member:
        raise _members_only()
    seat = command.seat
    if seat is None:
        seat = next((k for k, each in enumerate(state.seats) if each.is_open), None)
    if seat is None or seat >= len(state.seats) or not state.seats[seat].is_open:
        raise _conflict("That seat is taken.", "To miejsce jest zajęte.")
    outcome.add("sit", seat=seat, person=actor.person)
    if command.salt is not None:
        outcome.add("salt", seat=seat, salt=command.salt)


def _leave(outcome: Outcome, actor: Actor, command: commands.Leave, around: Surroundings) -> None:
    state = outcome.state
    _need_open(state)
    seats = _need_seated(state, actor)
    for seat in seats:
        outcome.add("leave", seat=seat)
    if not state.people:
        outcome.add("close")


def _fill(outcome: Outcome, actor: Actor, command: commands.Fill, around: Surroundings) -> None:
    state = outcome.state
    _need_open(state)
    _need_host(state, actor)
    bounds.check_seats(state)
    if command.seat >= len(state.seats):
        raise _conflict("There is no such seat.", "Nie ma takiego miejsca.")
    there = state.seats[command.seat]
    if there.person is not None and there.person != actor.person:
        raise _conflict("Somebody sits there.", "Ktoś tam siedzi.")
    if command.label is not None:
        _need_voice(actor, around)
    seat = new_seat(state.header.game, actor.person, command.bot, command.label)
    if state.settings.rated and not seat.is_open:
        raise _members_only()
    outcome.add("fill", seat=command.seat, **{"with": seat.as_json()})


def new_seat(game: str, person: str, bot: str | None, label: str | None) -> Seat:
    """Return a seat for a bot, for a second person on somebody's device, or an open one."""
    if bot is not None and label is not None:
        raise Denial(
            "malformed",
            "A seat is for a bot or for a person, not for both.",
            "Miejsce jest dla bota albo dla osoby, nie dla obojga naraz.",
        )
    if bot is not None:
        levels = [level.id for level in levels_of(game)]
        if bot not in levels:
            raise Denial(
                "malformed",
                f"There is no bot of that name; there are {', '.join(levels)}.",
                f"Nie ma takiego bota; są {', '.join(levels)}.",
            )
        return Seat(bot=bot)
    if label is not None:
        return Seat(person=person, label=checked_name(label))
    return Seat()


def _salt(outcome: Outcome, actor: Actor, command: commands.AddSalt, around: Surroundings) -> None:
    state = outcome.state
    _need_open(state)
    seat = _need_seated(state, actor)[0]
    bounds.check_salts(state)
    outcome.add("salt", seat=seat, salt=command.salt)


def _start(outcome: Outcome, actor: Actor, command: commands.Start, around: Surroundings) -> None:
    state = outcome.state
    _need_open(state)
    _need_host(state, actor)
    if state.settings.rated and command.first is not None:
        raise _forbidden(
            "In a rated game it is drawn by lot who starts.",
            "W grze rankingowej o tym, kto zaczyna, decyduje losowanie.",
        )
    begin(outcome, around.members, command.first)


def begin(outcome: Outcome, members: Collection[str], first: int | None = None) -> None:
    """Start the game and deal; Denial while a seat is empty.

    The seat that is to start becomes seat 0, and the others follow as they sit: it is the one
    that is named, or drawn by lot where one of several moves first.
    """
    state = outcome.state
    if any(seat.is_open for seat in state.seats):
        raise _conflict(
            "A seat is still empty: wait for somebody, or give it to a bot.",
            "Jedno z miejsc jest wolne: poczekaj na kogoś albo posadź tam bota.",
        )
    if not state.people:
        raise _conflict("Nobody sits at the table.", "Przy stole nikogo nie ma.")
    if state.settings.rated:
        whole = len(state.people) == len(state.seats) > 1
        if not whole or any(person not in members for person in state.people):
            raise _members_only()
    salt = "".join(state.salts[seat] for seat in sorted(state.salts))
    outcome.add("start", salt=salt, **_first(state, salt, first))
    _deal(outcome)


def _first(state: TableState, salt: str, chosen: int | None) -> dict[str, Any]:
    """Return what the log says of who starts."""
    if chosen is not None:
        if chosen >= len(state.seats):
            raise _conflict("There is no such seat.", "Nie ma takiego miejsca.")
        return {"first": chosen}
    if not state.header.has_a_first:
        return {}
    drawn = drawn_to_start(state.secret.seed, bytes.fromhex(salt), len(state.seats))
    return {"first": drawn, "lot": True}


def _close(outcome: Outcome, actor: Actor, command: commands.Close, around: Surroundings) -> None:
    _need_open(outcome.state)
    _need_host(outcome.state, actor)
    outcome.add("close")


# The game


def _move(outcome: Outcome, actor: Actor, command: commands.Move, around: Surroundings) -> None:
    state = outcome.state
    _need_playing(state)
    seats = _need_seated(state, actor)
    seat = command.seat
    if seat is None:
        acting = [k for k in seats if k in state.to_act]
        if len(acting) > 1:
            raise Denial(
                "malformed",
                "Say which of your seats moves.",
                "Podaj, z którego miejsca jest ten ruch.",
            )
        seat = (acting or seats)[0]
    _own_seat(state, actor, seat)
    if state.seats[seat].resigned:
        raise _conflict("You have given up.", "Gra została przez ciebie poddana.")
    if state.clock is not None and state.clock.has_run_out(seat, outcome.now):
        raise _conflict("Your time has run out.", "Twój czas minął.")
    if state.seats[seat].stand_in is not None:
        outcome.add("return", seats=_stood_in_for(state, seats))
    _play(outcome, seat, command.move, command.expected)


def _play(outcome: Outcome, seat: int, move: str, expected: int) -> None:
    state = outcome.state
    check_current(state, seat, expected)
    try:
        event = state.game.planned(move, seat)
    except Refusal as refusal:
        raise denial_of(refusal) from None
    if is_unspoken(event):
        _draw_after(outcome, event)
    else:
        outcome.add("move", event=event.as_json())
    _deal(outcome)


def _draw_after(outcome: Outcome, unspoken: Event) -> None:
    """Let a seat choose something that nobody announces: the log has it with the next draw."""
    ahead = outcome.state.game.copy()
    ahead.play(Move(unspoken.game, unspoken.number), unspoken.seat)
    outcome.add("chance", event=ahead.fair_event().as_json(), unspoken=unspoken.as_json())


def check_current(state: TableState, seat: int, expected: int) -> None:
    """Raise Denial when the game has gone on since it had `expected` events."""
    if not _is_current(state, seat, expected):
        raise Denial(
            "stale",
            f"The game has gone on: it has {state.after} events, not {expected}.",
            f"Gra poszła dalej: liczba zdarzeń to {state.after}, a nie {expected}.",
        )


def _is_current(state: TableState, seat: int, expected: int) -> bool:
    """Whether a move was made knowing all that it had to know.

    Where seats act at once, the others' moves since then change nothing for it.
    """
    if expected >= state.after or not state.header.rules.simultaneous:
        return expected == state.after
    since = state.game.events[state.events_at(expected) :]
    return all(not event.is_chance and event.seat != seat for event in since)


def _deal(outcome: Outcome) -> None:
    while outcome.state.game.chance_due:
        outcome.add("chance", event=outcome.state.game.fair_event().as_json())


def _resign(outcome: Outcome, actor: Actor, command: commands.Resign, around: Surroundings) -> None:
    state = outcome.state
    _need_playing(state)
    seats = _need_seated(state, actor)
    if command.seat is not None:
        _own_seat(state, actor, command.seat)
        seats = [command.seat]
    playing = [seat for seat in seats if state.seats[seat].resigned is None]
    if not playing:
        raise _conflict("You have given up already.", "Gra została już przez ciebie poddana.")
    for seat in playing:
        if outcome.state.status == "playing":
            _give_up(outcome, seat, "resigned")


def _stand_in(state: TableState) -> str:
    return levels_of(state.header.game)[:STAND_IN][-1].id


def _give_up(outcome: Outcome, seat: int, why: str) -> None:
    """Let a seat give up; a bot plays on for it where others still play."""
    outcome.add("resign", seat=seat, why=why, bot=_stand_in(outcome.state))


# Agreement


def _propose(
    outcome: Outcome, actor: Actor, command: commands.Propose, around: Surroundings
) -> None:
    state = outcome.state
    own = _need_seated(state, actor)
    seat = own[0] if command.seat is None else command.seat
    if state.proposal is not None:
        raise _conflict(
            "Something else is being asked already.", "Trwa już inna prośba przy tym stole."
        )
    if seat >= len(state.seats):
        raise _conflict("There is no such seat.", "Nie ma takiego miejsca.")
    if command.what == "take-back":
        if command.seat is None and len(own) > 1 and state.game.events:
            last = state.game.events[-1].seat
            seat = last if last in own else seat
        _own_seat(state, actor, seat)
        if state.seats[seat].machine is not None:
            raise _conflict("A bot plays for that seat.", "Na tym miejscu gra bot.")
        to = _take_back_point(state, seat)
        bounds.check_take_backs(state)
        if _is_among_bots(state, seat):
            outcome.add("take-back", seat=seat, to=to)
            return
    elif command.what == "stand-in":
        _check_stand_in(state, actor, seat, around)
    else:
        _check_rematch(state)
    bounds.check_asking(state, actor.person)
    outcome.add("propose", what=command.what, seat=seat, person=actor.person)
    _carry_out(outcome, around)


def _answer(outcome: Outcome, actor: Actor, command: commands.Answer, around: Surroundings) -> None:
    state = outcome.state
    _need_seated(state, actor)
    if state.proposal is None:
        raise _conflict("Nothing is being asked.", "Nikt o nic nie prosi.")
    if actor.person in state.proposal.agreed and command.agree:
        raise _conflict("You have agreed already.", "To już ma twoją zgodę.")
    if actor.person not in _asked(state) | {state.proposal.person}:
        raise _conflict("You are not asked.", "To pytanie nie jest do ciebie.")
    if state.proposal.what == "stand-in" and command.agree and not state.settings.rated:
        _need_away(state, state.proposal.seat, around)
    outcome.add("answer", person=actor.person, agree=command.agree)
    _carry_out(outcome, around)


def _asked(state: TableState) -> set[str]:
    """The people who have a say in the proposal: those who play, or who will play again."""
    assert state.proposal is not None
    again = state.proposal.what == "rematch"  # whoever gave up is asked for another game too
    asked = {
        seat.person
        for seat in state.seats
        if seat.person is not None and (again or seat.machine is None)
    }
    if state.proposal.what == "stand-in" and not state.settings.rated:
        asked.discard(state.seats[state.proposal.seat].person or "")
    return asked


def _carry_out(outcome: Outcome, around: Surroundings) -> None:
    """Do what was proposed, once all who are asked have agreed."""
    state = outcome.state
    proposal = state.proposal
    if proposal is None:
        return
    needed = _asked(state)
    if proposal.what == "stand-in" and not state.settings.rated:
        # When several have gone, those who stay must not wait for each other's agreement.
        # A rated game would no longer count: its clock ends it, or all agree.
        needed &= set(around.here)
    if not needed <= proposal.agreed:
        return
    if proposal.what == "take-back":
        outcome.add("take-back", seat=proposal.seat, to=_take_back_point(state, proposal.seat))
    elif proposal.what == "stand-in":
        person = state.seats[proposal.seat].person
        for seat in state.seats_of(person):
            if state.seats[seat].resigned is None:
                outcome.add("stand-in", seat=seat, bot=_stand_in(state))
    else:
        outcome.rematch = True


def _take_back_point(state: TableState, seat: int) -> int:
    """Return the number of events that are left after a seat takes its last move back."""
    _need_playing(state)
    if state.settings.rated:
        raise _forbidden(
            "In a rated game nothing is taken back.", "W grze rankingowej nie cofa się ruchów."
        )
    events = state.game.events
    among_bots = _is_among_bots(state, seat)
    for number in reversed(range(len(events))):
        event = events[number]
        if among_bots and (event.is_chance or event.seat != seat):
            continue
        if event.is_chance:
            raise _forbidden(
                "Something was drawn since your move: it stays.",
                "Po tym ruchu coś już wylosowano, więc ruch zostaje.",
            )
        if event.seat == seat:
            if not among_bots:
                _check_not_revealed(state, events[number:])
            return number
        if not state.header.rules.simultaneous:
            break
    raise _forbidden(
        "Only your own last move can be taken back, before anybody else moves.",
        "Cofnąć można tylko własny ostatni ruch, zanim ktoś inny wykona ruch.",
    )


def _is_among_bots(state: TableState, seat: int) -> bool:
    """Whether a seat plays bots alone: nobody minds what it takes back.

    The draws are the same when it plays on: the seed fixes them by their number. A solitaire game
    counts among the best results, as it was played.
    """
    others = [each for k, each in enumerate(state.seats) if k != seat]
    return bool(others) and all(each.bot is not None for each in others)


def _check_not_revealed(state: TableState, since: tuple[Event, ...]) -> None:
    """Where seats act at once, only the last move to come in can go without the others."""
    if len(since) > 1:
        raise _forbidden(
            "Others have placed since: the move stays.",
            "Inni zdążyli już położyć swoje kafelki, więc ruch zostaje.",
        )


def _check_stand_in(state: TableState, actor: Actor, seat: int, around: Surroundings) -> None:
    _need_playing(state)
    person = state.seats[seat].person
    if all(state.seats[k].machine is not None for k in state.seats_of(actor.person)):
        raise _conflict(
            "Only those who play themselves may ask for that.",
            "Mogą o to prosić tylko osoby, które same grają.",
        )
    if person is None or person == actor.person or state.seats[seat].machine is not None:
        raise _conflict(
            "A bot can stand in for another person only.", "Bot może zastąpić tylko inną osobę."
        )
    _need_away(state, seat, around)


def _need_away(state: TableState, seat: int, around: Surroundings) -> None:
    if state.seats[seat].person in around.here:
        raise _conflict(
            "That person is here. A bot can stand in for somebody who is away.",
            "Ta osoba jest przy stole. Bot może zastąpić kogoś, kogo nie ma.",
        )


def _check_rematch(state: TableState) -> None:
    _need_not_closed(state)
    if state.status != "over":
        raise _conflict("The game is not over yet.", "Gra jeszcze się nie skończyła.")
    if state.rematch is not None:
        raise _conflict("There is a rematch already.", "Rewanż już jest.")
    if state.secret.daily is not None:
        raise _conflict("A daily challenge is played once.", "W wyzwanie dnia gra się tylko raz.")


def _return(outcome: Outcome, actor: Actor, command: commands.Return, around: Surroundings) -> None:
    state = outcome.state
    _need_playing(state)
    seats = _stood_in_for(state, _need_seated(state, actor))
    if not seats:
        raise _conflict("Nobody stands in for you.", "Nikt cię nie zastępuje.")
    outcome.add("return", seats=seats)


def _stood_in_for(state: TableState, seats: list[int]) -> list[int]:
    """Return those of some seats that a bot plays while their person is away."""
    return [k for k in seats if state.seats[k].stand_in and state.seats[k].resigned is None]


def _chat(outcome: Outcome, actor: Actor, command: commands.Chat, around: Surroundings) -> None:
    state = outcome.state
    _need_seated(state, actor)
    _need_voice(actor, around)
    if _partners_are_silent(state):
        raise _forbidden(
            "Partners do not talk before this game is over. The option “talk”, chosen when a table "
            "is opened, allows it.",
            "Partnerzy nie rozmawiają przed końcem tej gry. Pozwala na to opcja „talk”, którą "
            "wybiera się przy otwieraniu stołu.",
        )
    policy = chat_policy(state)
    if policy == "off":
        raise _forbidden("There is no chat at this table.", "Przy tym stole nie ma czatu.")
    if policy == "members" and not actor.member:
        raise _forbidden(
            "Chat at this table is for people with an account.",
            "Czat przy tym stole jest dla osób, które mają konto.",
        )
    bounds.check_talking(state)
    text = cleaned(command.text, LONGEST_CHAT)
    if not text:
        raise Denial("malformed", "There is nothing to say in that.", "Ta wiadomość jest pusta.")
    outcome.add("chat", person=actor.person, text=text)


def chat_policy(state: TableState) -> str:
    """Return who may write at a table: "off", "members" or "everyone"."""
    if _partners_are_silent(state):
        return "off"
    chosen = state.settings.chat or "members"
    return "everyone" if state.header.options.get(TALK) and chosen != "off" else chosen


def _partners_are_silent(state: TableState) -> bool:
    """Whether partners may not talk now: whatever the table's chat is for, that is a rule."""
    header = state.header
    may_choose = any(
        option.name == TALK and header.variant in option.variants for option in header.rules.options
    )
    return may_choose and not header.options.get(TALK) and state.status != "over"


# Checks


def _need_not_closed(state: TableState) -> None:
    if state.closed_by == "operator":
        raise _conflict(
            "An operator of this server has closed the table.", "Operator serwera zamknął ten stół."
        )
    if state.status == "closed":
        raise _conflict("The table is closed.", "Stół jest zamknięty.")


def _need_open(state: TableState) -> None:
    _need_not_closed(state)
    if state.status != "open":
        raise _conflict("The game has started already.", "Gra już się zaczęła.")


def _need_playing(state: TableState) -> None:
    _need_not_closed(state)
    if state.status == "playing":
        return
    if state.status == "open":
        raise _conflict("The game has not started.", "Gra jeszcze się nie zaczęła.")
    raise _conflict("The game is over.", "Gra jest skończona.")


def _need_voice(actor: Actor, around: Surroundings) -> None:
    if actor.muted_until is not None and actor.muted_until > around.now:
        raise muted(actor.muted_until)


def _need_host(state: TableState, actor: Actor) -> None:
    if actor.person != state.host:
        raise _forbidden(
            "Only who opened the table may do that.", "Może to zrobić tylko gospodarz stołu."
        )


def _need_seated(state: TableState, actor: Actor) -> list[int]:
    seats = state.seats_of(actor.person)
    if not seats:
        raise _forbidden("You do not sit at this table.", "Nie siedzisz przy tym stole.")
    return seats


def _own_seat(state: TableState, actor: Actor, seat: int) -> None:
    if seat not in state.seats_of(actor.person):
        raise _forbidden("That is not your seat.", "To nie jest twoje miejsce.")


def _members_only() -> Denial:
    return _forbidden(
        "A rated game is for different people with accounts, without bots.",
        "Gra rankingowa jest dla różnych osób z kontami, bez botów.",
    )


def _forbidden(english: str, polish: str) -> Denial:
    return Denial("forbidden", english, polish)


def _conflict(english: str, polish: str) -> Denial:
    return Denial("conflict", english, polish)


_HANDLERS: Mapping[type[commands.Command], Callable[..., None]] = {
    commands.Move: _move,
    commands.Sit: _sit,
    commands.Leave: _leave,
    commands.Fill: _fill,
    commands.AddSalt: _salt,
    commands.Start: _start,
    commands.Close: _close,
    commands.Resign: _resign,
    commands.Propose: _propose,
    commands.Answer: _answer,
    commands.Return: _return,
    commands.Chat: _chat,
}
