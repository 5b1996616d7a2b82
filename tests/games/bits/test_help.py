"""The example in the help of Bits."""

from __future__ import annotations

import re

import pytest

from kafelki.play.game import Game
from kafelki.rules.texts import LANGUAGES
from tests.rules.test_help import drawn_cells, example, moves_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_of_bits_scores_what_it_says(language: str) -> None:
    played, text = Game("bits", players=1), example("bits", language)
    for task in ("four", "T", "pair"):
        played.play_chance(f"task {task}")
        for number, move in enumerate(moves_in(text)):
            tile = "".join(sorted(move[:2], key="OBVY".index))
            played.play_chance(f"{'card' if number else 'start'} {tile}")
            played.play(move)
    assert played.scores == [[int(points) for points in re.findall(r"\*\*(\d+)\*\*", text)]]
    assert played.cells == [drawn_cells(text)]
