"""Records that were had before the end: accepted as they are, refused when they can not be true."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.play.unfinished import check_unfinished, is_unfinished
from kafelki.play.view import event_views
from tests.games.examples import WITHOUT_CHANCE
from tests.play.test_chance import played
from tests.play.test_record_fuzz import SEATINGS, Data, refusal_of


@cache
def whole(index: int) -> Data:
    """Return a finished game's record."""
    game, players, variant, salt = SEATINGS[index]
    return record_of(played(game, players, variant, number=index + 60, salt=salt))


def seen(index: int, share: float, viewer: int | None) -> Data:
    """Return the record of a game under way, as somebody may see it."""
    data = copy.deepcopy(whole(index))
    del data["seed"], data["result"]
    data["events"] = data["events"][: int(len(data["events"]) * share)]
    return data | {
        "events": event_views(parse_record(data).replay(), viewer),
        "viewer": viewer,
    }


def refused(data: Data) -> Refusal:
    record = parse_record(data)
    assert is_unfinished(record)
    refusal = refusal_of(lambda: check_unfinished(record))
    assert refusal is not None
    return refusal


@pytest.mark.parametrize("index", range(len(SEATINGS)))
@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.97])
def test_everybodys_view_is_accepted(index: int, share: float) -> None:
    for viewer in (None, *range(SEATINGS[index][1])):
        data = seen(index, share, viewer)
        record = parse_record(data)
        assert is_unfinished(record)
        game = check_unfinished(record)
        hidden = [
            number
            for number, event in enumerate(data["events"])
            if event.get("chance") == "draw" or event.get("move", "") is None
        ]
        assert len(game.events) == min(hidden, default=len(record.events))


def test_where_nothing_is_hidden_the_rules_are_checked() -> None:
    without_chance = next(k for k, seating in enumerate(SEATINGS) if seating[0] == WITHOUT_CHANCE)
    data = seen(without_chance, 0.5, None)
    data["events"][3]["seat"] = 0
    refusal = refused(data)
    assert (refusal.event, refusal.rule) == (3, parse_record(data).header.rules.turn_rule)


def with_racks() -> tuple[Data, int]:
    """Return a record with racks as seat 0 saw it, and the number of a move behind hidden draws."""
    data = seen(1, 0.5, 0)
    return data, next(k for k, event in enumerate(data["events"]) if "move" in event)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"move": "RB z99 z98"}, "z99"),
        ({"move": 7}, "a move is a short text"),
        ({"move": None}, "a move is a short text"),
        ({"seat": 2}, "there is no seat 2"),
        ({"seat": None}, "there is no seat None"),
        ({"time": 1}, "an event has 'seat' and 'move', or 'chance'"),
    ],
)
def test_behind_what_is_hidden_the_form_is_checked(change: dict[str, Any], said: str) -> None:
    data, at = with_racks()
    data["events"][at] |= change
    refusal = refused(data)
    assert refusal.event == at
    assert said in str(refusal)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"viewer": 2}, "'viewer' is a seat or null, not 2"),
        ({"viewer": "all"}, "'viewer' is a seat or null"),
        ({"result": {"places": [1, 2], "reason": "no tile"}}, "hides nothing"),
    ],
)
def test_what_it_says_of_itself_is_checked(change: dict[str, Any], said: str) -> None:
    assert said in str(refused(with_racks()[0] | change))


def test_without_a_promise_nothing_can_be_verified_later() -> None:
    data = with_racks()[0]
    del data["commitment"]
    assert "no commitment" in str(refused(data))


def test_a_days_challenge_is_replayed_to_its_end() -> None:
    data = copy.deepcopy(whole(4)) | {"daily": "2026-03-04"}
    assert not is_unfinished(parse_record(data))
    del data["seed"]
    assert check_unfinished(parse_record(data)).over
    data["events"].pop(10)
    assert refused(data).event == 10
