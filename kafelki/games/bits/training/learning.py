"""How the network of Bits learns from rounds: temporal differences, and Adam."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kafelki.games.bits.bots import features
from kafelki.games.bits.bots.features import AREA, STAGES, THINGS
from kafelki.games.bits.bots.network import SHAPES, WIDTH, Weights, rows_for, task_blocks
from kafelki.games.bits.kernels import CELLS, COLOUR_COUNT, COLUMNS
from kafelki.games.bits.training.rounds import MOST_PLACED, PlayedRounds

Singles = npt.NDArray[np.float32]

TRACE = 0.7
"""So much a guess follows the end of the round, the rest the guess after the next tile."""

_MIRROR = np.arange(CELLS).reshape(-1, COLUMNS)[:, ::-1].ravel()
_MOMENTUM, _SMOOTHING = 0.9, 0.999


def fresh_weights(random: np.random.Generator) -> Weights:
    """Return small random weights; what the tasks add begins with nothing."""
    spreads = {"rows": 0.1, "second": WIDTH**-0.5, "last": WIDTH**-0.5}
    weights = {
        name: random.normal(0, spreads.get(name, 0), shape).astype(np.float32)
        for name, shape in SHAPES.items()
    }
    weights["rows"] = same_in_a_mirror(weights["rows"])
    return weights


def same_in_a_mirror(rows: Singles) -> Singles:
    """Return rows averaged with those of the ramp seen in a mirror."""
    rows = rows.copy()
    for first in (features.TAKEN, features.GAP, features.OWN):
        squares = rows[first : first + CELLS]
        rows[first : first + CELLS] = (squares + squares[_MIRROR]) / 2
    return rows


def slope(
    weights: Weights, batch: list[tuple[tuple[int, int], PlayedRounds]]
) -> tuple[Weights, float]:
    """Return how the error of a batch, by tasks, grows with each weight, and the error."""
    things = [
        rounds.things[rounds.learned_from].reshape(-1, THINGS).astype(np.float32)
        for _, rounds in batch
    ]
    first = np.concatenate(
        [
            np.maximum(each @ rows_for(weights, *tasks), 0)
            for (tasks, _), each in zip(batch, things, strict=True)
        ]
    )
    colours = first.reshape(-1, COLOUR_COUNT, WIDTH).sum(axis=1)
    second = np.maximum(colours @ weights["second"] + weights["second_offsets"], 0)
    off = _differences(batch, second @ weights["last"] + weights["last_offset"])
    error = float(np.mean(off * off))
    off /= len(off)

    found = {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPES.items()}
    found["last_offset"] += off.sum()
    found["last"] += off @ second
    back = np.outer(off, weights["last"]) * (second > 0)
    found["second_offsets"] += back.sum(axis=0)
    found["second"] += colours.T @ back
    back = np.repeat(back @ weights["second"].T, COLOUR_COUNT, axis=0) * (first > 0)
    begin = 0
    for (tasks, _), each in zip(batch, things, strict=True):
        rows = each.T @ back[begin : begin + len(each)]
        begin += len(each)
        found["rows"] += rows
        for block in task_blocks(*tasks):
            found["task_stages"][block] += rows[:STAGES].sum(axis=0)
            found["task_areas"][block] += rows[AREA:]
    found["rows"] = same_in_a_mirror(found["rows"])
    return found, error


def _differences(batch: list[tuple[tuple[int, int], PlayedRounds]], guesses: Singles) -> Singles:
    """Return by how much each guess is above what came after it."""
    learned_from = np.concatenate([rounds.learned_from for _, rounds in batch])
    target = np.concatenate([rounds.points for _, rounds in batch]).astype(np.float32)
    values = np.zeros(learned_from.shape, dtype=np.float32)
    values[learned_from] = guesses
    off = np.zeros_like(values)
    for k in reversed(range(MOST_PLACED)):
        off[:, k] = values[:, k] - target
        mixed = TRACE * target + (1 - TRACE) * values[:, k]
        target = np.where(learned_from[:, k], mixed, target)
    return off[learned_from]


class Adam:
    """Moves weights against their slopes, by Adam's rule."""

    def __init__(self) -> None:
        self.mean, self.square = (
            {name: np.zeros(shape, dtype=np.float32) for name, shape in SHAPES.items()}
            for _ in range(2)
        )
        self.steps = 0

    def step(self, weights: Weights, found: Weights, rate: float) -> None:
        """Change the weights."""
        self.steps += 1
        pace = rate * (1 - _SMOOTHING**self.steps) ** 0.5 / (1 - _MOMENTUM**self.steps)
        for name, each in found.items():
            mean, square = self.mean[name], self.square[name]
            mean += np.float32(1 - _MOMENTUM) * (each - mean)
            square += np.float32(1 - _SMOOTHING) * (each * each - square)
            weights[name] -= np.float32(pace) * mean / (np.sqrt(square) + np.float32(1e-8))
