"""The corpus: records of every game that must replay bit for bit for ever."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kafelki.play.game import Refusal
from kafelki.play.record import dump, parse_record, parse_text, read_texts, record_of
from kafelki.rules.registry import GAMES, all_seatings, rules_of
from tests.corpus.make_corpus import FOLDER, cases, digest_of_trace, stored_digests
from tests.games.examples import WITH_PAIRS, WITH_RACKS

FILES = sorted(FOLDER.glob("*.jsonl"))


def records() -> list[dict[str, Any]]:
    return [parse_text(text) for path in FILES for text in read_texts(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
class TestEveryFile:
    def test_replays_to_the_same_record(self, path: Any) -> None:
        for text in read_texts(path):
            game = parse_record(parse_text(text)).replay()
            assert game.over
            assert dump(record_of(game)) == text

    def test_is_fair(self, path: Any) -> None:
        for text in read_texts(path):
            parse_record(parse_text(text)).verify()

    def test_has_the_same_trace_as_ever(self, path: Any) -> None:
        for number, text in enumerate(read_texts(path), start=1):
            digest = digest_of_trace(parse_record(parse_text(text)))
            assert digest == stored_digests()[f"{path.name}:{number}"]

    def test_is_refused_with_its_last_event_twice(self, path: Any) -> None:
        for text in read_texts(path):
            data = parse_text(text)
            data["events"].append(data["events"][-1])
            with pytest.raises(Refusal) as caught:
                parse_record(data).replay()
            assert (caught.value.event, caught.value.rule) == (len(data["events"]) - 1, "RECORD")


def test_every_seating_is_there() -> None:
    assert {path.stem for path in FILES} == {case.name for case in cases()}
    played = {(data["game"], data["players"], data["variant"]) for data in records()}
    assert played == {(game, seating.players, seating.variant) for game, seating in all_seatings()}


def test_every_option_is_there() -> None:
    options = [data["options"] for data in records()]
    for option in ({"pyramid": "colour"}, {"talk": True}, {"size": 5}, {"size": 7}, {"size": 19}):
        assert option in options


def test_there_is_a_digest_for_each_record() -> None:
    names = [f"{path.name}:{k}" for path in FILES for k in (1, 2)]
    assert sorted(stored_digests()) == sorted(names)
    assert all(len(digest) == 64 for digest in stored_digests().values())


def test_what_is_special_is_there() -> None:
    """Swaps, extra tiles given up, full colours, five in a row: not only quiet games."""
    moves = Counter(event.get("move") for data in records() for event in data["events"])
    assert moves["swap"] > 5
    assert moves["pass"] > 0
    games = [parse_record(data).replay() for data in records()]
    full = [game for game in games if game.header.game in (WITH_RACKS, WITH_PAIRS)]
    assert any(18 in row for game in full for row in game.scores)
    assert any(max(row) > 18 for game in full for row in game.scores)
    reasons = {game.result.reason for game in games if game.result is not None}
    assert {"board full", "three rounds", "five", "no tile", "all placed"} <= reasons


def test_the_corpus_is_of_the_versions_that_there_are() -> None:
    versions = {(data["game"], data["rules"]) for data in records()}
    assert versions == {(game, rules_of(game).version) for game in GAMES}


def test_the_corpus_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path.is_file()) < 400_000
