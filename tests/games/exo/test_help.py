"""The example in the help of EXO."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.rules.texts import LANGUAGES
from tests.rules.test_help import drawn_cells, example, turns_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_of_exo_is_won_as_it_says(language: str) -> None:
    played = Game("exo")
    turns = turns_in(example("exo", language))
    for number, (moves, _) in enumerate(turns):
        if number == 7:  # what turn 7 says about the next tile
            allowed = {move[3:] for move in played.legal_texts()}
            assert "d4 d5" not in allowed
            assert "c5 d5" not in allowed
            assert "e5 f5" in allowed
        played.play(moves[0], number % 2)
    assert turns[-1][1].startswith("X")
    assert played.result is not None
    assert (played.result.places, played.result.reason) == ((1, 2), "five")
    assert drawn_cells(example("exo", language)) == {c: v[0] for c, v in played.cells.items()}
