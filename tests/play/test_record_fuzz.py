"""Records that were tampered with: nothing crashes, and nothing unsound passes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafelki.play.game import Game, Refusal
from kafelki.play.record import Record, dump, parse_record, parse_text, record_of
from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.play.test_chance import expected_chance, played

Data = dict[str, Any]

SEATINGS = [
    (WITH_RACKS, 1, "standard", b""),
    (WITH_RACKS, 2, "standard", b"salt"),
    (WITH_PAIRS, 2, "standard", b""),
    (WITH_PAIRS, 4, "pairs", b""),
    (AT_ONCE, 1, "standard", b""),
    (AT_ONCE, 3, "standard", b"salt"),
    (WITHOUT_CHANCE, 2, "standard", b""),
    (WITHOUT_BOARD, 2, "standard", b""),
    (WITHOUT_BOARD, 4, "standard", b"salt"),
]


@cache
def text_of(index: int, part: int) -> str:
    """Return a real record as JSON: a whole game, or the first tenths of one."""
    game, players, variant, salt = SEATINGS[index]
    data = record_of(played(game, players, variant, number=index + 40, salt=salt))
    if part < 10:
        data["events"] = data["events"][: len(data["events"]) * part // 10]
        del data["result"]
    return dump(data)


sources = st.builds(text_of, st.integers(0, len(SEATINGS) - 1), st.sampled_from([2, 4, 6, 10]))

numbers = st.integers(-3, 5) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
words = st.sampled_from(
    [
        "draw RB",
        "swap",
        "keep",
        "pass",
        "XO a1 b1",
        "card OB",
        "task I",
        "take Rf",
        "Ys 1,0",
        "chance",
    ]
)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8) | words,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["seat", "move", "chance", "name"]) | st.text(max_size=4),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


# Tampering


def tamper_with_events(draw: st.DrawFn, data: Data) -> None:
    """Delete, insert, repeat, replace or swap events."""
    events = data["events"]
    if not isinstance(events, list) or not events:
        return
    at = draw(st.integers(0, len(events) - 1))
    other = draw(st.integers(0, len(events) - 1))
    way = draw(st.sampled_from(["delete", "insert", "repeat", "replace", "swap", "copy", "cut"]))
    if way == "delete":
        del events[at]
    elif way == "insert":
        events.insert(at, draw(json_values))
    elif way == "repeat":
        events.insert(at, copy.deepcopy(events[at]))
    elif way == "replace":
        events[at] = draw(json_values)
    elif way == "swap":
        events[at], events[other] = events[other], events[at]
    elif way == "copy":
        events[at] = copy.deepcopy(events[other])
    else:
        del events[at:]


def tamper_with_an_event(draw: st.DrawFn, data: Data) -> None:
    """Change one value of one event, a text by one character or by the order of its halves."""
    events = data["events"]
    if not isinstance(events, list) or not events:
        return
    event = events[draw(st.integers(0, len(events) - 1))]
    if not isinstance(event, dict) or not event:
        return
    key = draw(st.sampled_from(sorted(event)))
    way = draw(st.sampled_from(["character", "halves", "value", "drop", "add"]))
    if way == "drop":
        del event[key]
    elif way == "add":
        event[draw(st.sampled_from(["seat", "move", "chance", "time"]))] = draw(json_values)
    elif way == "value" or not isinstance(event[key], str):
        event[key] = draw(st.integers(-1, 4) | json_values)
    elif way == "halves":
        event[key] = turned(event[key])
    else:
        event[key] = with_one_character_changed(draw, event[key])


def turned(text: str) -> str:
    """Return a domino's placement with its halves in the other order."""
    parts = text.split(" ")
    if len(parts) != 3:
        return text
    return f"{parts[0][::-1]} {parts[2]} {parts[1]}"


