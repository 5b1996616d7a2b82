"""The bots as characters: the same five in all games, with one scale of stars."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafelki.bots.characters import CHARACTERS, called, character_of, stars_of
from kafelki.bots.registry import PLAIN_LEVEL, levels_of
from kafelki.rules.registry import GAMES

FACES = Path(__file__).parents[2] / "web" / "src" / "game" / "bot_faces.ts"


@pytest.mark.parametrize("game", GAMES)
def test_our_games_have_the_five_characters_in_order(game: str) -> None:
    levels = levels_of(game)
    assert [called(level).en for level in levels] == ["Snail", "Hare", "Hedgehog", "Fox", "Owl"]
    assert [called(level).pl for level in levels] == ["Ślimak", "Zając", "Jeż", "Lis", "Sowa"]
    assert [stars_of(level) for level in levels] == [1, 2, 3, 4, 5]


def test_who_plays_at_random_is_the_first() -> None:
    assert character_of(PLAIN_LEVEL) is CHARACTERS[1]
    assert stars_of(PLAIN_LEVEL) == 1


@pytest.mark.parametrize(("number", "stars"), [(0, 1), (6, 5), (17, 5)])
def test_beyond_the_five_a_game_names_its_own(number: int, stars: int) -> None:
    level = replace(PLAIN_LEVEL, number=number)
    assert character_of(level) is None
    assert called(level) == PLAIN_LEVEL.name
    assert stars_of(level) == stars


def test_every_character_has_a_face_and_a_temper() -> None:
    drawn = FACES.read_text("utf-8")
    for character in CHARACTERS.values():
        assert f"\n    {character.id}: [" in drawn
        assert all(character.text)
