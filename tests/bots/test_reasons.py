"""Why a move is good: in both languages, each in its own words, for every judge of every game."""

from __future__ import annotations

import re
import sys
from random import Random
from typing import Any

import pytest

from kafelki.bots.protocol import Budget, Judgement, Turn
from kafelki.bots.registry import bot_named, bots_of
from kafelki.play.game import Game
from kafelki.rules.engine import engine_of
from kafelki.rules.registry import GAMES
from kafelki.rules.texts import Text
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
