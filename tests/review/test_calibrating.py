"""Measuring values: the fit finds what made the results, and the table says how far it is off."""

from __future__ import annotations

import math
from random import Random

import pytest

from kafelki.bots.valuing import Calibration, Hunch
from kafelki.play.header import Header
from kafelki.review.calibrating import Foreseen, fitted, positions_of, reliability
from kafelki.review.depths import QUICK
from kafelki.review.worths import Worths
from tests.games.examples import AT_ONCE
from tests.review.played import played


def results_of(numbers: tuple[float, ...], count: int, seed: int = 1) -> list[Foreseen]:
    """Return positions whose results follow from a calibration."""
    random = Random(seed)
    found = []
    for _ in range(count):
        hunch = Hunch(random.gauss(0, 2), random.random())
        chance = Calibration(numbers).chance(hunch)
        result = float(random.random() < chance)
        found.append(Foreseen("own", hunch.strength, hunch.stage, chance, result, False))
    return found


def test_the_fit_finds_the_numbers() -> None:
    numbers = (0.3, -0.5, 1.0, 0.8, 0.0)
    found = fitted(results_of(numbers, 20_000))["own"]
    for stage in (0.1, 0.5, 0.9):
        for strength in (-2.0, 0.5, 3.0):
            hunch = Hunch(strength, stage)
            fit = Calibration(tuple(found)).chance(hunch)
            assert fit == pytest.approx(Calibration(numbers).chance(hunch), abs=0.02)


def test_a_symmetric_fit_gives_chances_that_add_up() -> None:
    found = fitted(results_of((0.3, 0.0, 1.0, 0.0, 0.0), 2000), symmetric=True)["own"]
    assert found[:2] == [0.0, 0.0]
    one, other = (Calibration(tuple(found)).chance(Hunch(x, 0.4)) for x in (1.5, -1.5))
    assert one + other == pytest.approx(1)


def test_alone_it_is_a_straight_line() -> None:
    seen = [Foreseen("own", x / 10, 0.5, 0.0, 0.2 + x / 20, False) for x in range(50)]
    line = Calibration(tuple(fitted(seen, alone=True)["own"])).line(Hunch(2.0, 0.5))
    assert line == pytest.approx(1.2, abs=0.01)


def test_reliability_of_true_chances_and_of_wrong_ones() -> None:
    games = [results_of((0.0, 0.0, 1.0, 0.0, 0.0), 40, seed) for seed in range(200)]
    true = reliability(games)
    assert true.games == 200
    assert true.positions == 8000
    assert true.worst < 0.05
    assert sum(each.share for each in true.tenths) == pytest.approx(1)
    wrong = reliability(
        [[each._replace(predicted=1 - each.predicted) for each in game] for game in games]
    )
    assert wrong.worst > 0.5
    assert wrong.brier > true.brier
    for each in true.tenths:
        assert each.error == pytest.approx(
            math.sqrt(each.real * (1 - each.real) / each.positions), rel=0.3
        )


def test_every_position_is_seen_from_every_seat() -> None:
    worths = Worths(Header(AT_ONCE, 2), QUICK)
    game = played(worths.header, 3)
    moves = sum(not event.is_chance for event in game.events)
    seen = list(positions_of(game, worths))
    assert len(seen) == 2 * moves
    ended = worths.of_result(game._position)
    assert [each.result for each in seen[:2]] == ended.tolist()
