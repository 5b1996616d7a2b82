"""Geniusz in a terminal."""

from __future__ import annotations

from kafelki.play.game import Game, new_game
from kafelki.play.record import parse_record, parse_text, play_event, read_texts
from kafelki.terminal.typed_game import TypedGame
from tests.corpus.make_corpus import FOLDER
from tests.test_terminal import Person, shown


def test_geniusz_slants_its_rows() -> None:
    lines = shown(new_game("geniusz", 2, seed=1), None)
    assert lines[0] == "m8–m13              R   .   .   .   .   G"
    assert lines[5] == "h3–h13    V   .   .   .   .   .   .   .   .   .   B"
    assert lines[10] == "c3–c8               Y   .   .   .   .   O"


def test_a_full_colour_is_called() -> None:
    """GE-11: whoever brings a marker to 18 calls it, and plays on."""
    _, text = read_texts(FOLDER / "geniusz-2.jsonl")
    recorded = parse_record(parse_text(text)).replay()
    assert sum(row.count(18) for row in recorded.scores) == 7
    game = Game("geniusz", 2)
    person = Person("quit")
    typed = TypedGame(game, "random", "pl", person.say, person.ask)
    called = 0
    for event in recorded.events:
        if event.is_chance:
            play_event(game, event.as_json())
            continue
        before = game.scores[event.seat]
        typed._play(event.text, event.seat)
        full = sum(a < 18 <= b for a, b in zip(before, game.scores[event.seat], strict=True))
        assert typed.called == (" Geniusz!" if full else "")
        called += full
    assert called == 7
