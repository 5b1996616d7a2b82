"""Compiled, AXIO and Geniusz are as interpreted, also where random games hardly lead."""

from __future__ import annotations

import pytest

from kafelki.rules.engine import compiled_engine
from kafelki.testing.machine_code import assert_same_game
from tests.random_games import EVERY_TABLE, Table


@pytest.mark.parametrize(
    "table", [t for t in EVERY_TABLE if t.game in ("axio", "geniusz")], ids=str
)
def test_the_same_game_in_both_with_score_cards_that_are_nearly_full(table: Table) -> None:
    """So that there are extra turns and swaps, and an end by all colours."""
    games = [table.begin(), table.begin(engine=compiled_engine(table.game))]
    for game in games:
        s = game.rules.layout(game._position)
        for side in range(s.sides):
            for colour in range(s.scores.shape[1]):
                s.scores[side, colour] = s.limit - 2 - colour % 2
    assert_same_game(*games)
