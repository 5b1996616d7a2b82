"""Measuring a batch: steps of all its games, and the ends among them."""

from __future__ import annotations

from itertools import count

import pytest

from kafelki.batch.benchmark import GAMES_A_THREAD, BatchSpeed, measure_batch
from kafelki.rules.contract import Seating
from tests.games.examples import AT_ONCE


def test_steps_are_those_of_all_games() -> None:
    speed = measure_batch(AT_ONCE, Seating(2), threads=1, seconds=0.02)
    assert speed.games in GAMES_A_THREAD
    assert speed.steps % speed.games == 0
    assert speed.steps > 0
    assert speed.seconds >= 0.02 / len(GAMES_A_THREAD)
    assert speed.ended < speed.steps


def test_a_step_is_measured_however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(step=3600.0)
    monkeypatch.setattr("time.perf_counter", lambda: next(hours))
    speed = measure_batch(AT_ONCE, Seating(2), threads=1, seconds=0.02)
    assert (speed.games, speed.seconds) == (max(GAMES_A_THREAD), 3600.0)
    assert speed.steps == speed.games


def test_the_figures_fit_together() -> None:
    speed = BatchSpeed(AT_ONCE, 2, "standard", 4, 1024, 2048, 32, 0.5, 1.0)
    assert speed.as_json() == {
        "game": AT_ONCE,
        "players": 2,
        "variant": "standard",
        "threads": 4,
        "games": 1024,
        "steps": 2048,
        "ended": 32,
        "seconds": 0.5,
        "work": 1.0,
        "steps_a_core": 2048,
        "steps_per_second": 4096,
        "games_per_second": 64.0,
    }
