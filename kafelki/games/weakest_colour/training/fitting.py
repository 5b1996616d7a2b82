"""Fitting the network of `kafelki.games.weakest_colour.bots.network` to how games ended."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.games.weakest_colour.bots.network import HIDDEN, weight_count

Singles = npt.NDArray[np.float32]

_DECAY = 1e-5
_MOMENTUM, _SMOOTHING = 0.9, 0.999


class Parts(NamedTuple):
    """The parts of a network, as views into its flat array."""

    first: Singles
    offsets: Singles
    second: Singles
    straight: Singles
    offset: Singles


def parts_of(weights: Singles, inputs: int) -> Parts:
    """Return the parts of a network for a number of inputs."""
    sizes = [inputs * HIDDEN, HIDDEN, HIDDEN, inputs, 1]
    ends = np.cumsum(sizes)
    first, *rest = (weights[end - size : end] for size, end in zip(sizes, ends, strict=True))
    return Parts(first.reshape(inputs, HIDDEN), *rest)


def fresh_network(inputs: int, by_lead: float, random: np.random.Generator) -> Singles:
    """Return a network with small random weights, for ends valued with this part of the lead."""
    weights = np.zeros(weight_count(inputs), dtype=np.float32)
    parts = parts_of(weights, inputs)
    parts.first[:] = random.normal(0, 1.5 / math.sqrt(inputs), parts.first.shape)
    parts.second[:] = random.normal(0, 0.1, HIDDEN)
    weights[-1] = by_lead
    return weights


def answers(weights: Singles, inputs: Singles) -> tuple[Singles, Singles]:
    """Return the hidden layer and the answer for each row of inputs."""
    parts = parts_of(weights, inputs.shape[1])
    hidden = np.maximum(inputs @ parts.first + parts.offsets, 0)
    total = hidden @ parts.second + inputs @ parts.straight + parts.offset[0]
    return hidden, 1 / (1 + np.exp(-total))


def error(weights: Singles, inputs: Singles, targets: Singles) -> float:
    """Return the cross entropy of a network's answers to the targets."""
    chance = np.clip(answers(weights, inputs)[1], 1e-6, 1 - 1e-6)
    return float(-np.mean(targets * np.log(chance) + (1 - targets) * np.log(1 - chance)))


def slope(weights: Singles, inputs: Singles, targets: Singles) -> Singles:
    """Return how the error, with a little decay, grows with each weight."""
    hidden, chance = answers(weights, inputs)
    off = (chance - targets) / len(targets)
    back = off[:, None] * parts_of(weights, inputs.shape[1]).second * (hidden > 0)
    found = _DECAY * weights
    parts = parts_of(found, inputs.shape[1])
    parts.first[:] += inputs.T @ back
    parts.offsets[:] += back.sum(0)
    parts.second[:] += hidden.T @ off
    parts.straight[:] += inputs.T @ off
    parts.offset[:] += off.sum()
    found[-1] = 0  # what the network foretells is no weight
    return found


def fit(
    weights: Singles,
    inputs: Singles,
    targets: Singles,
    *,
    epochs: int,
    rate: float,
    random: np.random.Generator,
    batch: int = 1024,
) -> Singles:
    """Return a network fitted to targets from 0 to 1: Adam, with a rate that falls to nothing."""
    weights = weights.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    batch = min(batch, len(inputs))
    steps = epochs * (len(inputs) // batch)
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in range(0, len(inputs) - batch + 1, batch):
            rows = order[start : start + batch]
            found = slope(weights, inputs[rows], targets[rows])
            step += 1
            mean = _MOMENTUM * mean + (1 - _MOMENTUM) * found
            square = _SMOOTHING * square + (1 - _SMOOTHING) * found * found
            pace = rate * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            scale = np.sqrt(square / (1 - _SMOOTHING**step)) + 1e-8
            weights -= pace * (mean / (1 - _MOMENTUM**step)) / scale
    return weights
