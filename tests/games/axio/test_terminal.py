"""AXIO in a terminal."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.terminal.typed_game import TypedGame
from tests.games.axio.scripts import SWAP_OFFERED
from tests.play.test_record import record, replayed
from tests.test_terminal import Person, shown, with_names


def test_axio_shows_scores_by_colour() -> None:
    game = with_names(replayed(record("axio", 2, SWAP_OFFERED)))
    lines = shown(game, 0)
    assert lines[:3] == [
        " 11   .   .   .   .   R   .   .   .   .",
        " 10   .   .   .   .   .   .   .   .   .",
        "  9   .   .   .   .  [G]  .   .   .   .",
    ]
    assert lines[-3:] == [
        "",
        "► 0 Ania                 G1  O0  R0  V0  B0    GG GG GG GG",
        "  1 Kasia                G0  O0  R0  V0  B0    ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
    ]


def test_tiles_that_a_bot_swaps_are_told_with_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """AX-13: all see them, also where another places a tile before the board is shown again."""
    seed = "f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e"
    seats = [{"name": "Ania"}, {"name": "Kasia"}]
    game = Game("axio", seats=seats, seed=bytes.fromhex(seed), deals=True)
    moves = "BO j7 j8, RB h7 i7, OV j9 k9, RR h10 h11, OG j10 k10, RV i11 j11"
    for number, move in enumerate(moves.split(", ")):
        game.play(move, number % 2)
    person = Person("quit")
    typed = TypedGame(game, "random", "en", person.say, person.ask)
    monkeypatch.setattr(typed.bot, "choose", lambda turn: "swap")
    rack = " ".join(game.hands[1])
    typed.run()
    assert f"Kasia: swap ({rack})" in person.said
