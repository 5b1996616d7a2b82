"""Who does not swap says nothing: no entry, number or clock of a table gives it away.

AX-13, GE-12: of two tables with the same public past, seat 0 keeps its tiles at one and
could not have swapped them at the other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from kafelki.play.record import parse_record
from kafelki.play.unfinished import check_unfinished
from kafelki.server.denial import Denial
from kafelki.server.table import commands, entry_views, views
from kafelki.server.table.decide import decide
from kafelki.server.table.decision import Actor, Surroundings
from kafelki.server.table.entries import Entry
from kafelki.server.table.moving import bot_move, hint_given
from kafelki.server.table.seat import Seat
from kafelki.server.table.state import Secret, TableState
from kafelki.server.web.tables import look_at
from tests.games.examples import WITH_RACKS
from tests.play.test_record import record
from tests.scripts import draws

PEOPLE = ("ania", "kasia")
NAMES = {"ania": "Ania", "kasia": "Kasia"}
NOON = 1_000_000_000

OTHERS = draws(1, "OO VB VB VB VB")
MAY_SWAP = draws(0, "GG GG GG GG GG") + OTHERS + "0: GG g8 g9;"
MAY_NOT = draws(0, "GG RV RV RV RV") + OTHERS + "0: GG g8 g9; 0< draw RB"
DEALT = 10  # events before the first move


def table(events: str, **settings: Any) -> TableState:
    """Return a table with racks where all this has happened, all at once: nobody thought long."""
    opening = {"game": WITH_RACKS, "players": 2, "variant": "standard", "options": {}}
    opening |= {"settings": settings, "host": "ania", "seats": [{"person": p} for p in PEOPLE]}
    happened = record(WITH_RACKS, 2, events)["events"]
    data: Sequence[tuple[Any, dict[str, Any]]] = [
        ("open", opening),
        ("start", {"salt": ""}),
        *(("chance" if "chance" in event else "move", {"event": event}) for event in happened),
    ]
    entries = [Entry.of(k, kind, NOON, each) for k, (kind, each) in enumerate(data)]
    return TableState.of("tabletable", Secret(bytes(32)), entries)


def does(state: TableState, person: str, **command: Any) -> TableState:
    """Return the table after a move."""
    given = commands.Move.model_validate(command | {"type": "move", "id": "x"})
    return decide(state, Actor(person), given, Surroundings(NOON, PEOPLE)).state


def kept(**settings: Any) -> TableState:
    state = table(MAY_SWAP, **settings)
    assert state.to_act == (0,)
    return does(state, "ania", move="keep", expected=DEALT + 1)


def told(state: TableState, viewer: int | None) -> str:
    """Return all that a viewer is told, as text."""
    common = views.common_game_view(state, NAMES)
    game = views.game_view(state, viewer, common)
    assert game is not None
    game["legal"] = game["legal"] and dict(game["legal"], rows=None)
    person = None if viewer is None else PEOPLE[viewer]
    looks = [look_at(state, number, person, viewer, NAMES) for number in range(state.after + 1)]
    for look in looks:
        look["legal"] = None
    entries = entry_views.entry_views(state, viewer, 0)
    everything = [views.table_view(state, NAMES), game, entries, looks]
    return json.dumps([*everything, views.record(state, viewer, NAMES)])


@pytest.mark.parametrize(
    "clock", [None, {"kind": "minutes", "minutes": 10, "increment": 5}, {"kind": "days", "days": 2}]
)
@pytest.mark.parametrize("viewer", [1, None])
def test_others_are_told_the_same_whether_somebody_declined_or_could_not_swap(
    viewer: int | None, clock: dict[str, Any] | None
) -> None:
    one, other = kept(clock=clock), table(MAY_NOT, clock=clock)
    assert [event.text for event in one.game.events[10:12]] == ["GG g8 g9", "keep"]
    assert told(one, viewer) == told(other, viewer)
    one, other = (
        does(state, "kasia", move="OO g4 g5", expected=DEALT + 2) for state in (one, other)
    )
    assert told(one, viewer) == told(other, viewer)


def test_hints_and_take_backs_are_numbered_as_everybody_counts() -> None:
    states = []
    for state in (kept(), table(MAY_NOT)):
        hinted = hint_given(state, 1, NOON)
        assert hinted is not None
        state = hinted.state
        assert state.hints == [{"seat": 1, "event": len(state.game.events)}]
        states.append(state)
    one, other = states
    assert told(one, 1) == told(other, 1)
    assert views.table_view(one, NAMES)["hints"] == [{"seat": 1, "event": DEALT + 2}]
    again = does(kept(), "kasia", move="OO g4 h4", expected=DEALT + 2)
    assert entry_views.entry_views(again, 0, again.number - 2)[0]["event"]["move"] == "OO g4 h4"


def against_a_bot() -> TableState:
    """Return a table where seat 0 may swap, and seat 1 is a bot's."""
    state = table(MAY_SWAP)
    state.seats[1] = Seat(bot="level-1")
    return state


