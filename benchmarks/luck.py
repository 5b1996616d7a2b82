"""What taking luck out of a tournament brings: the same tournament, again and again with new draws.

    python -m benchmarks.luck GAME BOT OTHER --games 40 --repetitions 20

It prints the mean result with luck and without (they must agree), how much narrower the intervals
are, and how many of them hold the mean of all repetitions (19 of 20 should).
"""

from __future__ import annotations

import argparse

import numpy as np

from kafelki.arena.executors import in_this_process
from kafelki.arena.schedule import TournamentPlan
from kafelki.arena.tournament import run
from kafelki.bots.protocol import Budget
from kafelki.play.header import Header
from kafelki.review.luck import play_match_with_luck
from kafelki.review.without_luck import Estimate, without_luck


def told(name: str, found: list[Estimate]) -> str:
    """Return what came of the repetitions, in a line."""
    means = np.array([each.mean for each in found])
    halves = np.array([each.half for each in found])
    mean, error = means.mean(), means.std(ddof=1) / np.sqrt(len(means))
    held = int((abs(means - mean) <= halves).sum())
    spread = means.std(ddof=1)
    return (
        f"{name:13} mean {mean:.4f} ± {1.96 * error:.4f}, intervals ± {halves.mean():.4f}, "
        f"spread of the means {spread:.4f}, {held} of {len(found)} intervals hold the mean"
    )


def main() -> None:
    """Play the repetitions and print what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=100)
    asked = parser.parse_args()
    plain, adjusted = [], []
    for number in range(asked.repetitions):
        bots, budget = (asked.bot, asked.other), Budget(None, asked.nodes)
        plan = TournamentPlan(Header(asked.game, 2), bots, asked.games, str(number), budget, True)
        first, _ = without_luck(run(plan, in_this_process, play=play_match_with_luck))
        plain.append(first.plain)
        adjusted.append(first.adjusted)
    print(f"{asked.game}: {asked.bot} against {asked.other}, {asked.repetitions} × {asked.games}")
    print(told("with luck", plain))
    print(told("without luck", adjusted))


if __name__ == "__main__":
    main()