def with_one_character_changed(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    new = draw(st.sampled_from(list("GORVBYXOsfhupn abcdefghij0123456789-,")) | st.characters())
    return text[:at] + draw(st.sampled_from(["", new])) + text[at + draw(st.integers(0, 1)) :]


def tamper_with_the_header(draw: st.DrawFn, data: Data) -> None:
    """Change, drop or add a top-level key."""
    key = draw(st.sampled_from([*sorted(data), "variant", "options", "salt", "note"]))
    way = draw(st.sampled_from(["value", "likely", "drop"]))
    if way == "drop":
        data.pop(key, None)
    elif way == "value":
        data[key] = draw(json_values)
    else:
        likely = draw(st.sampled_from(LIKELY.get(key, [0, 1, "", {}])))
        data[key] = copy.deepcopy(likely)


LIKELY: dict[str, list[Any]] = {
    "game": list(GAMES),
    "players": [1, 2, 3, 4, True, 2.0],
    "rules": [1, 2, True, 1.0],
    "kafelki": [1, 2, True, 1.0],
    "variant": ["standard", "pairs"],
    "options": [{}, {"size": 7}, {"pyramid": "colour"}, {"talk": True}, {"size": 7.0}],
    "salt": ["", "00", "0"],
    "seed": ["00" * 32, "00"],
    "commitment": ["00" * 32],
    "seats": [[{}], [{}, {}], [{}, {}, {}], [{}, {}, {}, {}]],
    "result": [{"places": [1], "reason": "five"}, {"places": [1, 2], "reason": "board full"}],
    "events": [[], {}, [{}]],
}


def tamper_anywhere(draw: st.DrawFn, data: Data) -> None:
    """Put any JSON value in the place of any part of the record."""
    place: Any = data
    while True:
        key = draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
            break
        place = inner
    place[key] = draw(json_values)


TAMPERINGS: list[Callable[[st.DrawFn, Data], None]] = [
    tamper_with_events,
    tamper_with_an_event,
    tamper_with_the_header,
    tamper_anywhere,
]


@st.composite
def tampered(draw: st.DrawFn) -> Any:
    data = json.loads(draw(sources))
    for _ in range(draw(st.integers(1, 3))):
        if "events" in data:
            draw(st.sampled_from(TAMPERINGS))(draw, data)
    return data


@st.composite
def tampered_texts(draw: st.DrawFn) -> str:
    """Return the text of a record with bytes cut off, changed or put in, as far as it is UTF-8."""
    raw = draw(sources).encode()
    start = draw(st.integers(0, len(raw)))
    length = draw(st.sampled_from([0, 1, 2, 10, len(raw)]))
    new = draw(
        st.binary(max_size=3) | st.sampled_from([b'"', b"{", b"}", b"[", b"]", b",", b"1e999"])
    )
    return (raw[:start] + new + raw[start + length :]).decode("utf-8", "replace")


# What still passes must be justified


def is_justified(game: Game, event: Any) -> bool:
    """Return whether an event is among what may happen, but for the order of a tile's halves."""
    if game.chance_due:
        seat = {} if game.chance_seat is None else {"seat": game.chance_seat}
        return event in [{"chance": text} | seat for text in game.chance_outcomes()]
    if set(event) != {"seat", "move"} or type(event["seat"]) is not int:
        return False
    texts = game.legal_texts(event["seat"]) if event["seat"] in game.to_act else []
    return event["move"] in texts or turned(event["move"]) in texts


def check_replay(record: Record) -> None:
    game = record.replay()
    walked = Game(game.header)
    for event, happened in zip(record.events, game.events, strict=True):
        assert is_justified(walked, event)
        if happened.is_chance:
            walked.play_chance(happened.text)
        else:
            walked.play(happened.text, happened.seat)
    assert walked.position == game.position
    assert record.result is None or game.result is not None
    assert record.result in (None, game.result and game.result.as_json())
    again = parse_record(parse_text(dump(record_of(game))))
    assert again.replay() == game
    assert again.extra == record.extra


def check_verified(record: Record) -> None:
    data = record_of(record.verify())
    assert record.seed is not None
    happened = [event["chance"] for event in record.events if "chance" in event]
    assert happened == list(expected_chance(data, record.seed, record.salt))


def refusal_of(step: Callable[[], Any]) -> Refusal | None:
    """Return the refusal that a step meets; anything else that is raised is a failure."""
    try:
        step()
    except Refusal as refusal:
        return refusal
    return None


def check(parse: Callable[[], Any]) -> None:
    """Read, replay and verify: a Refusal may be raised, and nothing else."""
    found: list[Record] = []
    refusal = refusal_of(lambda: found.append(parse_record(parse())))
    if refusal is not None:
        assert (refusal.rule, refusal.event) == ("RECORD", None)
        return
    (record,) = found
    for step in (check_replay, check_verified):
        refusal = refusal_of(partial(step, record))
        if refusal is not None:
            assert refusal.event is None or 0 <= refusal.event < len(record.events)
            assert refusal.rule in ("RECORD", *record.header.rules.rule_ids)


FUZZ = settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@FUZZ
@given(tampered())
def test_tampered_records_are_refused_or_sound(data: Any) -> None:
    check(lambda: data)


@FUZZ
@given(tampered())
def test_tampered_records_survive_a_file(data: Any) -> None:
    check(lambda: parse_text(json.dumps(data, ensure_ascii=False)))


@FUZZ
@given(tampered_texts())
def test_tampered_texts_are_refused_or_sound(text: str) -> None:
    check(lambda: parse_text(text))


@settings(FUZZ, max_examples=200)
@given(st.text(max_size=40) | json_values.map(json.dumps))
def test_any_text_is_refused(text: str) -> None:
    assert refusal_of(lambda: parse_record(parse_text(text))) is not None


@settings(FUZZ, max_examples=100)
@given(sources, st.data())
def test_turned_halves_give_the_same_game(text: str, data: st.DataObject) -> None:
    """Readers accept either order of the halves, any number of times in a record."""
    record = json.loads(text)
    moves = [event for event in record["events"] if "move" in event]
    for event in data.draw(st.lists(st.sampled_from(moves), max_size=10)) if moves else []:
        event["move"] = turned(event["move"])
    assert parse_record(record).replay() == parse_record(json.loads(text)).replay()


@settings(FUZZ, max_examples=100)
@given(sources, st.integers(min_value=0))
def test_a_record_without_one_of_its_events_is_never_a_finished_game(text: str, at: int) -> None:
    """Every game counts its tiles: one event less cannot end with the same result and seed."""
    record = json.loads(text)
    if "result" not in record:
        return
    del record["events"][at % len(record["events"])]
    assert refusal_of(lambda: parse_record(record).verify()) is not None