def take_back(state: TableState) -> TableState:
    given = commands.Propose.model_validate({"type": "propose", "id": "z", "what": "take-back"})
    return decide(state, Actor("ania"), given, Surroundings(NOON, PEOPLE)).state


def test_against_bots_the_choice_is_taken_back_with_its_draw() -> None:
    choosing = against_a_bot()
    later = does(choosing, "ania", move="keep", expected=DEALT + 1)
    hinted = hint_given(later, 0, NOON)
    assert hinted is not None
    back = take_back(hinted.state)
    assert (back.after, len(back.game.events)) == (DEALT + 1, DEALT + 1)
    assert back.game.legal_texts(0) == choosing.game.legal_texts(0)
    again = does(back, "ania", move="keep", expected=DEALT + 1)
    assert again.game.events == later.game.events
    assert again.after == later.after
    # Nobody else learns of either choice; a hint keeps the number that was told.
    for viewer in (1, None):
        entries = entry_views.entry_views(again, viewer, 0)
        assert "keep" not in json.dumps(entries)
        told_of = {entry["kind"]: entry for entry in entries}
        assert told_of["hint"]["event"] == DEALT + 2
        assert told_of["take-back"]["to"] == DEALT + 1
    read = TableState.of(again.id, again.secret, again.entries)
    assert read.game.events == again.game.events


def test_a_bot_that_thought_of_what_was_taken_back_thinks_again() -> None:
    asked = does(against_a_bot(), "ania", move="keep", expected=DEALT + 1)
    again = does(take_back(asked), "ania", move="keep", expected=DEALT + 1)
    move = asked.game.legal_texts(1)[0]
    assert bot_move(asked, 1, move, asked, NOON).entries
    with pytest.raises(Denial):
        bot_move(again, 1, move, asked, NOON)


def test_the_numbers_of_a_table_stay_when_all_is_told() -> None:
    state = kept()
    assert (state.after, len(state.game.events)) == (DEALT + 2, DEALT + 3)
    assert [state.events_at(told) for told in (10, 11, 12)] == [10, 12, 13]
    assert [state.as_told(events) for events in (10, 11, 12, 13)] == [10, 11, 11, 12]
    resign = commands.Resign.model_validate({"type": "resign", "id": "y"})
    over = decide(state, Actor("kasia"), resign, Surroundings(NOON, PEOPLE)).state
    assert over.status == "over"
    assert over.after == DEALT + 2
    record_now = views.record(over, "all", NAMES, seed_is_out=True)
    assert record_now["events"][11] == {"seat": 0, "move": "keep"}
    assert parse_record(record_now).replay().events == state.game.events


def test_only_who_chose_it_and_everybody_after_the_end_find_it_with_the_draw() -> None:
    state = kept()
    chosen = {"seat": 0, "move": "keep"}
    for viewer, told_of in ((0, chosen), ("all", chosen), (1, None), (None, None)):
        *others, last = entry_views.entry_views(state, viewer, 0)
        assert last.get("unspoken") == told_of
        assert last["event"]["chance"].startswith("draw")
        assert not any("unspoken" in entry for entry in others)


def test_a_record_of_a_game_under_way_is_sound_without_it() -> None:
    state = kept()
    for viewer in (0, 1, None):
        seen = views.record(state, viewer, NAMES)
        assert {"seat": 0, "move": "keep"} not in seen["events"]
        check_unfinished(parse_record(seen))


def test_a_log_that_has_an_entry_for_it_is_read_as_before() -> None:
    state = table(MAY_SWAP + "0: keep; 0< draw RB")
    assert (state.number, state.after) == (15, DEALT + 2)
    views = entry_views.entry_views(state, 1, 0)
    assert [view["number"] for view in views] == [*range(13), 14]
    assert views[-1]["event"] == {"chance": "draw", "seat": 0}


def test_at_the_end_everybody_is_told_at_once() -> None:
    """Whoever is at the table then need not come again to see what was kept."""
    before = kept()
    given = commands.Resign.model_validate({"type": "resign", "id": "x", "seat": 0})
    after = decide(before, Actor("ania"), given, Surroundings(NOON, PEOPLE)).state
    assert after.status == "over"
    since = entry_views.first_changed(before, after)
    (seen,) = [
        entry["unspoken"]
        for entry in entry_views.entry_views(after, "all", since)
        if "unspoken" in entry
    ]
    assert seen["seat"] == 0
    assert seen["move"] == "keep"
    # While the game goes on, only what is new is told.
    assert entry_views.first_changed(table(MAY_SWAP), before) == len(table(MAY_SWAP).entries)
