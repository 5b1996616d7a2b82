"""Measuring hunches against how games ended, and the numbers that make chances of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.bots.halving import Values
from kafelki.play.game import Game
from kafelki.review.worths import Worths

RIDGE = 0.1
"""Keeps the numbers small where games say nothing about them."""
STEPS = 40
TENTHS = 10
ENOUGH = 0.05
"""A tenth of the scale says something when it holds so much of all positions."""


class Foreseen(NamedTuple):
    """A position as a seat knew it: its hunch, what it was said to be worth, what came of it."""

    kind: str
    strength: float
    stage: float
    predicted: float
    result: float
    is_sure: bool


def positions_of(game: Game, worths: Worths, every: int = 1) -> Iterator[Foreseen]:
    """Yield every so many positions of a finished game where somebody is to move, for all seats."""
    ended = worths.of_result(game._position)
    here = Game(game.header, engine=worths.engine)
    count = 0
    for event in game.events:
        if not here.chance_due:
            count += 1
            if count % every == 0:
                for seat in worths.seats:
                    hunch = worths.hunch(here._position, seat)
                    said = worths.of_seat(here._position, seat)
                    sure = hunch.sure is not None
                    yield Foreseen(hunch.kind, hunch.strength, hunch.stage, said, ended[seat], sure)
        here._repeat(event)
    worths.forget()


def fitted(
    seen: Sequence[Foreseen], *, alone: bool = False, symmetric: bool = False
) -> dict[str, list[float]]:
    """Return the numbers of a calibration for each kind of hunch: by logistic regression.

    Alone it is a straight line, by least squares. `symmetric` where one's hunch is the opposite of
    the other's: then the chances add up to 1.
    """
    found = {}
    for kind in sorted({each.kind for each in seen}):
        rows = [each for each in seen if each.kind == kind and not each.is_sure]
        strength, stage, result = (
            np.array([each[k] for each in rows], dtype=float) for k in (1, 2, 4)
        )
        one = np.ones(len(rows))
        table = np.stack([one, stage, strength, strength * stage, strength * stage**2], axis=1)
        if symmetric:
            table[:, :2] = 0.0
        numbers = _straight(table, result) if alone else _logistic(table, result)
        found[kind] = [round(float(number), 4) for number in numbers]
    return found


def _straight(table: Values, result: Values) -> Values:
    found = np.linalg.solve(table.T @ table + RIDGE * np.eye(5), table.T @ result)
    return np.asarray(found, dtype=float)


def _logistic(table: Values, result: Values) -> Values:
    """Return the numbers of the best fit by Newton's method, each step as long as it helps."""
    numbers = np.array([0.0, 0.0, 1.0, 0.0, 0.0])
    for _ in range(STEPS):
        chances = _chances(table, numbers)
        slope = table.T @ (result - chances) - RIDGE * numbers
        weights = np.maximum(chances * (1 - chances), 1e-9)
        curvature = (table * weights[:, None]).T @ table + RIDGE * np.eye(5)
        step = np.linalg.solve(curvature, slope)
        before = _fit(table, result, numbers)
        while _fit(table, result, numbers + step) < before and np.abs(step).max() > 1e-9:
            step = step / 2
        numbers = numbers + step
    return numbers


def _chances(table: Values, numbers: Values) -> Values:
    chances: Values = 1.0 / (1.0 + np.exp(-np.clip(table @ numbers, -30, 30)))
    return chances


def _fit(table: Values, result: Values, numbers: Values) -> float:
    """Return how well numbers fit: the logarithm of how likely the results are with them."""
    chances = np.clip(_chances(table, numbers), 1e-12, 1 - 1e-12)
    likely = result * np.log(chances) + (1 - result) * np.log(1 - chances)
    return float(likely.sum() - RIDGE / 2 * (numbers**2).sum())


@dataclass(frozen=True)
class Tenth:
    """A tenth of the scale: what was predicted there on average, and what came of it."""

    low: float
    positions: int
    share: float
    predicted: float
    real: float
    error: float
    """The standard error of what came of it: the positions of a game go together."""

    @property
    def off(self) -> float:
        """How far apart the two are."""
        return self.predicted - self.real


@dataclass(frozen=True)
class Reliability:
    """How predictions turned out."""

    games: int
    positions: int
    brier: float
    """The mean square of what was predicted less what came of it; 0.25 for always one half."""
    tenths: tuple[Tenth, ...]

    @property
    def worst(self) -> float:
        """How far predictions were off at most, of tenths that hold enough positions."""
        return max((abs(each.off) for each in self.tenths if each.share >= ENOUGH), default=0.0)


def reliability(games: Iterable[Sequence[Foreseen]]) -> Reliability:
    """Return how predictions turned out, a sequence of positions a game."""
    rows: list[tuple[int, float, float]] = []
    count = 0
    for number, positions in enumerate(games):
        count = number + 1
        rows += [(number, each.predicted, each.result) for each in positions]
    table = np.array(rows, dtype=float).reshape(-1, 3)
    predicted, result = table[:, 1], table[:, 2]
    tenth = np.clip((predicted * TENTHS).astype(int), 0, TENTHS - 1)
    return Reliability(
        count,
        len(table),
        float(((predicted - result) ** 2).mean()),
        tuple(
            _tenth(k, table[tenth == k], len(table)) for k in range(TENTHS) if (tenth == k).any()
        ),
    )


def _tenth(number: int, rows: npt.NDArray[np.float64], total: int) -> Tenth:
    games, predicted, result = rows.T
    real = float(result.mean())
    _, which = np.unique(games, return_inverse=True)
    sums = np.bincount(which, weights=result - real)
    error = float(np.sqrt((sums**2).sum())) / len(rows)
    share = len(rows) / total
    return Tenth(number / TENTHS, len(rows), share, float(predicted.mean()), real, error)
