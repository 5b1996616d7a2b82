"""The example in the help of Kolorowy zawrót głowy."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game, Refusal
from kafelki.rules.texts import LANGUAGES
from tests.games.zawrot.help import CHANCE
from tests.rules.test_help import example, moves_in, play_chance, turns_in


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_of_zawrot_forbids_what_it_says(language: str) -> None:
    played, outcomes = Game("zawrot", players=2), CHANCE.split(",")
    text = example("zawrot", language)
    play_chance(played, outcomes)
    turns = [move for moves, _ in turns_in(text) for move in moves]
    for move in turns:
        played.play(move)
        play_chance(played, outcomes)
    assert played.scores == [[3], [1]]
    forbidden = [move for move in moves_in(text) if move not in turns]
    assert len(forbidden) == 2
    for move in forbidden:
        with pytest.raises(Refusal) as refused:
            played.play(move)
        assert refused.value.rule == "ZG-7"
