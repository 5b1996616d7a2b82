"""Ratings from the places in many games: a Plackett–Luce model, on the scale of Elo.

The model is fitted to all games at once (`choix`, maximum likelihood), so that the order
in which they were played does not matter. A rating system for people who learn, such as
OpenSkill, would weigh late games more; bots stay as they are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

ELO = 400 / math.log(10)
"""Elo points for a factor e in the odds: 400 points are odds of ten to one."""
NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Contest:
    """Who met in a game, the place of each, and the deal that was played."""

    deal: int
    bots: tuple[int, ...]
    """Their numbers; a bot may be in it more than once."""
    places: tuple[int, ...]


@dataclass(frozen=True)
class Ratings:
    """Each bot's rating, the mean being 0, and how sure that is."""

    values: Matrix
    as_games: Matrix
    """The covariance if every game were independent."""
    as_deals: Matrix
    """The covariance if only deals were, the games of a deal going together."""

    def half_width(self, weights: Matrix) -> float:
        """Return half of the 95 % interval of a combination of ratings: the more careful one."""
        variances = [float(weights @ each @ weights) for each in (self.as_games, self.as_deals)]
        return NORMAL_95 * math.sqrt(max(0.0, *variances))

    @cached_property
    def intervals(self) -> list[tuple[float, float]]:
        """The 95 % interval of each rating."""
        return [
            (float(value - width), float(value + width))
            for value, row in zip(self.values, np.eye(len(self.values)), strict=True)
            for width in [self.half_width(row)]
        ]

    def difference(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much one bot is above another, and half of the 95 % interval of that."""
        weights = np.zeros(len(self.values))
        weights[one], weights[other] = 1, -1
        return float(self.values[one] - self.values[other]), self.half_width(weights)


def rate(bots: int, contests: Sequence[Contest]) -> Ratings:
    """Return the ratings of bots numbered from 0.

    Every two are given one drawn game more than they played: so somebody who won all games,
    or played none, has a rating too, and a wide interval.
    """
    import choix  # here, not above: it brings SciPy along

    if bots < 2:
        nothing = np.zeros((bots, bots))
        return Ratings(np.zeros(bots), nothing, nothing)
    drawn = [Contest(-1, pair, (1, 1)) for pair in combinations(range(bots), 2)]
    rankings = [ranking for each in (*contests, *drawn) for ranking in _rankings(each)]
    strengths = choix.ilsr_rankings(bots, rankings, max_iter=1000)
    strengths -= strengths.mean()
    as_games, as_deals = _covariances(strengths, contests, drawn)
    return Ratings(ELO * strengths, ELO**2 * as_games, ELO**2 * as_deals)


def _rankings(contest: Contest) -> list[tuple[int, ...]]:
    """Return a contest as two rankings: equal places in one order and in the opposite one."""
    seats = range(len(contest.bots))
    orders = (
        sorted(seats, key=lambda seat: (contest.places[seat], seat)),
        sorted(seats, key=lambda seat: (contest.places[seat], -seat)),
    )
    return [tuple(contest.bots[seat] for seat in order) for order in orders]


def _covariances(
    strengths: Matrix, contests: Sequence[Contest], drawn: Sequence[Contest]
) -> tuple[Matrix, Matrix]:
    """Return the covariance from the curvature of the likelihood, and the one by deals."""
    weights = np.exp(strengths)
    bots = len(weights)
    information = np.zeros((bots, bots))
    by_deal: dict[int, Matrix] = {}
    kinds = Counter((each.deal, each.bots, each.places) for each in (*contests, *drawn))
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Matrix, Matrix]] = {}
    for (deal, who, places), count in kinds.items():
        if (who, places) not in known:
            known[who, places] = _derivatives(weights, Contest(deal, who, places))
        slope, curvature = known[who, places]
        information += count * curvature
        by_deal[deal] = by_deal.get(deal, 0) + count * slope
    by_deal.pop(-1, None)
    # Nothing is known of the mean: without a threshold, rounding would make much of that.
    inverse: Matrix = np.asarray(np.linalg.pinv(information, rcond=1e-9, hermitian=True), float)
    slopes = np.array(list(by_deal.values())).reshape(-1, bots)
    spread = slopes.T @ slopes * len(slopes) / max(1, len(slopes) - 1)
    return inverse, inverse @ spread @ inverse


def _derivatives(weights: Matrix, contest: Contest) -> tuple[Matrix, Matrix]:
    """Return the slope and the curvature of a contest's log-likelihood in the strengths."""
    bots = len(weights)
    slope, curvature = np.zeros(bots), np.zeros((bots, bots))
    rankings = _rankings(contest)
    for ranking in rankings:
        for k in range(len(ranking) - 1):
            chances = np.zeros(bots)
            for bot in ranking[k:]:
                chances[bot] += weights[bot]
            chances /= chances.sum()
            slope[ranking[k]] += 1
            slope -= chances
            curvature += np.diag(chances) - np.outer(chances, chances)
    return slope / len(rankings), curvature / len(rankings)
