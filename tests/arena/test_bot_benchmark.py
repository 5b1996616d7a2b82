"""Measuring how fast bots search: what is counted is what the bots counted."""

from __future__ import annotations

import pytest

from kafelki.arena import benchmark
from kafelki.arena.benchmark import SearchSpeed, has_search, measure_search
from kafelki.bots import registry
from kafelki.bots.random_bot import RandomBot
from kafelki.rules.contract import Seating
from kafelki.rules.registry import GAMES
from tests.games.examples import WITHOUT_CHANCE


@pytest.mark.parametrize("game", GAMES)
def test_every_search_is_measured(game: str) -> None:
    assert has_search(game)
    speed = measure_search(game, Seating(2), seconds=0.05)
    assert (speed.game, speed.players, speed.variant, speed.bot) == (game, 2, "standard", "expert")
    assert speed.budget == 0.05
    assert speed.moves >= 1
    assert speed.seconds >= 0.05
    assert speed.nodes_per_second > 100


def test_the_figures_fit_together() -> None:
    speed = SearchSpeed(WITHOUT_CHANCE, 2, "standard", "expert", 0.1, 10, 5000, 0.5)
    assert speed.nodes_per_second == 10_000
    assert speed.nodes_a_move == 500
    assert speed.as_json() == {
        "game": WITHOUT_CHANCE,
        "players": 2,
        "variant": "standard",
        "bot": "expert",
        "budget": 0.1,
        "moves": 10,
        "nodes": 5000,
        "seconds": 0.5,
        "nodes_per_second": 10_000,
        "nodes_a_move": 500.0,
    }


def test_a_game_without_a_searching_bot_has_nothing_to_measure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "bots_of", lambda game: {"expert": RandomBot})
    monkeypatch.setattr(benchmark, "bots_of", lambda game: {"expert": RandomBot})
    assert not has_search(WITHOUT_CHANCE)
    monkeypatch.setattr(benchmark, "bots_of", lambda game: {})
    assert not has_search(WITHOUT_CHANCE)
