"""What is left of a budget, by a clock that the test moves."""

from __future__ import annotations

import pytest

from kafelki.bots.meter import PLENTY, Meter
from kafelki.bots.protocol import Budget


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(Meter, "clock", clock)
    return clock


def test_nodes_are_taken_off() -> None:
    meter = Meter(Budget(None, 100), share=0.9)
    assert (meter.spent(), meter.left(), meter.left(0.7)) == (0.0, 100, 70)
    meter.spend(80)
    assert (meter.nodes, meter.spent(), meter.left(), meter.left(0.7)) == (80, 0.8, 20, 0)
    assert meter.in_time() == PLENTY
    meter.spend(80)
    assert meter.left() == 0


def test_only_a_share_of_the_seconds_is_planned_with(clock: Clock) -> None:
    meter = Meter(Budget(2.0, None), share=0.5)
    assert (meter.spent(), meter.left()) == (0.0, PLENTY)
    clock.now += 0.5
    assert (meter.spent(), meter.left(), meter.left(0.5)) == (0.5, PLENTY, 0)
    clock.now += 0.5
    assert (meter.spent(), meter.left()) == (1.0, 0)


def test_what_fits_into_the_time_follows_from_the_pace(clock: Clock) -> None:
    meter = Meter(Budget(4.0, 1000), share=1.0)
    assert meter.in_time() == 0  # nothing is known of the pace yet
    clock.now += 1.0
    meter.spend(60)
    assert (meter.in_time(), meter.in_time(0.5)) == (180, 60)
    assert meter.left() == 940
    clock.now += 4.0
    assert meter.in_time() == 0


def test_whichever_is_spent_first_counts(clock: Clock) -> None:
    meter = Meter(Budget(1.0, 10), share=1.0)
    clock.now += 0.25
    meter.spend(5)
    assert meter.spent() == 0.5
    clock.now += 0.5
    assert meter.spent() == 0.75


def test_a_budget_without_any_limit_is_the_usual_one() -> None:
    assert Meter(Budget(None, None), 1.0, usual=50).left() == 50
    assert Meter(Budget(1000.0, None), 1.0, usual=50).left() == PLENTY
    assert Meter(Budget(None, 7), 1.0, usual=50).left() == 7
