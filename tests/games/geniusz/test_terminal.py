"""Geniusz in a terminal."""

from __future__ import annotations

from kafelki.play.game import Game, new_game
from kafelki.terminal.typed_game import TypedGame
from tests.test_terminal import Person, shown


def test_geniusz_slants_its_rows() -> None:
    lines = shown(new_game("geniusz", 2, seed=1), None)
    assert lines[0] == "m8–m13              R   .   .   .   .   G"
    assert lines[5] == "h3–h13    V   .   .   .   .   .   .   .   .   .   B"
    assert lines[10] == "c3–c8               Y   .   .   .   .   O"


def test_a_full_colour_is_called() -> None:
    """GE-11: whoever brings a marker to 18 calls it, and plays on."""
    game = new_game("geniusz", 2, seed=3)
    person = Person("quit")
    typed = TypedGame(game, "random", "pl", person.say, person.ask)
    calls = []
    while not game.over:
        seat = game.to_act[0]
        before = game.scores[seat]
        best = max(
            game.legal_texts(seat), key=lambda text: (" " in text, sum_of(game, text, seat), text)
        )
        typed._play(best, seat)
        full = sum(a < 18 <= b for a, b in zip(before, game.scores[seat], strict=True))
        assert typed.called == (" Geniusz!" if full else "")
        calls.append(bool(full))
    assert any(calls)


def sum_of(game: Game, text: str, seat: int) -> int:
    return sum(game.explain(text, seat).points.values())
