"""Training the networks of AXIO and Geniusz by self-play.

    python -m kafelki.games.weakest_colour.training.program axio --players 3

In each generation the one-deep player plays games against itself, with a few moves in a
hundred taken at random among the promising ones. Then the network is fitted to how the
games of the last three generations ended for the side that had just moved. The first
generation has no network yet: it plays by the glance alone.

Of the networks that the bots come with, "geniusz-2-lead" was made by this program:

    … geniusz --by-lead 0.8 --start geniusz-2 --generations 5 --games 8000
    … geniusz --by-lead 1.0 --start geniusz-2-lead --generations 3 --games 6000 --seed 11

The others were made in the same way by an earlier form of it, in three or four
generations from nothing (seven for a player alone) of some thousands of games each.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from kafelki.games.weakest_colour.bots.workspace import WEIGHTS, network_name, networks_in
from kafelki.games.weakest_colour.training.fitting import Singles, error, fit, fresh_network
from kafelki.games.weakest_colour.training.self_play import Experience, SelfPlay
from kafelki.play.header import Header

WIDTH = 24
"""How many promising moves a player looks closer at."""

REMEMBERED = 3
"""The games of so many generations are fitted to."""


@dataclass(frozen=True)
class Plan:
    """How long and how eagerly a network is trained."""

    generations: int = 6
    games: int = 6000
    epochs: int = 4
    rate: float = 1e-3
    strays: int = 60
    """In how many of 1000 turns any of the promising moves is taken."""
    seed: int = 1


@dataclass(frozen=True)
class Progress:
    """What a generation brought: errors on games it was not fitted to, and play."""

    generation: int
    moves: int
    before: float
    after: float
    against_last: float
    seconds: float


def train(
    header: Header,
    plan: Plan,
    *,
    by_lead: float = 0.0,
    start: Singles | None = None,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Singles:
    """Return a network trained from `start`, or from nothing."""
    random = np.random.default_rng(plan.seed)
    play = SelfPlay(header, plan.seed)
    weights = fresh_network(play.inputs, by_lead, random) if start is None else start.copy()
    weights[-1] = by_lead
    playing = np.zeros_like(weights) if start is None else weights
    playing[-1] = by_lead
    memory: deque[Experience] = deque(maxlen=REMEMBERED)
    for generation in range(plan.generations):
        begun = time.perf_counter()
        memory.append(play.learn(playing, plan.games, width=WIDTH, strays=plan.strays))
        unseen = play.learn(playing, max(1, plan.games // 20), width=WIDTH, strays=plan.strays)
        inputs = np.concatenate([each.inputs for each in memory])
        targets = np.concatenate([each.targets for each in memory])
        fitted = fit(weights, inputs, targets, epochs=plan.epochs, rate=plan.rate, random=random)
        tell(
            Progress(
                generation + 1,
                len(inputs),
                error(weights, *unseen),
                error(fitted, *unseen),
                play.compare(fitted, playing, max(2, plan.games // 10), width=WIDTH),
                time.perf_counter() - begun,
            )
        )
        weights = playing = fitted
    return weights


def store(path: Path, name: str, weights: Singles) -> None:
    """Write a network into the file of networks, beside those it holds already."""
    networks: dict[str, Any] = {**networks_in(path), name: weights}
    np.savez(path, **networks)


def main(
    game: str,
    players: int = 2,
    variant: str = "standard",
    by_lead: Annotated[float, typer.Option(help="the part of the lead in an end's value")] = 0.0,
    generations: int = Plan.generations,
    games: Annotated[int, typer.Option(help="games a generation")] = Plan.games,
    rate: Annotated[float, typer.Option(help="how far a step of the fit goes")] = Plan.rate,
    strays: Annotated[int, typer.Option(help="moves at random in 1000")] = Plan.strays,
    seed: int = 1,
    start: Annotated[str, typer.Option(help="the network to go on from")] = "",
    out: Path = WEIGHTS,
) -> None:
    """Train a network for a game and a seating, and write it where the bots look for it."""
    header = Header(game, players, variant)
    name = network_name(header) + ("-lead" if by_lead else "")
    plan = Plan(generations, games, rate=rate, strays=strays, seed=seed)
    first = networks_in(out).get(start)

    def tell(progress: Progress) -> None:
        typer.echo(
            f"{name}: generation {progress.generation}, {progress.moves} moves, "
            f"error {progress.before:.4f} → {progress.after:.4f}, "
            f"{progress.against_last:.3f} against the last, {progress.seconds:.0f} s"
        )

    store(out, name, train(header, plan, by_lead=by_lead, start=first, tell=tell))


if __name__ == "__main__":
    typer.run(main)
