"""What it costs to hand a batch's step to its threads: a step in which nothing is played.

`python benchmarks/threads.py` prints the median of many such steps, with 64 games a thread. More
threads than there are cores show what happens where others use them.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

from kafelki.batch import WAIT, Batch
from kafelki.batch.sharing import CHUNK
from kafelki.rules.registry import GAMES


def main() -> None:
    """Print microseconds for each number of threads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=GAMES[0])
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("threads", nargs="*", type=int, default=[1, 2, 4, 8])
    asked = parser.parse_args()
    print(f"{'threads':>8}{'microseconds a step':>22}{'of the processor':>18}")
    for threads in asked.threads:
        passed, worked = cost(asked.game, threads, asked.steps)
        print(f"{threads:8}{passed:22.1f}{worked:18.1f}", flush=True)


def cost(game: str, threads: int, steps: int) -> tuple[float, float]:
    """Return the microseconds of a step, the median, and the mean of the processor's."""
    games = CHUNK * threads
    batch = Batch(game, games, masks="none", observe=False, threads=threads)
    batch.reset()
    nothing = np.full(games, WAIT, dtype=np.int32)
    laps = []
    work = time.process_time()
    for _ in range(steps):
        start = time.perf_counter()
        batch.step(nothing)
        laps.append(time.perf_counter() - start)
    return 1e6 * statistics.median(laps), 1e6 * (time.process_time() - work) / steps


if __name__ == "__main__":
    main()
