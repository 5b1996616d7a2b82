"""How good people are at puzzles, and how hard puzzles are: Glicko-2 by Mark Glickman.

A first try is a game between the person and the puzzle, and a rating period by itself; every
whole week without one is a period, too, in which a person's rating becomes less sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

MEAN, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
"""Those of somebody of whom nothing is known."""
TAU = 0.5
"""How much the volatility itself may change."""
PROVISIONAL = 110.0
"""A rating with a larger deviation is not yet to be relied on."""
WEEK = 7 * 24 * 60 * 60 * 1000
MOST_WEEKS = 300
"""After so many nothing is known any more."""
DIGITS = 6


@dataclass(frozen=True)
class Skill:
    """What is believed of somebody's strength, or of a puzzle's."""

    value: float = MEAN
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether too little is known to rely on it."""
        return self.deviation > PROVISIONAL


Outcome = tuple[Skill, float]
"""Against whom, and how it ended: from 0, lost, to 1, won."""


def after_period(before: Skill, outcomes: Sequence[Outcome]) -> Skill:
    """Return what is believed after a rating period; without outcomes it is less sure."""
    found = update_rating(
        rating_to_mu(before.value),
        rd_to_phi(before.deviation),
        before.volatility,
        [(rating_to_mu(o.value), rd_to_phi(o.deviation), score) for o, score in outcomes],
        TAU,
    )
    return Skill(
        round(mu_to_rating(found.mu), DIGITS),
        round(min(DEVIATION, phi_to_rd(found.phi)), DIGITS),
        round(found.sigma, DIGITS),
    )


def rested(before: Skill, since: int, now: int) -> Skill:
    """Return what is believed of somebody who has tried nothing since some time."""
    found = before
    for _ in range(min(MOST_WEEKS, (now - since) // WEEK)):
        found = after_period(found, ())
    return found
