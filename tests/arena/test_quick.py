"""Bots in a loop play the same games interpreted and compiled, and play as they should."""

from __future__ import annotations

import pytest

from kafelki.arena.quick import quick
from kafelki.arena.simulation import simulate
from kafelki.bots.judging import Greedy, values_of
from kafelki.bots.protocol import Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record, record_of
from kafelki.rules import engine
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE


def games(game: str, *bots: str) -> list[dict[str, object]]:
    return [record_of(each) for each in simulate(Header(game, 2), bots, 2, "a seed")]


@pytest.mark.parametrize("game", [WITHOUT_CHANCE, AT_ONCE, WITH_RACKS])
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_compiled_and_interpreted_play_the_same(
    game: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ["random", other if game != WITH_RACKS else "random"]
    monkeypatch.setattr(engine, "_loaded", {})
    interpreted = games(game, *bots)
    engine.load_compiled([game])
    assert games(game, *bots) == interpreted
    for record in interpreted:
        assert record_of(parse_record(record).verify()) == record


@pytest.mark.parametrize("game", [WITHOUT_CHANCE, AT_ONCE])
def test_who_is_greedy_plays_a_move_of_the_highest_value(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the other one does not always do so."""
    monkeypatch.setattr(engine, "_loaded", {})
    engine.load_compiled([game])
    bot = bot_named("greedy", game)
    assert isinstance(bot, Greedy)
    (played,) = simulate(Header(game, 2), ["random", "greedy"], 1, "another seed")
    best = [0, 0]
    choices = [0, 0]
    for number, event in enumerate(played.events):
        if event.is_chance:
            continue
        before = Game(played.header)
        for each in played.events[:number]:
            before._repeat(each)
        turn = Turn(before, event.seat, None, None)  # type: ignore[arg-type]
        values = values_of(turn, bot.evaluate)
        chosen = values[turn.moves.numbers.tolist().index(event.number)]
        best[event.seat] += chosen == values.max()
        choices[event.seat] += 1
    assert best[1] == choices[1] > 0
    assert best[0] < choices[0]


def test_a_game_is_the_same_as_one_replayed() -> None:
    (played,) = simulate(Header(WITH_RACKS, 2), ["random"], 1, "third")
    replayed = parse_record(record_of(played)).replay()
    assert replayed == played
    assert replayed.position == played.position
    played.back(3)
    played.forward(3)
    assert replayed.position == played.position


def test_others_do_not() -> None:
    assert quick(WITHOUT_CHANCE, [bot_named("random", WITHOUT_CHANCE)] * 2)
    assert not quick(WITHOUT_BOARD, [bot_named("greedy", WITHOUT_BOARD)] * 2)
