"""EXO in a terminal."""

from __future__ import annotations

from kafelki.play.game import Game
from tests.play.test_record import record, replayed
from tests.test_terminal import shown, with_names


def test_exo_shows_heights_and_brackets_the_last_move() -> None:
    script = "0: XO a1 a2; 1: XO b1 b2; 0: OX a1 b1"
    game = with_names(replayed(record("exo", 2, script, options={"size": 5})))
    assert shown(game) == [
        "  5   .   .   .   .   .",
        "  4   .   .   .   .   .",
        "  3   .   .   .   .   .",
        "  2  O1  O1   .   .   .",
        "  1 [O2][X2]  .   .   .",
        "      a   b   c   d   e",
        "",
        "  0 Ania                 0",
        "► 1 Kasia                0",
    ]


def test_the_end_names_the_reason_and_the_places() -> None:
    script = ";".join(f"{k % 2}: XO {column}1 {column}2" for k, column in enumerate("abcde"))
    game = with_names(replayed(record("exo", 2, script)))
    assert shown(game)[-3:] == [
        "The game is over: five for both at once.",
        "  0 Ania                 2nd place",
        "  1 Kasia                1st place",
    ]
    assert shown(game, language="pl")[-3:] == [
        "Koniec gry: piątka dla obu naraz.",
        "  0 Ania                 2. miejsce",
        "  1 Kasia                1. miejsce",
    ]


def test_the_largest_board_of_exo_is_eighty_columns_wide() -> None:
    lines = shown(Game("exo", options={"size": 19}))
    assert max(len(line) for line in lines) == 79
