"""Why a move is good: in both languages, each in its own words, for every judge of every game."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any

import pytest

from kafelki.bots.protocol import Budget, Judgement, Turn
from kafelki.bots.registry import bot_named, bots_of
from kafelki.games.bits.bots.reasons import SQUARES, TOO_LARGE, expectation
from kafelki.games.weakest_colour.bots.reasons import DENIES
from kafelki.games.zawrot.bots import reasons as zawrot_reasons
from kafelki.play.game import Game
from kafelki.rules.engine import engine_of
from kafelki.rules.registry import GAMES
from kafelki.rules.texts import POINTS, Text, counted
from tests.random_games import EVERY_TABLE, Table, cut_game, every_table

FEW = Budget(None, nodes=30)

POLISH_LETTERS = re.compile("[ąćęłńóśźż]", re.IGNORECASE)
ENGLISH_DECIMAL = re.compile(r"\d\.\d")
POLISH_DECIMAL = re.compile(r"\d,\d")
WORDS = re.compile(r"[^\W\d_]{2,}")
GAP = re.compile(r"[{}]")


def judges(game: str) -> list[str]:
    return [name for name in bots_of(game) if hasattr(bot_named(name, game), "rank")]


def ranked(bot: Any, game: Game, number: int = 1) -> list[Judgement]:
    judged: list[Judgement] = bot.rank(Turn(game, game.to_act[0], Random(number), FEW), 30)
    return judged


def check(why: Text) -> None:
    """Assert that a reason is told in two languages, each of which keeps to itself."""
    assert why.en
    assert why.pl
    assert not GAP.search(why.en + why.pl), why
    assert not POLISH_LETTERS.search(why.en), why
    assert not POLISH_DECIMAL.search(why.en), why
    assert not ENGLISH_DECIMAL.search(why.pl), why
    assert not set(WORDS.findall(why.en)) & set(WORDS.findall(why.pl)), why


@every_table
def test_every_reason_is_told_in_both_languages(table: Table) -> None:
    for number in range(4):
        game = cut_game(table, number, engine=engine_of(table.game))
        for name in ("greedy", "expert"):
            judged = ranked(bot_named(name, table.game), game, number)
            assert judged
            for each in judged:
                check(each.why)


@pytest.mark.parametrize("game", GAMES)
def test_levels_give_reasons_as_well(game: str) -> None:
    table = next(each for each in EVERY_TABLE if each.game == game)
    for name in judges(game):
        for each in ranked(bot_named(name, game), cut_game(table, 9, engine=engine_of(game))):
            check(each.why)


def test_every_phrase_is_in_two_languages_with_the_same_gaps() -> None:
    for game in GAMES:
        bots_of(game)  # imports the modules of the game's bots
    phrases = [
        each
        for name, module in sys.modules.items()
        if name.startswith("kafelki.games.") and ".bots" in name
        for value in vars(module).values()
        for each in (value.values() if isinstance(value, dict) else [value])
        if isinstance(each, Text) and each.en
    ]
    assert phrases
    for text in phrases:
        assert text.en != text.pl or not WORDS.search(text.en), text
        assert re.findall(r"{.*?}", text.en) == re.findall(r"{.*?}", text.pl), text


class TestNumbers:
    def test_polish_has_a_decimal_comma(self) -> None:
        assert expectation(3.25) == (
            "about 3.2 points this round",
            "około 3,2 punktu w tej rundzie",
        )

    def test_a_proper_minus_and_no_minus_nought(self) -> None:
        assert expectation(-1.5).pl == "około \N{MINUS SIGN}1,5 punktu w tej rundzie"
        assert expectation(-0.01).en == "about 0.0 points this round"

    @pytest.mark.parametrize(
        ("number", "polish"),
        [(5, "czerwony: 5 pól, za dużo"), (22, "czerwony: 22 pola, za dużo")],
    )
    def test_squares(self, number: int, polish: str) -> None:
        red = Text("red", "czerwony")
        assert TOO_LARGE.filled(colour=red, squares=counted(number, SQUARES)).pl == polish

    @pytest.mark.parametrize(("number", "polish"), [(3, "3 punkty"), (5, "5 punktów")])
    def test_points_denied(self, number: int, polish: str) -> None:
        said = DENIES.filled(counted(number, POINTS), Text("red", "czerwony"))
        assert said.pl == f"zabiera rywalowi szansę na {polish} (czerwony)"
        assert said.en == f"takes {number} points in red from the rival"

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (0.4, ("a point", "punkt")),
            (2.0, ("2 points", "2 punkty")),
            (5.0, ("5 points", "5 punktów")),
        ],
    )
    def test_points_of_a_line(self, value: float, said: tuple[str, str]) -> None:
        assert zawrot_reasons._points(value) == said
