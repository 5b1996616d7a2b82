"""The contract that every game keeps, tested over all games, variants and numbers of players."""

from __future__ import annotations

import ast
import dataclasses
import io
import json
import pickle
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kafelki
from kafelki.play.game import Event, Game, Move
from kafelki.play.header import Header
from kafelki.play.record import parse_record, record_of
from kafelki.play.refusal import Refusal
from kafelki.rules.contract import CHANCE, MOST_SEATS, REASONS, RECORD_RULE, Kernels, NotationError
from kafelki.rules.contract import Rules as GameRules
from kafelki.rules.registry import (
    GAMES,
    UnknownGame,
    all_rules,
    all_seatings,
    rules_of,
)
from kafelki.rules.symbols import SYMBOLS
from kafelki.rules.texts import Text
from tests.random_games import EVERY_TABLE, Table, cut_game, every_table, finished_game, plies
from tests.reference import PlainGame, plain_game

every_game = pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)

LARGEST_POSITION = 2048
"""Bytes: a search copies positions all the time."""


class TestCopies:
    @every_table
    def test_a_copy_stays_as_it_was_while_the_game_goes_on(self, table: Table) -> None:
        kept = []
        for game in plies(table.begin(), Random(1)):
            raw = game._position.copy()
            kept.append((game.copy(), game.position, raw, raw.tobytes(), len(game.events)))
        for copy, position, raw, data, events in kept:
            assert copy.position == position
            assert raw.tobytes() == position.data == data
            assert len(copy.events) == events

    @every_table
    def test_a_game_stays_as_it_was_while_its_copy_goes_on(self, table: Table) -> None:
        game = cut_game(table, 2)
        before, events, legal = game.position, game.events, game.legal_texts()
        copy = game.copy()
        *_, ended = plies(copy, Random(3))
        assert ended.over
        assert (game.position, game.events, game.legal_texts()) == (before, events, legal)

    @every_table
    def test_a_copy_plays_on_just_as_the_game_does(self, table: Table) -> None:
        whole = finished_game(table, 4)
        copies = [cut_game(table, seed).copy() for seed in (4, 4)]
        for copy in copies:
            copy.go_to(len(copy.events))
            for event in whole.events[len(copy.events) :]:
                play_again(copy, event)
            assert copy == whole
            assert copy.position == whole.position
            assert copy.result == whole.result


def play_again(game: Game, event: Event) -> None:
    """Play in a game what happened in another."""
    if event.is_chance:
        game.play_chance(event.text)
    else:
        game.play(event.text, event.seat)


class TestValues:
    @every_table
    def test_equal_games_have_equal_positions_and_hashes(self, table: Table) -> None:
        positions = {}
        twin = table.begin()
        for game in plies(table.begin(), Random(5)):
            for event in game.events[len(twin.events) :]:
                assert game != twin
                play_again(twin, event)
            assert game == twin
            assert game.position == twin.position
            assert hash(game.position) == hash(twin.position)
            positions[game.position] = len(game.events)
        assert len(positions) > 20
        assert positions[twin.position] == len(twin.events)

    def test_games_differ_by_header_and_events_and_are_nothing_else(self) -> None:
        assert Game("exo") != Game("exo", options={"size": 11})
        assert Game("axio", 2) != Game("axio", 3)
        assert Game("geniusz", 4) != Game("geniusz", 4, "pairs")
        assert Game("exo") != "exo"
        with pytest.raises(TypeError):
            hash(Game("exo"))

    @every_table
    def test_everything_can_be_pickled(self, table: Table) -> None:
        game = cut_game(table, 6)
        position, moves = game.position, list(game.legal_moves())
        assert moves
        again = pickle.loads(pickle.dumps((game, position, moves, game.events)))
        assert again == (game, position, moves, game.events)
        assert again[0].position == position
        assert hash(again[1]) == hash(position)
        assert [str(move) for move in again[2]] == [str(move) for move in moves]
        assert again[0].legal_texts() == game.legal_texts()
        game.play(moves[0], game.to_act[0])
        again[0].play(again[2][0], again[0].to_act[0])
        assert again[0] == game

    @every_table
    def test_a_refusal_can_be_pickled(self, table: Table) -> None:
        game = finished_game(table, 7)
        with pytest.raises(Refusal) as caught:
            game.play(game.rules.move_text(0), 0)
        for refusal in (caught.value, caught.value.at(3)):
            again = pickle.loads(pickle.dumps(refusal))
            assert (again.text, again.rule, again.event) == (
                refusal.text,
                refusal.rule,
                refusal.event,
            )
            assert str(again) == str(refusal)

    @every_table
    def test_the_fields_of_a_position_can_be_read_but_not_written(self, table: Table) -> None:
        game = cut_game(table, 8)
        fields = game.position.fields
        names = game.rules.layout.dtype.names or ()
        assert fields.dtype.names == names
        assert fields.tobytes() == game.position.data
        with pytest.raises(ValueError, match="read-only"):
            fields[names[0]][...] = 1


