"""Training the network and the glance of Bits, in rounds played alone and one placement deep.

    python -m kafelki.games.bits.training.program network
    python -m kafelki.games.bits.training.program glance

A batch has 64 rounds: a quarter are first ones, a quarter second ones, half third ones. They
are played by machine code. The network's guesses then move towards what came of them, at a
rate that falls; in some rounds it goes astray once, to learn about placements that it would
not choose. The numbers of the glance move already while it plays.

The network that comes with the bots has learned from 1.3 million rounds in two runs:

    … network --batches 7000 --last-rate 0.0003 --strays 0 --out first.npz
    … network --batches 13800 --rate 0.0015 --last-rate 0.00016 --seed 7 --start first.npz

The numbers of the glance have learned from as many, with the program's own settings.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer

from kafelki.games.bits.bots import evaluation
from kafelki.games.bits.bots.network import WEIGHTS_FILE, Weights, stored_weights
from kafelki.games.bits.training.learning import Adam, fresh_weights, slope
from kafelki.games.bits.training.rounds import (
    PER_BATCH,
    TASKS,
    rounds_at_a_glance,
    rounds_with_network,
)
from kafelki.kernels.randomness import random_state

WARMING = 100
"""In so many batches the rate grows to its height."""

TOLD = 40
"""How often progress is told."""

Numbers = npt.NDArray[np.float64]


class Progress(NamedTuple):
    """How far it is: batches, the mean error since last told, and points a round."""

    batches: int
    error: float
    points: float

    def __str__(self) -> str:
        error = f"error {self.error:.4f}, " if self.error else ""
        return f"{self.batches} batches, {error}{self.points:.3f} points a round"


Tell = Callable[[Progress], None]


def train_network(
    weights: Weights,
    batches: int,
    rates: tuple[float, float],
    strays: int,
    seed: int,
    tell: Tell = lambda progress: None,
) -> Weights:
    """Return a network that has learned on from `weights`, at rates from the first to the second.

    In `strays` of 100 rounds it goes astray once.
    """
    weights = {name: each.copy() for name, each in weights.items()}
    random = random_state(seed)
    adam = Adam()

    def learn(number: int, rate: float) -> tuple[float, float]:
        batch = [
            (tasks, rounds_with_network(weights, tasks, rounds, strays, random))
            for tasks, rounds in zip(TASKS, PER_BATCH, strict=True)
        ]
        found, error = slope(weights, batch)
        adam.step(weights, found, min(1, number / WARMING) * rate)
        return error, np.concatenate([rounds.points for _, rounds in batch]).mean()

    _repeat(learn, batches, rates, tell)
    return weights


def train_glance(
    numbers: Numbers,
    batches: int,
    parts: tuple[float, float],
    seed: int,
    tell: Tell = lambda progress: None,
) -> Numbers:
    """Return numbers that have learned on, each guess by parts from the first to the second."""
    numbers = numbers.copy()
    random = random_state(seed)

    def learn(number: int, part: float) -> tuple[float, float]:
        scored = (
            rounds_at_a_glance(numbers, tasks, rounds, part, random)
            for tasks, rounds in zip(TASKS, PER_BATCH, strict=True)
        )
        return 0.0, sum(scored) / sum(PER_BATCH)

    _repeat(learn, batches, parts, tell)
    return numbers


def _repeat(
    learn: Callable[[int, float], tuple[float, float]],
    batches: int,
    between: tuple[float, float],
    tell: Tell,
) -> None:
    """Learn from batch after batch, at a rate that falls; tell of errors and points on the way."""
    first, last = map(math.log, between)
    brought = []
    for number in range(1, batches + 1):
        done = number / batches
        brought.append(learn(number, math.exp((1 - done) * first + done * last)))
        if number % max(1, batches // TOLD) == 0:
            tell(Progress(number, *np.mean(brought, axis=0).tolist()))
            brought = []


def store_network(path: Path, weights: Weights) -> None:
    """Write a network where the expert looks for it, in half precision."""
    halves: dict[str, Any] = {name: each.astype(np.float16) for name, each in weights.items()}
    np.savez_compressed(path, **{**halves, "last_offset": weights["last_offset"]})


def store_glance(path: Path, numbers: Numbers) -> str:
    """Write the numbers of a glance; return what `NUMBERS_DIGEST` must be for them."""
    limits = np.iinfo(np.int16)
    np.save(path, np.clip(np.rint(numbers), limits.min, limits.max).astype(np.int16))
    return hashlib.sha256(path.read_bytes()).hexdigest()[: len(evaluation.NUMBERS_DIGEST)]


program = typer.Typer(no_args_is_help=True)


@program.command("network")
def network_command(
    batches: int = 60_000,
    rate: Annotated[float, typer.Option(help="the first rate")] = 0.003,
    last_rate: Annotated[float, typer.Option(help="the last rate")] = 0.0001,
    strays: Annotated[int, typer.Option(help="rounds of 100 in which it goes astray")] = 10,
    seed: int = 1,
    start: Annotated[Path | None, typer.Option(help="the network to go on from")] = None,
    out: Path = WEIGHTS_FILE,
) -> None:
    """Train the network of the expert."""
    first = stored_weights(start) if start else fresh_weights(np.random.default_rng(seed))
    store_network(out, train_network(first, batches, (rate, last_rate), strays, seed, typer.echo))


@program.command("glance")
def glance_command(
    batches: int = 20_000,
    part: Annotated[float, typer.Option(help="the first part that a guess moves")] = 0.5,
    last_part: Annotated[float, typer.Option(help="the last part that a guess moves")] = 0.01,
    seed: int = 1,
    start: Annotated[Path | None, typer.Option(help="the numbers to go on from")] = None,
    out: Path = evaluation.NUMBERS_FILE,
) -> None:
    """Train the numbers of the greedy bot's glance."""
    first = np.load(start).astype(np.float64) if start else np.zeros(evaluation.COUNT)
    numbers = train_glance(first, batches, (part, last_part), seed, typer.echo)
    typer.echo(f"NUMBERS_DIGEST = {store_glance(out, numbers)!r}")


if __name__ == "__main__":
    program()
