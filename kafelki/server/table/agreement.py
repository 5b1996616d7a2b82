"""Commands that the others must agree to: taking back, stand-ins, rematches."""

from __future__ import annotations

from kafelki.server.denial import conflict, forbidden
from kafelki.server.table import commands, need
from kafelki.server.table.decision import Actor, Decision, Surroundings
from kafelki.server.table.moving import stand_in_for
from kafelki.server.table.state import TableState


def propose(
    decision: Decision, actor: Actor, command: commands.Propose, around: Surroundings
) -> None:
    """Let somebody ask the others for something."""
    state = decision.state
    own = need.seated(state, actor)
    seat = own[0] if command.seat is None else command.seat
    if state.proposal is not None:
        raise conflict(
            "Something else is being asked already.", "Trwa już inna prośba przy tym stole."
        )
    if seat >= len(state.seats):
        raise conflict("There is no such seat.", "Nie ma takiego miejsca.")
    if command.what == "take-back":
        if command.seat is None and len(own) > 1 and state.game.events:
            last = state.game.events[-1].seat
            seat = last if last in own else seat
        need.own_seat(state, actor, seat)
        if state.seats[seat].acting_bot is not None:
            raise conflict("A bot plays for that seat.", "Na tym miejscu gra bot.")
        to = _take_back_point(state, seat)
        need.fewer(
            state,
            "take-back",
            need.TAKEN_BACK,
            "A hundred moves have been taken back in this game: that is enough.",
            "W tej grze cofnięto już sto ruchów: wystarczy.",
        )
        if _is_among_bots(state, seat):
            decision.add("take-back", seat=seat, to=to)
            return
    elif command.what == "stand-in":
        _check_stand_in(state, actor, seat, around)
    else:
        _check_rematch(state)
    need.may_ask(state, actor)
    decision.add("propose", what=command.what, seat=seat, person=actor.person)
    _carry_out(decision, around)


def answer(
    decision: Decision, actor: Actor, command: commands.Answer, around: Surroundings
) -> None:
    """Let somebody agree to what is asked, or not."""
    state = decision.state
    need.seated(state, actor)
    if state.proposal is None:
        raise conflict("Nothing is being asked.", "Nikt o nic nie prosi.")
    if actor.person in state.proposal.agreed and command.agree:
        raise conflict("You have agreed already.", "To już ma twoją zgodę.")
    if actor.person not in _asked(state) | {state.proposal.person}:
        raise conflict("You are not asked.", "To pytanie nie jest do ciebie.")
    if state.proposal.what == "stand-in" and command.agree and not state.settings.rated:
        _need_away(state, state.proposal.seat, around)
    decision.add("answer", person=actor.person, agree=command.agree)
    _carry_out(decision, around)


def _asked(state: TableState) -> set[str]:
    """The people who have a say in the proposal: those who play, or who will play again."""
    assert state.proposal is not None
    again = state.proposal.what == "rematch"  # whoever gave up is asked for another game too
    asked = {
        seat.person
        for seat in state.seats
        if seat.person is not None and (again or seat.acting_bot is None)
    }
    if state.proposal.what == "stand-in" and not state.settings.rated:
        asked.discard(state.seats[state.proposal.seat].person or "")
    return asked


def _carry_out(decision: Decision, around: Surroundings) -> None:
    """Do what was proposed, once all who are asked have agreed."""
    state = decision.state
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
        decision.add("take-back", seat=proposal.seat, to=_take_back_point(state, proposal.seat))
    elif proposal.what == "stand-in":
        person = state.seats[proposal.seat].person
        for seat in state.seats_of(person):
            if state.seats[seat].resigned is None:
                decision.add("stand-in", seat=seat, bot=stand_in_for(state.header.game))
    else:
        decision.rematch = True


def _take_back_point(state: TableState, seat: int) -> int:
    """Return the number of events that are left after a seat takes its last move back."""
    need.playing(state)
    if state.settings.rated:
        raise forbidden(
            "In a rated game nothing is taken back.", "W grze rankingowej nie cofa się ruchów."
        )
    events = state.game.events
    among_bots = _is_among_bots(state, seat)
    for number in reversed(range(len(events))):
        event = events[number]
        if among_bots and (event.is_chance or event.seat != seat):
            continue
        if event.is_chance:
            raise forbidden(
                "Something was drawn since your move: it stays.",
                "Po tym ruchu coś już wylosowano, więc ruch zostaje.",
            )
        if event.seat == seat:
            if not among_bots and number < len(events) - 1:
                # Where seats act at once, only the last move to come in can go without the others.
                raise forbidden(
                    "Others have placed since: the move stays.",
                    "Inni zdążyli już położyć swoje kafelki, więc ruch zostaje.",
                )
            return number
        if not state.header.rules.simultaneous:
            break
    raise forbidden(
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


def _check_stand_in(state: TableState, actor: Actor, seat: int, around: Surroundings) -> None:
    need.playing(state)
    person = state.seats[seat].person
    if all(state.seats[k].acting_bot is not None for k in state.seats_of(actor.person)):
        raise conflict(
            "Only those who play themselves may ask for that.",
            "Mogą o to prosić tylko osoby, które same grają.",
        )
    if person is None or person == actor.person or state.seats[seat].acting_bot is not None:
        raise conflict(
            "A bot can stand in for another person only.", "Bot może zastąpić tylko inną osobę."
        )
    _need_away(state, seat, around)


def _need_away(state: TableState, seat: int, around: Surroundings) -> None:
    if state.seats[seat].person in around.here:
        raise conflict(
            "That person is here. A bot can stand in for somebody who is away.",
            "Ta osoba jest przy stole. Bot może zastąpić kogoś, kogo nie ma.",
        )


def _check_rematch(state: TableState) -> None:
    need.not_closed(state)
    if state.status != "over":
        raise conflict("The game is not over yet.", "Gra jeszcze się nie skończyła.")
    if state.rematch is not None:
        raise conflict("There is a rematch already.", "Rewanż już jest.")
    if state.secret.daily is not None:
        raise conflict("A daily challenge is played once.", "W wyzwanie dnia gra się tylko raz.")