class TestRecords:
    @every_table
    def test_a_record_in_json_replays_to_the_same_game_and_bytes(self, table: Table) -> None:
        game = finished_game(table, 9, seed=bytes(range(32)), salt=b"salt")
        data = json.loads(json.dumps(record_of(game)))
        again = parse_record(data).replay()
        assert again == game
        assert again.position == game.position
        assert again.result == game.result
        assert record_of(again) == data

    @every_table
    def test_an_unfinished_game_does_so_too(self, table: Table) -> None:
        game = cut_game(table, 10, seed=bytes(range(32)))
        data = json.loads(json.dumps(record_of(game)))
        again = parse_record(data).replay()
        assert record_of(again) == data
        assert again == game
        assert again.position == game.position
        assert again.legal_texts() == game.legal_texts()


class TestTextsOfMoves:
    @every_table
    def test_every_move_and_outcome_has_one_text_and_comes_back_from_it(self, table: Table) -> None:
        rules = rules_of(table.game)
        for game in plies(table.begin(), Random(11)):
            for text in game.chance_outcomes():
                assert rules.outcome_text(rules.outcome_number(text)) == text
            for number in some_moves(game):
                text = rules.move_text(number)
                assert rules.move_number(text) == number
                assert str(Move(rules.id, number)) == text
                assert all(cell in text for cell in rules.move_cells(number))

    @every_game
    def test_all_numbers_have_different_texts(self, rules: GameRules) -> None:
        numbers = range(0, rules.move_count, 7 if rules.id == "zawrot" else 1)
        texts = {number: rules.move_text(number) for number in numbers}
        assert len(set(texts.values())) == len(texts)
        last = rules.move_count - 1
        # Two halves alike have a number in EXO, but no such tile exists.
        readable = [n for n, text in texts.items() if text[:2] not in ("XX", "OO")]
        assert all(rules.move_number(texts[n]) == n for n in readable)
        assert texts.get(last, "take Bn") == rules.move_text(last)

    @pytest.mark.parametrize("game", ["axio", "geniusz", "bits", "exo"])
    def test_the_halves_of_a_domino_may_come_in_either_order(self, game: str) -> None:
        rules = rules_of(game)
        random = Random(12)
        for _ in range(300):
            number = random.randrange(rules.move_count)
            tile, *cells = rules.move_text(number).split(" ")
            if cells and tile not in ("XX", "OO"):
                turned = f"{tile[::-1]} {cells[1]} {cells[0]}"
                assert rules.move_number(turned) == number

    @every_game
    def test_what_is_no_move_or_outcome_says_so(self, rules: GameRules) -> None:
        for text in ("", " ", "nonsense", "RB", "RB f7", "RB f7 f7", "RB f7 z9", "take", "swap it"):
            with pytest.raises(NotationError) as wrong:
                rules.move_number(text)
            assert wrong.value.rule in (RECORD_RULE, *rules.rule_ids)
            with pytest.raises(NotationError):
                rules.outcome_number(text)

    def test_exo_has_no_text_for_chance(self) -> None:
        with pytest.raises(ValueError, match="no chance"):
            rules_of("exo").outcome_text(0)


