"""What puzzles of Kolorowy zawrót głowy are about."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.bots.protocol import Turn
from kafelki.games.zawrot.puzzles import PUZZLING
from kafelki.play.game import Move
from tests.games.zawrot.positions import SITUATIONS


def situation(why: str) -> int:
    return next(k for k, each in enumerate(SITUATIONS) if each.why.startswith(why))


@pytest.mark.parametrize(
    ("why", "move", "theme"),
    [
        ("one square completes a row of yellow and a column", "Yh 2,0", "two"),
        # Beside the yellow three no two tiles are alike, so no other line is begun.
        ("three yellow in a row are a point", "Yh 2,0", "line"),
        # The spiral makes none where the heart would have made one.
        ("three yellow in a row are a point", "Gp 0,1", "patience"),
        # Any third heart makes the next point, and the bank has one.
        ("the gap between two hearts", "Oh 1,0", "line"),
        ("the other player holds a yellow tile", "Bh 0,1", "block"),
        # The third yellow tile is in the hand, for either end; the other player has none.
        ("an open two of yellow", "Yf 1,0", "fork"),
        ("the bank's heart makes a point", "take Oh", "take"),
    ],
)
def test_a_theme_is_what_is_known_of_a_move(why: str, move: str, theme: str) -> None:
    game = SITUATIONS[situation(why)].game()
    number = game.planned(move, 0).number
    assert PUZZLING.theme(Turn(game, 0, Random(1)), Move("zawrot", number)) == theme
    assert theme in PUZZLING.themes
