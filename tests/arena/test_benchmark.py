"""Measuring speed: the three ways play the same kind of games, and the figures fit together."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from kafelki.arena.benchmark import WAYS, Speed, measure
from kafelki.arena.playouts import CHANCES, CHOICES, MOVES, Playouts
from kafelki.play.header import Header
from kafelki.rules import engine
from kafelki.rules.contract import Seating
from tests.games.examples import AT_ONCE


@pytest.fixture(autouse=True)
def compiled_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test compiled rules, and leave none behind for the others."""
    monkeypatch.setattr(engine, "_loaded", {})
    engine.load_compiled([AT_ONCE])


def some_playouts(players: int = 2, seed: int = 1) -> Playouts:
    return Playouts(Header(AT_ONCE, players), engine.engine_of(AT_ONCE), seed)


@pytest.mark.parametrize("way", WAYS)
def test_each_way_measures_whole_games(way: str) -> None:
    """A ramp holds 12 tiles and three rounds are played: at most 36 moves a seat."""
    speed = measure(AT_ONCE, Seating(2), way, seconds=0.02)
    assert (speed.game, speed.players, speed.variant, speed.way) == (AT_ONCE, 2, "standard", way)
    assert speed.games >= 1
    assert speed.seconds >= 0.02
    assert 40 < speed.mean_length <= 72
    assert (speed.branching is None) == (way == "sampled")
    assert speed.branching is None or 1 <= speed.branching <= 14


def test_a_game_is_measured_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(step=3600.0)
    monkeypatch.setattr("time.perf_counter", lambda: next(hours))
    speed = measure(AT_ONCE, Seating(2), "sampled", seconds=0.02)
    assert (speed.games, speed.seconds) == (1, 3600.0)
    assert speed.mean_length > 40


def test_the_figures_fit_together() -> None:
    speed = Speed(AT_ONCE, 2, "standard", "listed", 4, 200, 0.5, 8.0)
    assert speed.moves_per_second == 400
    assert speed.games_per_second == 8
    assert speed.mean_length == 50
    expected: dict[str, Any] = {
        "game": AT_ONCE,
        "players": 2,
        "variant": "standard",
        "way": "listed",
        "games": 4,
        "moves": 200,
        "seconds": 0.5,
        "branching": 8.0,
        "moves_per_second": 400,
        "games_per_second": 8.0,
        "mean_length": 50.0,
    }
    assert speed.as_json() == expected


def test_playouts_count_moves_chance_and_choices() -> None:
    """Each of three rounds has a task, a start a seat and a card for each tile after it."""
    sampled, listed = some_playouts().sample(50), some_playouts().list(50)
    for counts in (sampled, listed):
        assert 50 * 40 < counts[MOVES] <= 50 * 72
        assert 50 * 3 * (1 + 2 + 6) < counts[CHANCES] <= 50 * 3 * (1 + 2 + 11)
    assert sampled[CHOICES] == 0
    assert counts[MOVES] <= listed[CHOICES] <= 14 * counts[MOVES]


def test_playouts_follow_their_seed() -> None:
    assert some_playouts(seed=5).sample(20).tolist() == some_playouts(seed=5).sample(20).tolist()
    assert some_playouts(seed=5).sample(20).tolist() != some_playouts(seed=6).sample(20).tolist()


def test_playouts_of_both_kinds_are_alike() -> None:
    """The mean length of 2000 games, sampled or listed, differs by less than one move."""
    lengths = [
        counts[MOVES] / 2000
        for counts in (some_playouts().sample(2000), some_playouts().list(2000))
    ]
    assert abs(lengths[0] - lengths[1]) < 1