def some_moves(game: Game) -> list[int]:
    """Return some of the legal moves of each seat to act."""
    return [
        number
        for seat in game.to_act
        for number in game.legal_moves(seat).numbers[:: 1 + len(game.legal_moves(seat)) // 50]
    ]


class TestKernels:
    @every_table
    def test_nothing_is_listed_twice_and_buffers_are_large_enough(self, table: Table) -> None:
        """Lists are written between guards that must stay as they are."""
        rules = rules_of(table.game)
        moves = np.full(rules.most_moves + 2, -7, dtype=np.int32)
        outcomes = np.full(rules.most_outcomes + 2, -7, dtype=np.int32)
        weights = np.full(rules.most_outcomes + 2, -7, dtype=np.int32)
        for game in plies(table.begin(), Random(13)):
            position = game._position
            for seat in game.to_act:
                count = rules.kernels.list_moves(position, seat, moves[1:-1].data)
                listed = moves[1 : count + 1].tolist()
                assert 0 < count <= rules.most_moves
                assert len(set(listed)) == count
                assert all(0 <= number < rules.move_count for number in listed)
            if game.chance_due:
                count = rules.kernels.list_outcomes(
                    position, outcomes[1:-1].data, weights[1:-1].data
                )
                assert 0 < count <= rules.most_outcomes
                assert len(set(outcomes[1 : count + 1].tolist())) == count
                assert all(weight > 0 for weight in weights[1 : count + 1].tolist())
            for buffer in (moves, outcomes, weights):
                assert buffer[0] == buffer[-1] == -7

    @every_table
    def test_asking_changes_nothing(self, table: Table) -> None:
        random = np.array([14], dtype=np.uint64)
        for game in plies(table.begin(), Random(14)):
            before = game.position
            engine, position = game._engine, game._position
            engine.result(position, table.players)
            for seat in game.to_act:
                moves = engine.moves(position, seat)[::20].copy()
                engine.consequences(position, seat, moves)
                assert engine.kernels.sample_move(position, seat, random.data) >= 0
                for number in moves.tolist():
                    assert engine.kernels.refusal(position, seat, number) == 0
            if game.chance_due:
                engine.kernels.sample_outcome(position, random.data)
                engine.kernels.chance_seat(position)
            assert game.position == before

    @every_table
    def test_either_seats_act_or_chance_or_the_game_is_over(self, table: Table) -> None:
        for game in plies(table.begin(), Random(15)):
            acting = game._kernels.acting(game._position)
            assert acting == CHANCE or acting < 1 << table.players
            reason, places = game._engine.result(game._position, table.players)
            assert (reason != 0) == (acting == 0)
            assert min(places) == 1
            if acting == 0:
                assert game.result is not None
                assert game.result.reason == REASONS[reason]

    @every_game
    def test_a_position_is_small_and_has_no_padding(self, rules: GameRules) -> None:
        dtype = rules.layout.dtype
        assert rules.layout.size == dtype.itemsize < LARGEST_POSITION
        assert sum(field[0].itemsize for field in (dtype.fields or {}).values()) == dtype.itemsize

    def test_games_without_chance_never_ask_for_it(self) -> None:
        game = Game("exo")
        kernels = game.rules.kernels
        before = game.position
        random = np.array([1], dtype=np.uint64).data
        empty = np.zeros(1, dtype=np.int32).data
        assert kernels.chance_seat(game._position) == -1
        assert kernels.list_outcomes(game._position, empty, empty) == 0
        assert kernels.sample_outcome(game._position, random) == 0
        kernels.play_outcome(game._position, 0)
        assert game.position == before


GAMES_FOLDER = Path(kafelki.__file__).parent / "games"
TESTS_FOLDER = Path(__file__).parent
RULE = re.compile(r"\b(AX|GE|BI|EX|ZG)-(\d+)(?: to \1-(\d+))?")


def rules_named(text: str) -> set[str]:
    """Return the ids of rules in a text, "AX-6 to AX-8" meaning all three.

    >>> sorted(rules_named("AX-1 and GE-6 to GE-8"))
    ['AX-1', 'GE-6', 'GE-7', 'GE-8']
    """
    return {
        f"{match[1]}-{number}"
        for match in RULE.finditer(text)
        for number in range(int(match[2]), int(match[3] or match[2]) + 1)
    }


def docstrings_and_comments(source: str) -> Iterator[str]:
    """Yield the docstrings of a module, its classes, functions and names, and its comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


class TestRuleIds:
    @every_game
    def test_every_rule_stands_in_a_docstring_or_comment_of_the_rules(
        self, rules: GameRules
    ) -> None:
        named: set[str] = set()
        for path in GAMES_FOLDER.glob("*/*.py"):
            for text in docstrings_and_comments(path.read_text("utf-8")):
                named |= rules_named(text)
        assert set(rules.rule_ids) - named == set()

    @every_game
    def test_every_rule_has_a_test_that_names_it(self, rules: GameRules) -> None:
        """A test names its rule in its own name, as test_ax_7_…, or in a docstring or comment."""
        named: set[str] = set()
        for path in TESTS_FOLDER.glob("test_*.py"):
            if path.name != Path(__file__).name:
                source = path.read_text("utf-8")
                for text in docstrings_and_comments(source):
                    named |= rules_named(text)
                for prefix, number in re.findall(r"def test_([a-z]{2})_(\d+)_", source):
                    named.add(f"{prefix.upper()}-{number}")
        assert set(rules.rule_ids) - named == set()

    @every_game
    def test_rules_that_are_named_exist(self, rules: GameRules) -> None:
        known = {RECORD_RULE, *rules.rule_ids}
        assert {objection.rule for objection in rules.objections.values()} <= set(rules.rule_ids)
        assert {component.rule for component in rules.components} <= set(rules.rule_ids)
        assert set(rules.outcome_rules.values()) <= set(rules.rule_ids)
        assert rules.turn_rule in known
        assert len(set(rules.rule_ids)) == len(rules.rule_ids)


def texts_in(value: Any) -> Iterator[Text]:
    """Yield every pair of texts within the description of a game."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_in(each)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type | Kernels):
        for field in dataclasses.fields(value):
            yield from texts_in(getattr(value, field.name))


class TestDescriptions:
    @every_game
    def test_all_texts_are_there_in_both_languages(self, rules: GameRules) -> None:
        texts = list(texts_in(rules))
        assert len(texts) > len(rules.objections) + len(rules.components)
        for text in texts:
            assert text.en.strip() == text.en != ""
            assert text.pl.strip() == text.pl != ""
            assert text.in_language("en") == text.en
            assert text.in_language("pl") == text.pl
        for objection in rules.objections.values():
            assert objection.text.en != objection.text.pl
        assert rules.minutes > 0

    @every_game
    def test_every_colour_and_shape_has_a_symbol_of_its_own(self, rules: GameRules) -> None:
        looks = [*rules.appearance.colours.values(), *rules.appearance.shapes.values()]
        symbols = [look.symbol for look in looks if look.symbol]
        assert len(set(symbols)) == len(symbols) > 0
        assert set(symbols) <= set(SYMBOLS)
        assert all(look.symbol or rules.appearance.shapes for look in looks)

    @every_game
    def test_numbers_of_things_in_the_box_have_a_source(self, rules: GameRules) -> None:
        for component in rules.components:
            assert component.count > 0
            assert re.match(r"[RPD]\b", component.source)

    def test_the_games_are_listed_once_each(self) -> None:
        assert [rules.id for rules in all_rules()] == list(GAMES)
        assert [(t.game, t.players, t.variant) for t in EVERY_TABLE] == [
            (game, seating.players, seating.variant) for game, seating in all_seatings()
        ]
        assert {(t.game, t.players, t.variant) for t in EVERY_TABLE} == {
            *(("axio", players, "standard") for players in (1, 2, 3, 4)),
            *(("geniusz", players, "standard") for players in (1, 2, 3, 4)),
            ("geniusz", 4, "pairs"),
            *(("bits", players, "standard") for players in (1, 2, 3, 4)),
            ("exo", 2, "standard"),
            *(("zawrot", players, "standard") for players in (2, 3, 4)),
        }
        assert all(1 <= table.players <= MOST_SEATS for table in EVERY_TABLE)

    def test_an_unknown_game_says_which_there_are(self) -> None:
        with pytest.raises(UnknownGame, match=r"'axoi'.*axio, geniusz.*Did you mean 'axio'\?"):
            rules_of("axoi")
        with pytest.raises(UnknownGame, match="the games are") as caught:
            rules_of("chess")
        assert "mean" not in str(caught.value)


class TestHeaders:
    def test_teams_are_opposite_partners(self) -> None:
        with_teams = {(t.game, t.players, t.variant) for t in EVERY_TABLE if teams(t)}
        assert with_teams == {("geniusz", 4, "pairs"), ("zawrot", 4, "standard")}

    @pytest.mark.parametrize(
        ("game", "players", "variant", "said"),
        [
            ("chess", 2, "standard", "There is no game 'chess'"),
            ("axio", 5, "standard", r"axio \(standard\) is for 1, 2, 3 or 4 players, not 5"),
            ("axio", 0, "standard", "not 0"),
            ("axio", -1, "standard", "not -1"),
            ("axio", True, "standard", "must be a whole number, not True"),
            ("axio", 2.0, "standard", r"must be a whole number, not 2\.0"),
            ("axio", "2", "standard", "must be a whole number, not '2'"),
            ("axio", None, "standard", "must be a whole number, not None"),
            ("exo", 1, "standard", r"exo \(standard\) is for 2 players, not 1"),
            ("zawrot", 1, "standard", r"is for 2, 3 or 4 players, not 1"),
            ("geniusz", 2, "pairs", r"geniusz \(pairs\) is for 4 players, not 2"),
            ("geniusz", 4, "trios", "geniusz has no variant 'trios'; it has: pairs, standard"),
            ("axio", 4, "pairs", "axio has no variant 'pairs'; it has: standard"),
            ("bits", 2, "", "bits has no variant ''"),
        ],
    )
    def test_seatings_that_there_are_not(
        self, game: str, players: Any, variant: str, said: str
    ) -> None:
        with pytest.raises(Refusal, match=said) as caught:
            Header(game, players, variant)
        assert caught.value.rule == RECORD_RULE

    @pytest.mark.parametrize(
        ("game", "variant", "options", "said"),
        [
            (
                "axio",
                "standard",
                {"pyramid": "circle"},
                "cannot be 'circle'; it can be: colour, sq",
            ),
            ("axio", "standard", {"pyramid": None}, "cannot be None"),
            (
                "axio",
                "standard",
                {"size": 10},
                r"axio \(standard\) has no option 'size'.*: pyramid",
            ),
            ("exo", "standard", {"size": 4}, "cannot be 4; it can be: 5, 6, 7"),
            ("exo", "standard", {"size": 10.0}, r"cannot be 10\.0"),
            ("exo", "standard", {"size": True}, "cannot be True"),
            ("geniusz", "standard", {"talk": True}, "has no option 'talk'; it has: none"),
            ("geniusz", "pairs", {"talk": 1}, "cannot be 1; it can be: False, True"),
            ("bits", "standard", {"talk": True}, "has no option 'talk'; it has: none"),
            ("zawrot", "standard", {"": 1}, "has no option ''"),
            ("zawrot", "standard", ["size"], "options must be an object"),
        ],
    )
    def test_options_that_there_are_not(
        self, game: str, variant: str, options: Any, said: str
    ) -> None:
        with pytest.raises(Refusal, match=said) as caught:
            Header(game, 4 if game == "geniusz" else 2, variant, options)
        assert caught.value.rule == RECORD_RULE

    @every_game
    def test_the_first_value_of_an_option_is_what_holds_without_it(self, rules: GameRules) -> None:
        for option in rules.options:
            variant = option.variants[-1] if option.name == "talk" else "standard"
            players = 4 if variant == "pairs" else 2
            plain = Game(rules.id, players, variant)
            usual = Game(rules.id, players, variant, {option.name: option.values[0]})
            assert plain.position == usual.position
            for value in option.values:
                Game(rules.id, players, variant, {option.name: value})


def teams(table: Table) -> bool:
    return Header(table.game, table.players, table.variant).teams


class TestBackAndForth:
    @every_table
    def test_going_to_any_number_of_events_gives_the_position_of_then(self, table: Table) -> None:
        positions = []
        for game in plies(table.begin(), Random(16)):
            positions.append(game.position)
        last = len(positions) - 1
        for number in Random(16).sample(range(last + 1), 8):
            game.go_to(number)
            assert game.position == positions[number]
            assert len(game.events) == number
            assert game.over == (number == last)
        game.go_to(last)
        assert game.position == positions[last]
        assert game.over

    @every_table
    def test_steps_back_and_forward(self, table: Table) -> None:
        game = finished_game(table, 17)
        ended, events = game.position, game.events
        game.back()
        before_last = game.position
        assert game.events == events[:-1]
        game.back(3)
        assert game.events == events[:-4]
        game.forward(3)
        assert game.position == before_last
        game.forward()
        assert game.position == ended
        game.forward(99)
        assert game.position == ended
        game.back(10_000)
        assert game.events == ()
        assert game.position == table.begin().position
        game.forward(10_000)
        assert game.position == ended

    @every_table
    def test_a_new_event_forgets_what_was_stepped_back(self, table: Table) -> None:
        game = finished_game(table, 18)
        game.go_to(len(game.events) // 2)
        while game.chance_due:
            game.back()
            if not game.events:
                break
        if game.chance_due:
            game.play_chance(next(iter(game.chance_outcomes())))
        else:
            game.play(game.legal_moves(game.to_act[0])[0], game.to_act[0])
        here = game.position
        game.forward(5)
        assert game.position == here

    def test_there_is_nothing_before_the_start_or_after_the_end(self) -> None:
        game = Game("exo")
        game.play("XO a1 b1")
        for number in (-1, 2):
            with pytest.raises(Refusal, match="there are 1"):
                game.go_to(number)
        assert len(game.events) == 1


def leaves(game: Game, depth: int) -> int:
    """Return how many sequences of events, moves and chance alike, lead `depth` further."""
    texts: list[tuple[int | None, str]] = [(None, text) for text in game.chance_outcomes()]
    texts += [(seat, text) for seat in game.to_act for text in game.legal_texts(seat)]
    if depth == 1 or not texts:
        return len(texts) if texts else 1
    total = 0
    for seat, text in texts:
        after = game.copy()
        if seat is None:
            after.play_chance(text)
        else:
            after.play(text, seat)
        total += leaves(after, depth - 1)
    return total


def plain_leaves(plain: PlainGame, depth: int) -> int:
    """Return the same by a plain reading of the rules."""
    texts: list[tuple[int | None, str]] = [(None, text) for text in plain.outcomes()]
    texts += [(seat, text) for seat in plain.to_act() for text in plain.legal(seat)]
    if depth == 1 or not texts:
        return len(texts) if texts else 1
    total = 0
    for seat, text in texts:
        after = plain.copy()
        if seat is None:
            after.chance(text)
        else:
            after.move(seat, text)
        total += plain_leaves(after, depth - 1)
    return total


class TestNumbersOfGames:
    def test_exo_has_360_first_moves_and_125008_ways_to_play_two(self) -> None:
        """Worked out by hand from the numbers of a square's neighbours.

        After a tile on a and b, no tile may lie across its edge, nor just on it: of the 180
        pairs 181 − n(a) − n(b) are left. Over all first tiles, each pair covered in two ways
        twice over, that is 4 · (180 · 181 − Σ n²), where Σ n² = 64 · 16 + 32 · 9 + 4 · 4.
        """
        game = Game("exo")
        assert leaves(game, 1) == 360
        engine, position = game._engine, game._position
        total = 0
        for number in engine.moves(position, 0).tolist():
            after = position.copy()
            engine.kernels.play(after, 0, number)
            total += len(engine.moves(after, 1))
        assert total == 4 * (180 * 181 - (64 * 16 + 32 * 9 + 4 * 4)) == 125_008

    @pytest.mark.parametrize(
        ("table", "events", "depth"),
        [
            (Table("axio", 2), 0, 2),
            (Table("axio", 2), -3, 3),
            (Table("axio", 1), 1, 2),
            (Table("axio", 4), -3, 3),
            (Table("geniusz", 2), 0, 2),
            (Table("geniusz", 1), 1, 2),
            (Table("geniusz", 2), -2, 2),
            (Table("geniusz", 4, "pairs"), -3, 3),
            (Table("bits", 1), 2, 3),
            (Table("bits", 2), 3, 3),
            (Table("bits", 4), -5, 5),
            (Table("exo", 2, options={"size": 5}), 0, 2),
            (Table("exo", 2, options={"size": 5}), -4, 2),
            (Table("zawrot", 2), 0, 2),
            (Table("zawrot", 2), 10, 3),
            (Table("zawrot", 3), -3, 3),
        ],
        ids=str,
    )
    def test_so_many_ways_lead_on_as_a_plain_count_finds(
        self, table: Table, events: int, depth: int
    ) -> None:
        """From a point of a random game, counted from its start or its end."""
        game = finished_game(table, 19)
        game.go_to(events if events >= 0 else len(game.events) + events)
        plain = plain_game(table.game, table.players, table.variant, table.options)
        for event in game.events:
            if event.is_chance:
                plain.chance(event.text)
            else:
                plain.move(event.seat, event.text)
        assert leaves(game, depth) == plain_leaves(plain, depth) > 1
