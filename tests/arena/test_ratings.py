"""Ratings: strengths that are known come out again, within the intervals that are claimed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from kafelki.arena.ratings import ELO, Contest, rate

STRENGTHS = (300.0, 100.0, 0.0, -400.0)


def ranking(
    random: np.random.Generator, bots: Sequence[int], strengths: Sequence[float]
) -> Contest:
    """Return a contest between bots whose places follow a Plackett–Luce model."""
    # The order of exponential times with rates e^strength is such a ranking.
    rates = np.exp(np.array([strengths[bot] for bot in bots]) / ELO)
    times = random.exponential(1 / rates)
    places = 1 + np.argsort(np.argsort(times))
    return Contest(0, tuple(bots), tuple(places.tolist()))


def tournament(
    random: np.random.Generator, lineups: Sequence[Sequence[int]], deals: int
) -> list[Contest]:
    return [
        Contest(deal, contest.bots, contest.places)
        for deal in range(deals)
        for lineup in lineups
        for contest in [ranking(random, lineup, STRENGTHS)]
    ]


PAIRS = [(i, j) for i in range(4) for j in range(4) if i != j]
TRIPLES = [(i, j, k) for i in range(4) for j in range(4) for k in range(4) if len({i, j, k}) == 3]
WITH_REPEATS = [(0, 0, 1, 2), (0, 1, 1, 3), (2, 3, 3, 0), (1, 2, 2, 3), (3, 1, 0, 2)]
LINEUPS: dict[str, Sequence[Sequence[int]]] = {
    "two": PAIRS,
    "three": TRIPLES,
    "four, some twice": WITH_REPEATS,
}


@pytest.mark.parametrize("lineups", LINEUPS)
def test_known_strengths_are_recovered(lineups: str) -> None:
    contests = tournament(np.random.default_rng(1), LINEUPS[lineups], 150)
    ratings = rate(4, contests)
    wanted = np.array(STRENGTHS) - np.mean(STRENGTHS)
    assert np.abs(ratings.values - wanted).max() < 60
    assert abs(ratings.values.sum()) < 1e-6


@pytest.mark.parametrize("lineups", LINEUPS)
def test_intervals_cover_the_truth_as_often_as_they_say(lineups: str) -> None:
    random = np.random.default_rng(2)
    wanted = np.array(STRENGTHS) - np.mean(STRENGTHS)
    covered, widths = [], []
    for _ in range(40):
        ratings = rate(4, tournament(random, LINEUPS[lineups], 12))
        for value, (low, high) in zip(wanted, ratings.intervals, strict=True):
            covered.append(low <= value <= high)
            widths.append(high - low)
    assert 0.90 <= np.mean(covered) <= 1
    assert np.mean(widths) < 350


def test_a_share_becomes_the_difference_that_elo_gives_it() -> None:
    contests = [Contest(k, (0, 1), (1, 2) if k % 11 else (2, 1)) for k in range(1100)]
    difference, width = rate(2, contests).difference(0, 1)
    assert difference == pytest.approx(400, abs=3)  # ten wins to a loss
    assert 20 < width < 60


def test_draws_count_half() -> None:
    drawn = rate(2, [Contest(k, (0, 1), (1, 1)) for k in range(50)])
    mixed = rate(2, [Contest(k, (0, 1), (1, 2) if k % 2 else (2, 1)) for k in range(50)])
    assert drawn.difference(0, 1)[0] == pytest.approx(0, abs=1e-6)
    assert mixed.difference(0, 1)[0] == pytest.approx(0, abs=1e-6)


def test_somebody_who_won_everything_has_a_rating_and_a_wide_interval() -> None:
    few, many = (rate(2, [Contest(k, (0, 1), (1, 2)) for k in range(n)]) for n in (10, 1000))
    difference, width = few.difference(0, 1)
    assert difference == pytest.approx(ELO * math.log(10.5 / 0.5), abs=0.1)
    assert width > 300
    assert many.difference(0, 1)[0] > difference


def test_games_of_a_deal_that_go_together_widen_the_interval() -> None:
    """A deal played ten times with the same result says as much as one game."""
    random = np.random.default_rng(3)
    places = [(1, 2) if win else (2, 1) for win in random.random(60) < 0.6]
    apart = [Contest(k, (0, 1), places[k % 60]) for k in range(600)]
    together = [Contest(k % 60, (0, 1), places[k % 60]) for k in range(600)]
    assert rate(2, together).values == pytest.approx(rate(2, apart).values)
    assert rate(2, together).difference(0, 1)[1] > 2.5 * rate(2, apart).difference(0, 1)[1]


def test_the_order_of_games_does_not_matter() -> None:
    contests = tournament(np.random.default_rng(4), TRIPLES, 10)
    assert rate(4, contests[::-1]).values == pytest.approx(rate(4, contests).values, abs=1e-4)


def test_a_bot_that_met_nobody_is_rated_in_the_middle_and_very_unsure() -> None:
    ratings = rate(3, [Contest(k, (0, 1), (1 + k % 2, 2 - k % 2)) for k in range(200)])
    assert ratings.values == pytest.approx([0, 0, 0], abs=1e-6)
    low, high = ratings.intervals[2]
    assert low < -300
    assert high > 300
    assert rate(2, []).difference(0, 1)[1] > 600
    assert rate(1, [Contest(0, (0, 0), (1, 2))]).intervals == [(0, 0)]
