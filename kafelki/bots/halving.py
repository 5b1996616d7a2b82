"""Sequential halving: the best of some candidates, found by trying them in possible worlds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.intp]
Values = npt.NDArray[np.float64]

CLEAR = 4.0
"""So many standard errors ahead, a candidate needs no further comparison."""
FEWEST_WORLDS = 24
"""In fewer worlds nothing is clear."""


class Round(NamedTuple):
    """One of the rounds: its number from 1 on, of how many."""

    number: int
    rounds: int

    @property
    def until(self) -> float:
        """The part of the budget that may be spent by the end of the round."""
        return self.number / self.rounds


def sequential_halving(
    candidates: Indices,
    try_out: Callable[[Round, Indices], Values],
    is_enough: Callable[[Values], bool] = lambda rows: False,
    first_look: Callable[[Indices, Values], tuple[Values, int]] = lambda tried, rows: (
        np.zeros(len(tried)),
        0,
    ),
) -> tuple[Indices, Values]:
    """Return candidates from best to worst, and their values: the worse half goes in each round.

    `try_out` tries those that are left in new worlds and returns a row a world; in a round all
    are tried in the same worlds. After a round that `is_enough` there is no other. `first_look`
    returns what was thought of them before the first round, as sums over so many worlds.
    """
    left, rounds = candidates, max(1, (len(candidates) - 1).bit_length())
    sums, worlds = np.zeros(0), 0
    ranked: list[tuple[Indices, Values]] = []
    for number in range(1, rounds + 1):
        rows = try_out(Round(number, rounds), left)
        if number == 1:
            sums, worlds = first_look(left, rows)
        sums, worlds = sums + rows.sum(axis=0), worlds + len(rows)
        order = np.argsort(-sums, kind="stable")
        left, sums = left[order], sums[order]
        is_last = number == rounds or is_enough(rows[:, order])
        kept = 0 if is_last else (len(left) + 1) // 2
        ranked.insert(0, (left[kept:], sums[kept:] / worlds))
        left, sums = left[:kept], sums[:kept]
        if is_last:
            break
    # One that went early was tried in other worlds: it may not overtake a later one.
    values = np.minimum.accumulate(np.concatenate([each for _, each in ranked]))
    return np.concatenate([each for each, _ in ranked]), values


def is_clear(rows: Values) -> bool:
    """Return whether the first candidate is certainly better than each of the others."""
    worlds = len(rows)
    if worlds < FEWEST_WORLDS:
        return False
    ahead = rows[:, :1] - rows[:, 1:]
    means = ahead.mean(axis=0)
    errors = np.sqrt(np.maximum((ahead**2).mean(axis=0) - means**2, 1e-9) / worlds)
    return bool((means > CLEAR * errors).all())
