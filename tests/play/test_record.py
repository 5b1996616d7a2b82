"""Records to the letter: what is read, what is refused and why, what is written."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import kafelki
from kafelki.play.chance import commitment
from kafelki.play.game import Game, Refusal, new_game, seed_of_number
from kafelki.play.record import (
    LONGEST_SALT,
    dump,
    load,
    load_all,
    parse_record,
    parse_text,
    read_texts,
    record_of,
    save,
    write_whole,
)
from kafelki.rules.registry import GAMES
from tests.games.examples import (
    AT_ONCE,
    AT_ONCE_STARTED,
    WITH_PAIRS,
    WITH_PAIRS_DEALT,
    WITH_RACKS,
    WITH_RACKS_SWAP_OFFERED,
    WITHOUT_BOARD,
    WITHOUT_BOARD_DEALT,
    WITHOUT_BOARD_THREE,
    WITHOUT_CHANCE,
    WITHOUT_CHANCE_RESULT,
    WITHOUT_CHANCE_WON,
)
from tests.play.test_chance import played
from tests.scripts import draws, events_of
from tests.waiting import PATIENCE

Data = dict[str, Any]


def record(game: str, players: int, script: str = "", **header: Any) -> Data:
    data = {"kafelki": 1, "game": game, "rules": 1, "players": players, **header}
    return data | {"events": events_of(script)}


def finished() -> Data:
    return record(WITHOUT_CHANCE, 2, WITHOUT_CHANCE_WON, result=WITHOUT_CHANCE_RESULT)


def replayed(data: Any) -> Game:
    return parse_record(parse_text(json.dumps(data))).replay()


def refused(data: Any) -> Refusal:
    """Return the refusal of a record, whether at its form or at one of its events."""
    with pytest.raises(Refusal) as caught:
        replayed(data)
    return caught.value


def refused_form(data: Any, words: str) -> None:
    refusal = refused(data)
    assert words in str(refusal)
    assert (refusal.rule, refusal.event) == ("RECORD", None)
    assert str(refusal).endswith("(RECORD)")


class TestKeys:
    def test_the_example_of_the_format_is_read(self) -> None:
        data = finished() | {
            "variant": "standard",
            "options": {},
            "seats": [{"name": "Ania"}, {"name": "greedy", "bot": "greedy"}],
            "commitment": commitment(bytes(32)),
            "seed": bytes(32).hex(),
            "salt": "00ff",
        }
        read = parse_record(data)
        assert read.commitment == commitment(bytes(32))
        assert read.seed == bytes(32)
        assert read.salt == b"\x00\xff"
        assert read.replay().seats == data["seats"]

    @pytest.mark.parametrize("key", ["kafelki", "game", "rules", "players", "events"])
    def test_five_keys_are_needed(self, key: str) -> None:
        data = finished()
        del data[key]
        refused_form(data, f"the record has no {key!r}")

    def test_variant_and_options_have_defaults(self) -> None:
        header = parse_record(record(WITH_PAIRS, 4)).header
        assert header.variant == "standard"
        assert header.options == {}
        assert header == parse_record(record(WITH_PAIRS, 4, variant="standard", options={})).header

    def test_unknown_keys_are_kept(self) -> None:
        more = {"played": "2024-05-01", "place": {"town": "Łódź", "rounds": [1, 2.5, None, True]}}
        read = parse_record(finished() | more)
        assert read.extra == more
        assert record_of(read.replay()).items() >= more.items()

    def test_unknown_keys_survive_a_file(self, tmp_path: Path) -> None:
        """Loading and saving a record keeps what Kafelki does not know."""
        (tmp_path / "old.json").write_text(dump(finished() | {"town": "Łódź"}), "utf-8")
        save(load(tmp_path / "old.json"), tmp_path / "new.json")
        assert json.loads((tmp_path / "new.json").read_text("utf-8"))["town"] == "Łódź"

    def test_the_commitment_of_an_unfinished_game_survives_a_file(self, tmp_path: Path) -> None:
        """The seed is not yet known, but what was promised must not be lost."""
        promise = commitment(bytes(32))
        (tmp_path / "old.json").write_text(
            dump(record(WITHOUT_CHANCE, 2, commitment=promise)), "utf-8"
        )
        save(load(tmp_path / "old.json"), tmp_path / "new.json")
        assert json.loads((tmp_path / "new.json").read_text("utf-8"))["commitment"] == promise

    @pytest.mark.parametrize("data", [None, True, 1, 1.5, WITHOUT_CHANCE, [], [{}]])
    def test_a_record_is_an_object(self, data: Any) -> None:
        refused_form(data, "a record is a JSON object, not")

    @pytest.mark.parametrize("version", [0, 2, 1.0, "1", True, None, [1], 10**30])
    def test_other_formats_are_refused(self, version: Any) -> None:
        refused_form(finished() | {"kafelki": version}, "is not known; this program reads 1")

    @pytest.mark.parametrize("version", [2, 3, 10**20])
    def test_other_rules_are_refused_plainly(self, version: int) -> None:
        refused_form(
            finished() | {"rules": version},
            f"the record follows version {version} of the rules of {WITHOUT_CHANCE}; "
            "this program has version 1 only",
        )

    @pytest.mark.parametrize("version", [0, -1, 1.0, "1", True, None])
    def test_rules_is_a_number(self, version: Any) -> None:
        refused_form(finished() | {"rules": version}, "'rules' is the number of a version, not")

    @pytest.mark.parametrize("events", [None, {}, "", 0, True, {"0": {}}])
    def test_events_are_a_list(self, events: Any) -> None:
        refused_form(finished() | {"events": events}, "'events' is a list, not")


class TestSetUp:
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"game": "chess"}, "There is no game 'chess'"),
            ({"game": WITHOUT_CHANCE.title()}, f"Did you mean '{WITHOUT_CHANCE}'?"),
            ({"game": ""}, "There is no game ''"),
            ({"game": None}, "'game' is a text, not None"),
            ({"game": 5}, "'game' is a text, not 5"),
            ({"game": [WITHOUT_CHANCE]}, f"'game' is a text, not ['{WITHOUT_CHANCE}']"),
            ({"players": 1}, f"{WITHOUT_CHANCE} (standard) is for 2 players, not 1"),
            ({"players": 3}, f"{WITHOUT_CHANCE} (standard) is for 2 players, not 3"),
            ({"players": 0}, "not 0"),
            ({"players": -2}, "not -2"),
            ({"players": "2"}, "must be a whole number, not '2'"),
            ({"players": 2.0}, "must be a whole number, not 2.0"),
            ({"players": True}, "must be a whole number, not True"),
            ({"players": None}, "must be a whole number, not None"),
            ({"players": 10**100}, f"{WITHOUT_CHANCE} (standard) is for 2 players"),
            ({"variant": "pairs"}, f"{WITHOUT_CHANCE} has no variant 'pairs'; it has: standard"),
            ({"variant": ""}, f"{WITHOUT_CHANCE} has no variant ''"),
            ({"variant": None}, "'variant' is a text, not None"),
            ({"variant": 1}, "'variant' is a text, not 1"),
            ({"options": None}, "options must be an object, not None"),
            ({"options": []}, "options must be an object, not []"),
            ({"options": "size"}, "options must be an object, not 'size'"),
            (
                {"options": {"Size": 7}},
                f"{WITHOUT_CHANCE} (standard) has no option 'Size'; it has: size",
            ),
            ({"options": {"size": 4}}, "option 'size' cannot be 4; it can be: 5, 6, 7"),
            ({"options": {"size": 20}}, "option 'size' cannot be 20"),
            ({"options": {"size": "7"}}, "option 'size' cannot be '7'"),
            ({"options": {"size": 7.0}}, "option 'size' cannot be 7.0"),
            ({"options": {"size": True}}, "option 'size' cannot be True"),
            ({"options": {"size": None}}, "option 'size' cannot be None"),
            ({"options": {"size": [7]}}, "option 'size' cannot be [7]"),
        ],
    )
    def test_what_cannot_be_set_up_is_refused(self, change: Data, words: str) -> None:
        refused_form(finished() | change, words)

    @pytest.mark.parametrize(
        ("game", "players", "change", "words"),
        [
            (WITH_RACKS, 5, {}, f"{WITH_RACKS} (standard) is for 1, 2, 3 or 4 players, not 5"),
            (WITH_RACKS, 4, {"variant": "pairs"}, f"{WITH_RACKS} has no variant 'pairs'"),
            (WITH_RACKS, 2, {"options": {"pyramid": "round"}}, "it can be: colour, square"),
            (
                WITH_RACKS,
                2,
                {"options": {"talk": True}},
                f"{WITH_RACKS} (standard) has no option 'talk'",
            ),
            (WITH_PAIRS, 2, {"variant": "pairs"}, f"{WITH_PAIRS} (pairs) is for 4 players, not 2"),
            (WITH_PAIRS, 1, {"variant": "solo"}, f"{WITH_PAIRS} has no variant 'solo'"),
            (
                WITH_PAIRS,
                4,
                {"options": {"talk": True}},
                f"{WITH_PAIRS} (standard) has no option 'talk'",
            ),
            (AT_ONCE, 2, {"options": {"size": 5}}, f"{AT_ONCE} (standard) has no option 'size'"),
            (WITHOUT_BOARD, 1, {}, f"{WITHOUT_BOARD} (standard) is for 2, 3 or 4 players, not 1"),
            (WITHOUT_BOARD, 4, {"variant": "pairs"}, f"{WITHOUT_BOARD} has no variant 'pairs'"),
            (WITHOUT_BOARD, 4, {"variant": "teams"}, f"{WITHOUT_BOARD} has no variant 'teams'"),
        ],
    )
    def test_each_game_has_its_own_seats_variants_and_options(
        self, game: str, players: int, change: Data, words: str
    ) -> None:
        refused_form(record(game, players, **change), words)

    @pytest.mark.parametrize("talk", [0, 1, "true", None])
    def test_talk_is_true_or_false(self, talk: Any) -> None:
        data = record(WITH_PAIRS, 4, variant="pairs", options={"talk": talk})
        refused_form(data, f"option 'talk' cannot be {talk!r}; it can be: False, True")

    @pytest.mark.parametrize("talk", [False, True])
    def test_options_are_kept(self, talk: bool) -> None:
        data = record(WITH_PAIRS, 4, variant="pairs", options={"talk": talk})
        assert record_of(replayed(data))["options"] == {"talk": talk}

    def test_one_player_is_solo_and_four_may_be_teams(self) -> None:
        assert not replayed(record(WITH_RACKS, 1)).header.teams
        assert not replayed(record(WITH_PAIRS, 4)).header.teams
        assert replayed(record(WITH_PAIRS, 4, variant="pairs")).header.teams
        assert replayed(record(WITHOUT_BOARD, 4)).header.teams
        assert not replayed(record(WITHOUT_BOARD, 3)).header.teams


class TestSeats:
    @pytest.mark.parametrize("seats", [None, {}, "Ania, Ola", 2, [], [{}], [{}, {}, {}]])
    def test_there_is_one_a_player(self, seats: Any) -> None:
        refused_form(finished() | {"seats": seats}, "'seats' is a list of 2, one a player")

    @pytest.mark.parametrize("seat", ["Ania", None, 0, ["Ania"]])
    def test_a_seat_is_an_object(self, seat: Any) -> None:
        refused_form(finished() | {"seats": [{}, seat]}, "a seat is an object, not")

    @pytest.mark.parametrize("key", ["name", "bot"])
    @pytest.mark.parametrize("value", [None, 5, True, ["Ania"]])
    def test_names_and_bots_are_texts(self, key: str, value: Any) -> None:
        refused_form(finished() | {"seats": [{}, {key: value}]}, f"a seat's {key!r} is a text, not")

    def test_seats_are_kept_as_they_are(self) -> None:
        seats = [{"name": "Ania", "rating": 1500, "colours": ["R"]}, {}]
        assert record_of(replayed(finished() | {"seats": seats}))["seats"] == seats

    def test_without_names_seats_get_some(self) -> None:
        seats = record_of(replayed(finished()))["seats"]
        assert seats == [{"name": "Player 1"}, {"name": "Player 2"}]


class TestHexadecimal:
    @pytest.mark.parametrize("key", ["commitment", "seed", "salt"])
    @pytest.mark.parametrize(
        "text", [None, 5, True, ["00"], "x", "0", "0x00", "00 00", "zz", "00\n", "０0", "-1"]
    )
    def test_other_texts_are_refused(self, key: str, text: Any) -> None:
        refused_form(finished() | {key: text}, f"{key!r} is bytes in hex, not")

    @pytest.mark.parametrize("key", ["commitment", "seed"])
    @pytest.mark.parametrize("length", [0, 1, 31, 33])
    def test_commitment_and_seed_are_32_bytes(self, key: str, length: int) -> None:
        refused_form(finished() | {key: "ab" * length}, f"{key!r} is 32 bytes in hex, not {length}")

    def test_a_salt_has_any_length_up_to_a_limit(self) -> None:
        for length in (0, 1, 32, 100, LONGEST_SALT):
            assert parse_record(finished() | {"salt": "ab" * length}).salt == b"\xab" * length
        refused_form(finished() | {"salt": "ab" * (LONGEST_SALT + 1)}, "'salt' is at most")

    def test_capital_letters_are_the_same_bytes(self) -> None:
        seed = bytes(range(200, 232))
        data = record(
            WITHOUT_CHANCE, 2, commitment=commitment(seed).upper(), seed=seed.hex().upper()
        )
        read = parse_record(data)
        assert read.seed == seed
        assert read.commitment == commitment(seed)


class TestResult:
    @pytest.mark.parametrize(
        "result",
        [
            None,
            [],
            {},
            "both five",
            {"places": [2, 1]},
            {"reason": "both five"},
            WITHOUT_CHANCE_RESULT | {"winner": 1},
        ],
    )
    def test_a_result_has_places_and_a_reason(self, result: Any) -> None:
        refused_form(finished() | {"result": result}, "'result' has 'places' and 'reason', not")

    @pytest.mark.parametrize("places", [None, 1, "21", {"0": 2}, [2.0, 1], ["2", "1"], [2, True]])
    def test_places_are_whole_numbers(self, places: Any) -> None:
        data = finished() | {"result": {"places": places, "reason": "both five"}}
        refused_form(data, "'places' is a list of whole numbers, not")

    @pytest.mark.parametrize("places", [[1, 2], [1, 1], [2, 1, 3], [2], []])
    def test_wrong_places_are_refused(self, places: list[int]) -> None:
        data = finished() | {"result": {"places": places, "reason": "both five"}}
        refused_form(data, "but the game ended with")

    @pytest.mark.parametrize("reason", ["five", "Both five", "", None, 5, ["both five"]])
    def test_a_wrong_reason_is_refused(self, reason: Any) -> None:
        data = finished() | {"result": {"places": [2, 1], "reason": reason}}
        refused_form(data, "but the game ended with")

    def test_no_result_comes_before_the_end(self) -> None:
        data = finished()
        data["events"].pop()
        refused_form(data, "the record has a result, but the game is not over")

    def test_a_finished_record_may_lack_its_result(self) -> None:
        data = finished()
        del data["result"]
        assert record_of(replayed(data))["result"] == WITHOUT_CHANCE_RESULT

    def test_an_unfinished_record_is_sound(self) -> None:
        game = replayed(record(WITHOUT_CHANCE, 2, "0: XO a1 a2"))
        assert not game.over
        assert "result" not in record_of(game)

    def test_a_long_reason_is_not_repeated_in_full(self) -> None:
        data = finished() | {"result": {"places": [2, 1], "reason": "x" * 10000}}
        assert len(str(refused(data))) < 300


# Events


@pytest.mark.parametrize(
    ("game", "script", "event", "rule"),
    [
        (game, *case)
        for game in GAMES
        for case in import_module(f"tests.games.{game}.scripts").REFUSED
    ],
)
def test_each_refusal_names_the_event_and_the_rule(
    game: str, script: str, event: str, rule: str
) -> None:
    before = record(game, 2, script)
    replayed(before)
    refusal = refused(record(game, 2, f"{script};{event}"))
    assert (refusal.event, refusal.rule) == (len(before["events"]), rule)
    assert str(refusal).startswith(f"event {len(before['events'])}: ")
    assert str(refusal).endswith(f" ({rule})")


class TestMalformedEvents:
    @pytest.mark.parametrize("event", [None, True, 0, 1.5, "XO a1 a2", [], ["XO a1 a2"], "chance"])
    def test_an_event_is_an_object(self, event: Any) -> None:
        refusal = refused(record(WITHOUT_CHANCE, 2, "0: XO a1 a2") | {"events": [event]})
        assert (refusal.event, refusal.rule) == (0, "RECORD")
        assert "an event is an object, not" in str(refusal)

    @pytest.mark.parametrize(
        "event",
        [
            {},
            {"seat": 0},
            {"move": "XO a1 a2"},
            {"seat": 0, "move": "XO a1 a2", "chance": "draw RB"},
            {"seat": 0, "move": "XO a1 a2", "time": 12},
            {"chance": "draw RB", "seat": 0, "time": 12},
            {"chance": "draw RB", "move": "XO a1 a2"},
            {"Seat": 0, "Move": "XO a1 a2"},
        ],
    )
    def test_an_event_has_exactly_its_keys(self, event: Data) -> None:
        refusal = refused(record(WITHOUT_CHANCE, 2) | {"events": [event]})
        assert (refusal.event, refusal.rule) == (0, "RECORD")
        assert "an event has 'seat' and 'move', or 'chance', not" in str(refusal)

    @pytest.mark.parametrize("seat", [-1, 2, 99, 10**30, True, False, 0.0, "0", None, [0], {}])
    def test_a_seat_is_the_number_of_one(self, seat: Any) -> None:
        refusal = refused(
            record(WITHOUT_CHANCE, 2) | {"events": [{"seat": seat, "move": "XO a1 a2"}]}
        )
        assert (refusal.event, refusal.rule) == (0, "RECORD")

    @pytest.mark.parametrize("seat", [1, -1, 2, True, False, 0.0, "0", None, [0]])
    def test_a_draw_names_its_seat(self, seat: Any) -> None:
        refusal = refused(record(WITH_RACKS, 2) | {"events": [{"chance": "draw RB", "seat": seat}]})
        assert (refusal.event, refusal.rule) == (0, "RECORD")
        assert "'draw RB' must be for seat 0" in str(refusal)

    @pytest.mark.parametrize("seat", [0, 1, None, -1])
    def test_chance_for_all_names_no_seat(self, seat: Any) -> None:
        refusal = refused(
            record(WITHOUT_BOARD, 2) | {"events": [{"chance": "bank Ys", "seat": seat}]}
        )
        assert (refusal.event, refusal.rule) == (0, "RECORD")
        assert "'bank Ys' concerns no single seat" in str(refusal)

    @pytest.mark.parametrize("text", [None, True, 5, ["XO a1 a2"], {"tile": "XO"}])
    def test_moves_and_chance_are_texts(self, text: Any) -> None:
        move = refused(record(WITHOUT_CHANCE, 2) | {"events": [{"seat": 0, "move": text}]})
        assert "a move is a short text, not" in str(move)
        chance = refused(record(AT_ONCE, 2) | {"events": [{"chance": text}]})
        assert "a chance event is a short text, not" in str(chance)
        assert {move.rule, chance.rule} == {"RECORD"}

    def test_a_long_text_is_not_repeated_in_full(self) -> None:
        for event in ({"seat": 0, "move": "X" * 100_000}, {"chance": "X" * 100_000}):
            assert len(str(refused(record(WITH_RACKS, 2) | {"events": [event]}))) < 200

    def test_the_first_unsound_event_is_named(self) -> None:
        data = record(WITHOUT_CHANCE, 2, "0: XO a1 a2; 1: XO a1 a2; 5: nonsense")
        assert refused(data).event == 1


class TestWrittenForm:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            " XO a1 b1",
            "XO a1 b1 ",
            "XO  a1 b1",
            "XO a1  b1",
            "XO\ta1 b1",
            "XO a1 b1\n",
            "XO\u00a0a1 b1",
            "xo a1 b1",
            "Xo a1 b1",
            "XO A1 b1",
            "XO a1 B1",
            "XO a01 b1",
            "XO a1 b01",
            "XO a+1 b1",
            "XO a１ b1",
            "XO a1",
            "XO a1 b1 c1",
            "XO a1b1",
            "XO a1,b1",
            "XOX a1 b1",
            "X a1 b1",
            "ХО a1 b1",
            "XO 1a 1b",
            "XO a b",
            "XO a0 b0",
            "XO a-1 b1",
            "XO a1.0 b1",
        ],
    )
    def test_a_placement_is_written_exactly(self, text: str) -> None:
        refusal = refused(record(WITHOUT_CHANCE, 2) | {"events": [{"seat": 0, "move": text}]})
        assert (refusal.event, refusal.rule) == (0, "RECORD")

    @pytest.mark.parametrize(
        "text", ["Swap", "SWAP", "swap ", " swap", "swap RB", "Keep", "exchange"]
    )
    def test_swap_and_keep_are_written_exactly(self, text: str) -> None:
        data = record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED)
        data["events"].append({"seat": 0, "move": text})
        assert refused(data).rule == "RECORD"

    @pytest.mark.parametrize(
        "text",
        [
            "Ys 01,0",
            "Ys +1,0",
            "Ys 1, 0",
            "Ys 1 0",
            "Ys -0,1",
            "Ys 1.0,0",
            "Ys 1,0 ",
            " Ys 1,0",
            "ys 1,0",
            "YS 1,0",
            "sY 1,0",
            "Ys １,0",
            "Ys ,0",
            "Ys 1e0,0",
            "take  Gf",
            "Take Gf",
            "take gf",
            "take",
            "take Gf ",
            "Ys",
        ],
    )
    def test_a_move_without_a_board_is_written_exactly(self, text: str) -> None:
        data = record(WITHOUT_BOARD, 2, WITHOUT_BOARD_DEALT)
        data["events"].append({"seat": 0, "move": text})
        assert refused(data).rule == "RECORD"

    @pytest.mark.parametrize(
        ("game", "event"),
        [
            (WITH_RACKS, {"chance": text, "seat": 0})
            for text in ("draw BR", "draw  RB", "Draw RB", "draw rb", "draw RB ", "drawRB", "draw")
        ]
        + [(WITH_PAIRS, {"chance": text, "seat": 0}) for text in ("draw GR", "draw VY", "draw BG")]
        + [
            (AT_ONCE, {"chance": text})
            for text in ("task Four", "task", "task  four", "task four ")
        ]
        + [
            (WITHOUT_BOARD, {"chance": text})
            for text in ("bank sY", "bank YS", "Bank Ys", "bank Ys ")
        ],
    )
    def test_chance_is_written_exactly(self, game: str, event: Data) -> None:
        refusal = refused(record(game, 2) | {"events": [event]})
        assert (refusal.event, refusal.rule) == (0, "RECORD")

    @pytest.mark.parametrize(
        ("game", "script", "given", "written"),
        [
            (WITHOUT_CHANCE, "", "OX b1 a1", "XO a1 b1"),
            (WITHOUT_CHANCE, "", "XO b1 a1", "OX a1 b1"),
            (WITHOUT_CHANCE, "", "XO a10 a9", "OX a9 a10"),
            (
                WITH_RACKS,
                draws(0, "RB OO OO OO OO") + draws(1, "GG GG GG GG GG"),
                "BR g9 g8",
                "RB g8 g9",
            ),
            (
                WITH_RACKS,
                draws(0, "RB OO OO OO OO") + draws(1, "GG GG GG GG GG"),
                "RB g8 g9",
                "RB g8 g9",
            ),
            (
                WITH_RACKS,
                draws(0, "RB OO OO OO OO") + draws(1, "GG GG GG GG GG"),
                "BR g8 g9",
                "BR g8 g9",
            ),
            (WITH_PAIRS, WITH_PAIRS_DEALT, "BR m10 m9", "RB m9 m10"),
            (WITH_PAIRS, WITH_PAIRS_DEALT, "BR m9 l8", "RB l8 m9"),
            (AT_ONCE, AT_ONCE_STARTED, "BO b1 a1", "OB a1 b1"),
            (AT_ONCE, AT_ONCE_STARTED, "OB a2 a1", "BO a1 a2"),
        ],
    )
    def test_either_order_of_the_halves_is_read_and_one_is_written(
        self, game: str, script: str, given: str, written: str
    ) -> None:
        """The lower row comes first, in one row the cell further left; row 9 is below row 10."""
        data = record(game, 2, script)
        data["events"].append({"seat": 0, "move": given})
        assert record_of(replayed(data))["events"][-1] == {"seat": 0, "move": written}


class TestJson:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "this is not JSON"),
            ("{", "this is not JSON"),
            ("{'kafelki': 1}", "this is not JSON"),
            ('{"kafelki": 1,}', "this is not JSON"),
            ("{} {}", "this is not JSON"),
            ("\ufeff{}", "this is not JSON"),
            ("nul", "this is not JSON"),
            ("[01]", "this is not JSON"),
            ('["\x00"]', "this is not JSON"),
            ('{"a": 1, "a": 1}', "an object names a key twice"),
            ('{"a": {"b": 1, "c": 2, "b": 3}}', "an object names a key twice"),
            ('{"a": 1, "\\u0061": 1}', "an object names a key twice"),
            ("NaN", "NaN is not JSON"),
            ("[Infinity]", "Infinity is not JSON"),
            ('{"a": -Infinity}', "-Infinity is not JSON"),
            ("1e999", "'1e999' is too large a number"),
            ("-1e999", "'-1e999' is too large a number"),
            ("9" * 5000, "a number of 5000 digits is too long"),
            ('"\\ud800"', "half of a character"),
            ('{"\\uDFFF": 1}', "half of a character"),
            ('"\ud800"', "half of a character"),
        ],
    )
    def test_what_is_not_json_is_refused(self, text: str, words: str) -> None:
        with pytest.raises(Refusal) as caught:
            parse_text(text)
        assert words in str(caught.value)
        assert caught.value.rule == "RECORD"

    @pytest.mark.parametrize("depth", [60, 900, 960, 980, 990, 1000, 100_000])
    @pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a": ', "}")])
    def test_deep_nesting_is_refused(self, depth: int, opening: str, closing: str) -> None:
        nested = opening * depth + "0" + closing * depth
        for text in (nested, dump(finished())[:-1] + f', "more": {nested}}}'):
            with pytest.raises(Refusal, match="nested too deeply"):
                parse_record(parse_text(text))

    def test_a_deep_value_that_is_not_from_a_text_is_refused_too(self) -> None:
        nested: Any = 0
        for _ in range(10_000):
            nested = [nested]
        for data in (nested, finished() | {"more": nested}, finished() | {"events": nested}):
            with pytest.raises(Refusal, match="nested too deeply"):
                parse_record(data)

    def test_some_nesting_is_kept(self) -> None:
        nested: Any = {"a": [{"b": [[1]]}]}
        assert parse_record(finished() | {"more": nested}).extra == {"more": nested}

    def test_whole_characters_beyond_the_first_plane_are_kept(self) -> None:
        assert parse_text('"\\ud83c\\udfb2"') == "🎲"
        assert parse_text('"🎲"') == "🎲"

    def test_numbers_of_some_size_are_kept(self) -> None:
        assert parse_text("[1e300, 12345678901234567890123]") == [1e300, 12345678901234567890123]


class TestFiles:
    def games(self) -> list[Game]:
        return [
            played(WITHOUT_BOARD, 2, "standard", 1),
            played(AT_ONCE, 3, "standard", 2),
            new_game(WITHOUT_CHANCE),
        ]

    def test_one_game_comes_back(self, tmp_path: Path) -> None:
        game = played(WITH_RACKS, 2, "standard", 3, salt=b"salt")
        save(game, tmp_path / "game.kafelki.json")
        back = load(tmp_path / "game.kafelki.json")
        assert back == game
        assert record_of(back) == record_of(game)
        assert kafelki.load(str(tmp_path / "game.kafelki.json")) == game

    def test_many_games_come_back(self, tmp_path: Path) -> None:
        games = self.games()
        save(iter(games), tmp_path / "games.jsonl")
        assert (tmp_path / "games.jsonl").read_text("utf-8").count("\n") == 3
        assert load_all(tmp_path / "games.jsonl") == games
        with pytest.raises(Refusal, match="the file holds 3 records, not one"):
            load(tmp_path / "games.jsonl")

    def test_a_record_may_be_spread_over_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        for indent in (0, 1, 4):
            path.write_text(json.dumps(finished(), indent=indent), "utf-8")
            assert record_of(load(path))["result"] == WITHOUT_CHANCE_RESULT

    def test_a_first_line_that_ends_an_object_does_not_end_the_record(self, tmp_path: Path) -> None:
        first, second = '{"options": {}', json.dumps(finished())[1:]
        (tmp_path / "game.json").write_text(f"{first}\n,{second}", "utf-8")
        assert load(tmp_path / "game.json").over

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", "\n  \n\t\n"])
    def test_lines_may_be_blank(self, tmp_path: Path, end: str) -> None:
        path = tmp_path / "games.jsonl"
        line = dump(finished())
        path.write_bytes(f"{end}{line}{end}  {line}{end}".encode())
        assert len(load_all(path)) == 2

    def test_line_separators_within_names_do_not_end_a_record(self, tmp_path: Path) -> None:
        name = "Ania\u2028\u2029\x85\x0b\x0c\x1c Kasia"
        game = new_game(WITHOUT_CHANCE, seats=[{"name": name}, {"name": "Ola"}])
        save([game, game], tmp_path / "games.jsonl")
        assert [each.seats[0]["name"] for each in load_all(tmp_path / "games.jsonl")] == [name] * 2

    @pytest.mark.parametrize("content", [b"", b"\n", b"  \n\t\r\n "])
    def test_an_empty_file_is_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "empty.jsonl").write_bytes(content)
        with pytest.raises(Refusal, match="the file holds no record"):
            load_all(tmp_path / "empty.jsonl")

    @pytest.mark.parametrize(
        "content", [b"\xff\xfe{\x00}\x00", b'{"name": "\xb3"}', b"\xed\xa0\x80"]
    )
    def test_other_encodings_are_refused(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "game.json").write_bytes(content)
        with pytest.raises(Refusal, match="the file is not UTF-8 text"):
            load(tmp_path / "game.json")

    def test_a_missing_file_is_an_error_of_the_system(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "none.json")
        with pytest.raises(IsADirectoryError):
            load(tmp_path)

    def test_broken_records_among_others_are_told_apart(self, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl"
        line = dump(finished())
        for first in ('{"kafelki": 1,}', "5", "{}", line):
            path.write_text(f"{first}\n{line}\n", "utf-8")
            assert read_texts(path) == [first, line]
        path.write_text('{\n"kafelki": oops\n}\n', "utf-8")
        assert len(read_texts(path)) == 1

    def test_names_are_written_as_they_are(self, tmp_path: Path) -> None:
        save(new_game(WITHOUT_CHANCE, seats=[{"name": "Ania z Łodzi"}, {}]), tmp_path / "game.json")
        assert "Ania z Łodzi" in (tmp_path / "game.json").read_text("utf-8")


class TestWritingWhole:
    def test_nothing_is_left_behind_on_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_space(*arguments: object) -> None:
            raise OSError(28, "No space left on device")

        target = tmp_path / "game.json"
        target.write_text("old", "utf-8")
        for step in ("open", "replace"):
            with monkeypatch.context() as patched:
                patched.setattr(Path, step, no_space)
                with pytest.raises(OSError, match=r"No space left on device: '.*game\.json'"):
                    write_whole(target, "new")
            assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
            assert target.read_text("utf-8") == "old"

    def test_parts_are_written_as_they_come(self, tmp_path: Path) -> None:
        """So a file may be larger than the memory; nobody sees it before it is whole."""
        target = tmp_path / "games.jsonl"
        sizes = []

        def parts() -> Iterator[str]:
            for k in range(3):
                yield f"{k}" * 100_000
                sizes.append([path.stat().st_size for path in tmp_path.iterdir()])
                assert not target.exists()

        write_whole(target, parts())
        assert target.read_text("utf-8") == "0" * 100_000 + "1" * 100_000 + "2" * 100_000
        assert all(size[0] >= 100_000 * k for k, size in enumerate(sizes))
        with pytest.raises(ZeroDivisionError):
            write_whole(target, (f"{1 // k}" for k in (1, 0)))
        assert target.stat().st_size == 300_000
        assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]

    def test_a_text_that_cannot_be_written_changes_nothing(self, tmp_path: Path) -> None:
        target = tmp_path / "game.json"
        target.write_text("old", "utf-8")
        with pytest.raises(ValueError, match="surrogates"):
            write_whole(target, "half of a character: \ud800")
        assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["old"]

    def test_folders_are_not_replaced_nor_made(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError):
            write_whole(tmp_path, "text")
        with pytest.raises(FileNotFoundError, match=r"none/game\.json'"):
            write_whole(tmp_path / "none" / "game.json", "text")
        assert list(tmp_path.iterdir()) == []

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
        write_whole(tmp_path / "link.json", "text")
        assert (tmp_path / "link.json").is_symlink()
        assert (tmp_path / "game.json").read_text("utf-8") == "text"

    def test_a_pipe_is_written_to_and_not_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        received: list[str] = []
        reader = threading.Thread(target=lambda: received.append(pipe.read_text("utf-8")))
        reader.start()
        write_whole(pipe, "zażółć\n")
        reader.join(PATIENCE)
        assert received == ["zażółć\n"]
        assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


class TestWriting:
    def test_the_seed_is_written_only_once_the_game_is_over(self) -> None:
        game = played(WITHOUT_CHANCE, 2, "standard", 5)
        length = len(game.events)
        for after in range(length):
            game.go_to(after)
            data = record_of(game)
            assert data["commitment"] == commitment(seed_of_number(5))
            assert "seed" not in data
            assert "result" not in data
        game.go_to(length)
        assert record_of(game)["seed"] == seed_of_number(5).hex()
        assert "result" in record_of(game)

    def test_keys_come_in_the_order_of_the_format(self) -> None:
        game = played(AT_ONCE, 2, "standard", 1, salt=b"salt")
        game.extra["town"] = "Łódź"
        data = record_of(game)
        assert " ".join(data) == (
            "kafelki game rules players variant options seats commitment seed salt "
            "events result town"
        )

    def test_a_game_without_a_seed_has_no_commitment(self) -> None:
        data = record_of(replayed(finished()))
        assert not {"seed", "commitment", "salt"} & set(data)

    def test_events_are_written_as_they_are_read(self) -> None:
        data = record(WITHOUT_BOARD, 2, WITHOUT_BOARD_THREE)
        assert record_of(replayed(data))["events"] == data["events"]


class TestVerifying:
    def fair(self, game: str = WITHOUT_BOARD, salt: bytes = b"") -> Data:
        return record_of(played(game, 2, "standard", 11, salt))

    def unfair(self, data: Data) -> Refusal:
        with pytest.raises(Refusal) as caught:
            parse_record(data).verify()
        return caught.value

    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("salt", [b"", b"the players' own"])
    def test_a_fair_game_is_verified(self, game: str, salt: bytes) -> None:
        data = self.fair(game, salt)
        verified = parse_record(parse_text(dump(data))).verify()
        assert record_of(verified) == data

    def test_a_seed_and_a_commitment_are_needed(self) -> None:
        for key, words in (("seed", "no seed"), ("commitment", "no commitment")):
            data = self.fair()
            del data[key]
            refusal = self.unfair(data)
            assert f"the record has {words}" in str(refusal)
            assert (refusal.rule, refusal.event) == ("RECORD", None)

    def test_a_wrong_commitment_is_refused(self) -> None:
        refusal = self.unfair(self.fair() | {"commitment": commitment(bytes(32))})
        assert "the seed is not the one that was committed" in str(refusal)

    def test_another_seed_is_refused_at_the_first_draw(self) -> None:
        other = {"seed": bytes(32).hex(), "commitment": commitment(bytes(32))}
        assert self.unfair(self.fair() | other).event == 0

    @pytest.mark.parametrize("salt", ["", "00"])
    def test_the_salt_is_part_of_every_draw(self, salt: str) -> None:
        refusal = self.unfair(self.fair(salt=b"the players' own") | {"salt": salt})
        assert "chance was not fair" in str(refusal)
        assert self.unfair(self.fair() | {"salt": "00"}).event is not None

    def test_one_legal_draw_that_the_seed_does_not_give_is_refused(self) -> None:
        """Two tiles drawn by a hand in the other order: a sound record, but not a fair one."""
        data = self.fair()
        first, second = data["events"][4], data["events"][5]
        assert first != second
        data["events"][4:6] = second, first
        parse_record(data).replay()
        refusal = self.unfair(data)
        assert (refusal.event, refusal.rule) == (4, "RECORD")
        assert f"the seed gives {first['chance']!r}, not {second['chance']!r}" in str(refusal)

    def test_the_last_draw_counts_too(self) -> None:
        """A record that stops after an unfair draw, so that nothing else can give it away."""
        data = self.fair(WITH_RACKS)
        del data["result"]
        last = max(k for k, event in enumerate(data["events"]) if "chance" in event)
        data["events"] = data["events"][: last + 1]
        parse_record(data).verify()
        tiles = ["draw GO", "draw OV"]
        other = next(tile for tile in tiles if tile != data["events"][last]["chance"])
        data["events"][last]["chance"] = other
        parse_record(data).replay()
        assert self.unfair(data).event == last

    @pytest.mark.parametrize("event", [None, 5, "chance", [], {"chance": 5}, {"chance": "bank"}])
    def test_malformed_events_are_refused_as_in_a_replay(self, event: Any) -> None:
        data = self.fair()
        data["events"][2] = event
        refusal = self.unfair(data)
        assert (refusal.event, refusal.rule) == (2, "RECORD")
        assert str(refusal) == str(refused(data))

    def test_an_impossible_draw_is_refused_by_its_rule(self) -> None:
        data = self.fair()
        data["events"][1] = data["events"][0]
        refusal = self.unfair(data)
        assert (refusal.event, refusal.rule) == (1, "ZG-8")

    def test_a_wrong_result_is_refused(self) -> None:
        data = self.fair() | {"result": {"places": [1, 1], "reason": "five"}}
        assert "but the game ended with" in str(self.unfair(data))
