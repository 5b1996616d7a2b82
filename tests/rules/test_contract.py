"""The contract that every game keeps, tested over all games, variants and numbers of players."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.rules.contract import MOST_SEATS, RECORD_RULE
from kafelki.rules.contract import Rules as GameRules
from kafelki.rules.registry import (
    GAMES,
    UnknownGame,
    all_rules,
    all_seatings,
    rules_of,
)
from kafelki.testing import Check, checks_of, views
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.random_games import EVERY_TABLE, Table, every_table, finished_game
from tests.reference import PlainGame, plain_game

pytestmark = pytest.mark.usefixtures("compiled_rules")

every_game = pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)


CONTRACT = [check for game in GAMES for check in checks_of(game)]


@pytest.mark.parametrize("check", CONTRACT, ids=str)
def test_a_game_keeps_the_contract(check: Check) -> None:
    check()


TURN = {"phase", "owed", "extra", "lowest"}

OWN = {
    WITH_RACKS: {"area", "printed", "bag", "shown", "swapped", "unseen", *TURN},
    WITH_PAIRS: {"area", "printed", "bag", "shown", "swapped", "unseen", *TURN},
    AT_ONCE: {"area", "tasks", "tile", "placed", "round", "left"},
    WITHOUT_CHANCE: {"area", "left", "tiles", "lines"},
    WITHOUT_BOARD: {"bank", "stack", "unseen"},
}


@every_table
def test_views_have_these_keys(table: Table) -> None:
    for game in views.some_positions(table):
        for viewer in views.viewers_of(game):
            assert set(view(game, viewer)) == views.KEYS | OWN[table.game]


class TestValues:
    def test_games_differ_by_header_and_events_and_are_nothing_else(self) -> None:
        assert Game(WITHOUT_CHANCE) != Game(WITHOUT_CHANCE, options={"size": 11})
        assert Game(WITH_RACKS, 2) != Game(WITH_RACKS, 3)
        assert Game(WITH_PAIRS, 4) != Game(WITH_PAIRS, 4, "pairs")
        assert Game(WITHOUT_CHANCE) != WITHOUT_CHANCE
        with pytest.raises(TypeError):
            hash(Game(WITHOUT_CHANCE))


class TestTextsOfMoves:
    @every_game
    def test_all_numbers_have_different_texts(self, rules: GameRules) -> None:
        numbers = range(0, rules.move_count, 7 if rules.id == WITHOUT_BOARD else 1)
        texts = {number: rules.move_text(number) for number in numbers}
        assert len(set(texts.values())) == len(texts)
        last = rules.move_count - 1
        # Two halves alike have a number, but no such tile exists.
        readable = [n for n, text in texts.items() if text[:2] not in ("XX", "OO")]
        assert all(rules.move_number(texts[n]) == n for n in readable)
        assert texts.get(last, "take Bn") == rules.move_text(last)

    @pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, AT_ONCE, WITHOUT_CHANCE])
    def test_the_halves_of_a_domino_may_come_in_either_order(self, game: str) -> None:
        rules = rules_of(game)
        random = Random(12)
        for _ in range(300):
            number = random.randrange(rules.move_count)
            tile, *cells = rules.move_text(number).split(" ")
            if cells and tile not in ("XX", "OO"):
                turned = f"{tile[::-1]} {cells[1]} {cells[0]}"
                assert rules.move_number(turned) == number

    def test_without_chance_there_is_no_text_for_it(self) -> None:
        with pytest.raises(ValueError, match="no chance"):
            rules_of(WITHOUT_CHANCE).outcome_text(0)


class TestKernels:
    def test_games_without_chance_never_ask_for_it(self) -> None:
        game = Game(WITHOUT_CHANCE)
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
TESTS_FOLDER = Path(__file__).parent.parent / "games"
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
        for path in TESTS_FOLDER.glob("*/test_*.py"):
            source = path.read_text("utf-8")
            for text in docstrings_and_comments(source):
                named |= rules_named(text)
            for prefix, number in re.findall(r"def test_([a-z]{2})_(\d+)_", source):
                named.add(f"{prefix.upper()}-{number}")
        assert set(rules.rule_ids) - named == set()


class TestDescriptions:
    def test_the_games_are_listed_once_each(self) -> None:
        assert [rules.id for rules in all_rules()] == list(GAMES)
        assert [(t.game, t.players, t.variant) for t in EVERY_TABLE] == [
            (game, seating.players, seating.variant) for game, seating in all_seatings()
        ]
        assert {(t.game, t.players, t.variant) for t in EVERY_TABLE} == {
            *((WITH_RACKS, players, "standard") for players in (1, 2, 3, 4)),
            *((WITH_PAIRS, players, "standard") for players in (1, 2, 3, 4)),
            (WITH_PAIRS, 4, "pairs"),
            *((AT_ONCE, players, "standard") for players in (1, 2, 3, 4)),
            (WITHOUT_CHANCE, 2, "standard"),
            *((WITHOUT_BOARD, players, "standard") for players in (2, 3, 4)),
        }
        assert all(1 <= table.players <= MOST_SEATS for table in EVERY_TABLE)

    def test_an_unknown_game_says_which_there_are(self) -> None:
        with pytest.raises(
            UnknownGame, match=rf"'axoi'.*{WITH_RACKS}, {WITH_PAIRS}.*Did you mean '{WITH_RACKS}'\?"
        ):
            rules_of("axoi")
        with pytest.raises(UnknownGame, match="the games are") as caught:
            rules_of("chess")
        assert "mean" not in str(caught.value)


class TestHeaders:
    def test_teams_are_opposite_partners(self) -> None:
        with_teams = {(t.game, t.players, t.variant) for t in EVERY_TABLE if teams(t)}
        assert with_teams == {(WITH_PAIRS, 4, "pairs"), (WITHOUT_BOARD, 4, "standard")}

    @pytest.mark.parametrize(
        ("game", "players", "variant", "said"),
        [
            ("chess", 2, "standard", "There is no game 'chess'"),
            (
                WITH_RACKS,
                5,
                "standard",
                rf"{WITH_RACKS} \(standard\) is for 1, 2, 3 or 4 players, not 5",
            ),
            (WITH_RACKS, 0, "standard", "not 0"),
            (WITH_RACKS, -1, "standard", "not -1"),
            (WITH_RACKS, True, "standard", "must be a whole number, not True"),
            (WITH_RACKS, 2.0, "standard", r"must be a whole number, not 2\.0"),
            (WITH_RACKS, "2", "standard", "must be a whole number, not '2'"),
            (WITH_RACKS, None, "standard", "must be a whole number, not None"),
            (
                WITHOUT_CHANCE,
                1,
                "standard",
                rf"{WITHOUT_CHANCE} \(standard\) is for 2 players, not 1",
            ),
            (WITHOUT_BOARD, 1, "standard", r"is for 2, 3 or 4 players, not 1"),
            (WITH_PAIRS, 2, "pairs", rf"{WITH_PAIRS} \(pairs\) is for 4 players, not 2"),
            (
                WITH_PAIRS,
                4,
                "trios",
                f"{WITH_PAIRS} has no variant 'trios'; it has: pairs, standard",
            ),
            (WITH_RACKS, 4, "pairs", f"{WITH_RACKS} has no variant 'pairs'; it has: standard"),
            (AT_ONCE, 2, "", f"{AT_ONCE} has no variant ''"),
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
                WITH_RACKS,
                "standard",
                {"pyramid": "circle"},
                "cannot be 'circle'; it can be: colour, sq",
            ),
            (WITH_RACKS, "standard", {"pyramid": None}, "cannot be None"),
            (
                WITH_RACKS,
                "standard",
                {"size": 10},
                rf"{WITH_RACKS} \(standard\) has no option 'size'.*: pyramid",
            ),
            (WITHOUT_CHANCE, "standard", {"size": 4}, "cannot be 4; it can be: 5, 6, 7"),
            (WITHOUT_CHANCE, "standard", {"size": 10.0}, r"cannot be 10\.0"),
            (WITHOUT_CHANCE, "standard", {"size": True}, "cannot be True"),
            (WITH_PAIRS, "standard", {"talk": True}, "has no option 'talk'; it has: none"),
            (WITH_PAIRS, "pairs", {"talk": 1}, "cannot be 1; it can be: False, True"),
            (AT_ONCE, "standard", {"talk": True}, "has no option 'talk'; it has: none"),
            (WITHOUT_BOARD, "standard", {"": 1}, "has no option ''"),
            (WITHOUT_BOARD, "standard", ["size"], "options must be an object"),
        ],
    )
    def test_options_that_there_are_not(
        self, game: str, variant: str, options: Any, said: str
    ) -> None:
        with pytest.raises(Refusal, match=said) as caught:
            Header(game, 4 if game == WITH_PAIRS else 2, variant, options)
        assert caught.value.rule == RECORD_RULE


def teams(table: Table) -> bool:
    return Header(table.game, table.players, table.variant).teams


class TestBackAndForth:
    def test_there_is_nothing_before_the_start_or_after_the_end(self) -> None:
        game = Game(WITHOUT_CHANCE)
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
    def test_there_are_360_first_moves_and_125008_ways_to_play_two(self) -> None:
        """Worked out by hand from the numbers of a square's neighbours.

        After a tile on a and b, no tile may lie across its edge, nor just on it: of the 180
        pairs 181 − n(a) − n(b) are left. Over all first tiles, each pair covered in two ways
        twice over, that is 4 · (180 · 181 − Σ n²), where Σ n² = 64 · 16 + 32 · 9 + 4 · 4.
        """
        game = Game(WITHOUT_CHANCE)
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
            (Table(WITH_RACKS, 2), 0, 2),
            (Table(WITH_RACKS, 2), -3, 3),
            (Table(WITH_RACKS, 1), 1, 2),
            (Table(WITH_RACKS, 4), -3, 3),
            (Table(WITH_PAIRS, 2), 0, 2),
            (Table(WITH_PAIRS, 1), 1, 2),
            (Table(WITH_PAIRS, 2), -2, 2),
            (Table(WITH_PAIRS, 4, "pairs"), -3, 3),
            (Table(AT_ONCE, 1), 2, 3),
            (Table(AT_ONCE, 2), 3, 3),
            (Table(AT_ONCE, 4), -5, 5),
            (Table(WITHOUT_CHANCE, 2, options={"size": 5}), 0, 2),
            (Table(WITHOUT_CHANCE, 2, options={"size": 5}), -4, 2),
            (Table(WITHOUT_BOARD, 2), 0, 2),
            (Table(WITHOUT_BOARD, 2), 10, 3),
            (Table(WITHOUT_BOARD, 3), -3, 3),
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
