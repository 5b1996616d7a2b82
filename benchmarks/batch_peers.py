"""Environments of other programs stepped with random legal actions; a JSON line for each.

Runs in environments of its own, which `beside_peers.py` makes: `batch_peers.py pettingzoo 2` steps
PettingZoo's board games, without the wrappers that only check what is asked of them;
`batch_peers.py pgx 2` steps batches of pgx on the processor, some fifty steps in one compiled
call, and `batch_peers.py pgx-cuda 2` on a graphics processor, where the best of some sizes is told.
Each step has what the next to act observes, a mask, rewards, and the next game where one has ended.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

PETTINGZOO_GAMES = ("tictactoe_v3", "connect_four_v3", "go_v5")
PGX_GAMES = ("connect_four", "hex", "go_9x9")
SIZE = 1024
"""How many games a batch has."""
ON_GRAPHICS = (1 << 13, 1 << 15, 1 << 17)
"""How many games are tried on a graphics processor."""
AT_ONCE = 50
"""How many steps a batch makes in a call."""


def main(package: str, seconds: float) -> None:
    """Measure the games of a package, each for so many seconds."""
    if package == "pettingzoo":
        for name in PETTINGZOO_GAMES:
            report(f"PettingZoo {name}", 1, pettingzoo_game(name), seconds)
    elif package == "pgx":
        os.environ["JAX_PLATFORMS"] = "cpu"
        for name in PGX_GAMES:
            report(f"pgx {name}, {SIZE} games", 0, pgx_batch(name, SIZE), seconds)
    else:
        os.environ["JAX_PLATFORMS"] = "cuda"
        for name in PGX_GAMES:
            tried = [
                measured(f"pgx {name}, {size} games", 0, pgx_batch(name, size), seconds)
                for size in ON_GRAPHICS
            ]
            tell(max(tried, key=lambda line: float(line["steps_per_second"])))


def report(name: str, threads: int, play: Callable[[], int], seconds: float) -> None:
    """Let a peer play for about so many seconds, and print how many steps it made in a second."""
    tell(measured(name, threads, play, seconds))


def tell(line: dict[str, Any]) -> None:
    """Print what was measured."""
    print(json.dumps(line), flush=True)


def measured(name: str, threads: int, play: Callable[[], int], seconds: float) -> dict[str, Any]:
    """Return how many steps a peer made in a second, after about so many seconds.

    How many threads a program has is its own affair where `threads` is 0.
    """
    play()
    steps = 0
    start, work = time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - start) < seconds:
        steps += play()
    work = time.process_time() - work
    line = {"name": name, "threads": threads, "steps_per_second": steps / spent}
    return line | {"steps_a_core": steps / work}


def pettingzoo_game(name: str) -> Callable[[], int]:
    """Return what plays a game of PettingZoo's and tells how many moves it had."""
    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").raw_env()
    random = np.random.default_rng(1)

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            moves += 1
        return moves

    return play


def pgx_batch(name: str, size: int) -> Callable[[], int]:
    """Return what makes steps in a batch of pgx and tells how many in all its games together.

    A state of pgx's holds what is observed: nothing of a step is left out.
    """
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def move(_: int, at: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = at
        key, choice, luck = jax.random.split(key, 3)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, chances, axis=-1)
        return step(state, actions, jax.random.split(luck, size)), key

    steps = jax.jit(lambda at: jax.lax.fori_loop(0, AT_ONCE, move, at))
    key = jax.random.PRNGKey(1)
    at = jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key

    def play() -> int:
        nonlocal at
        at = jax.block_until_ready(steps(at))
        return AT_ONCE * size

    return play


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
