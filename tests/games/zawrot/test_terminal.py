"""Kolorowy zawrót głowy in a terminal."""

from __future__ import annotations

from kafelki.play.game import Game
from tests.games.zawrot.scripts import PLACED
from tests.play.test_record import record, replayed
from tests.test_terminal import shown, with_names


def test_zawrot_shows_the_table_the_bank_and_hidden_tiles() -> None:
    game = with_names(replayed(record("zawrot", 2, PLACED)))
    assert shown(game, 1) == [
        "  1   .   .   .   .",
        "  0   .  Yh [Ys]  .",
        " -1   .   .   .   .",
        "     -1   0   1   2",
        "",
        "bank: Vp Gf Bs",
        "",
        "► 0 Ania                 0   ▒▒ ▒▒",
        "  1 Kasia                0   Yf Yp Ru",
    ]


def test_an_empty_table_is_a_dash() -> None:
    assert shown(Game("zawrot"))[:3] == ["–", "", "bank: –"]
