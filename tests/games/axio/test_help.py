"""The example in the help of AXIO."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.rules.texts import LANGUAGES
from tests.games.axio.help import CHANCE
from tests.rules.test_help import drawn_cells, example, play_chance, turns_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_of_axio_is_drawn_as_it_stands(language: str) -> None:
    played, outcomes = Game("axio", players=2), CHANCE.split(",")
    play_chance(played, outcomes)
    for moves, _ in turns_in(example("axio", language)):
        played.play(moves[0])
        play_chance(played, outcomes)
    drawn = drawn_cells(example("axio", language))
    far = {"c7": "V", "k7": "B", "g3": "O"}
    assert played.cells == drawn | far
