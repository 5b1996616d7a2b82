"""How well values foretell results: games of levels 2 to 5, the numbers fitted to them, the error.

    python -m benchmarks.calibration play GAME FILE.jsonl --games 2500 --players 2
    python -m benchmarks.calibration fit GAME FILE.jsonl --last 2500
    python -m benchmarks.calibration measure FILE.jsonl --first 2500
    python -m benchmarks.calibration levels GAME FILE.jsonl --last 100
    python -m benchmarks.calibration luck GAME --games 10000

`fit` writes the numbers into the game's calibration.json, `levels` what each level gives away;
`luck` prints the mean luck of random games, which must be nought within its error.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kafelki.arena.report import markdown_table
from kafelki.arena.simulation import play_out
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named
from kafelki.bots.valuing import CALIBRATION, Calibrations, seating_name
from kafelki.play.game import Game, seed_of_number
from kafelki.play.header import Header
from kafelki.play.record import dump, parse_record, parse_text, record_of
from kafelki.review.calibrating import Foreseen, Reliability, fitted, positions_of, reliability
from kafelki.review.depths import QUICK
from kafelki.review.luck import draws_of
from kafelki.review.model import Decision
from kafelki.review.reviewing import steps_of
from kafelki.review.worths import Worths
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import package_of

LEVELS = (2, 2, 3, 3, 4, 4, 5)
"""Every seat is one of these, drawn anew for each game: the expert takes most of the time."""
SEED = 10_000_000


def play(asked: argparse.Namespace) -> None:
    """Write records of games between levels, each seat's drawn at random."""
    load_compiled([asked.game])
    with Path(asked.file).open("a", encoding="utf-8") as out:
        for number in range(asked.first, asked.first + asked.games):
            random = Random(f"{asked.game} {asked.players} {asked.variant} {number}")
            names = [f"level-{random.choice(LEVELS)}" for _ in range(asked.players)]
            seed = seed_of_number(SEED + number)
            seats = [{"name": name, "bot": name} for name in names]
            game = Game(
                asked.game, asked.players, asked.variant, seats=seats, seed=seed, deals=True
            )
            bots = [bot_named(name, asked.game) for name in names]
            while not game.over:
                seat = game.to_act[0]
                turn = Turn(game, seat, random, Budget(None, asked.nodes))
                game.play(bots[seat].choose(turn), seat)
            out.write(f"{dump(record_of(game))}\n")


def games_in(asked: argparse.Namespace) -> Iterator[Game]:
    """Yield the games of a file that are asked for."""
    with Path(asked.file).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if asked.first <= number < asked.last:
                yield parse_record(parse_text(line)).replay()


def seen_in(asked: argparse.Namespace, calibrations: Calibrations | None) -> list[list[Foreseen]]:
    """Return the positions of the games that are asked for, a list a game."""
    games = list(games_in(asked))
    worths = Worths(games[0].header, calibrations=calibrations)
    return [list(positions_of(game, worths, asked.every)) for game in games]


def fit(asked: argparse.Namespace) -> None:
    """Fit the numbers of a seating to games, and write them."""
    games = seen_in(asked, None)
    header = next(games_in(asked)).header
    numbers = fitted(
        [each for game in games for each in game],
        alone=header.players == 1,
        symmetric=header.players == 2 and header.rules.simultaneous,
    )
    change(asked.game, "kinds", {seating_name(header): numbers})
    print(seating_name(header), numbers)


def change(game: str, key: str, found: Any) -> None:
    """Put new numbers into a game's file."""
    path = Path(str(files(package_of(game)) / CALIBRATION))
    data = json.loads(path.read_text("utf-8")) if path.exists() else {"kinds": {}}
    data[key] = {**data[key], **found} if isinstance(found, dict) else found
    path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def measure(asked: argparse.Namespace) -> None:
    """Print how the values of games turned out."""
    print(table(reliability(seen_in(asked, None))))


def table(found: Reliability) -> str:
    """Return the reliability as a table."""
    rows = [["predicted", "positions", "share", "mean predicted", "came true", "±", "off by"]]
    rows += [
        [
            f"{100 * each.low:.0f}–{100 * each.low + 10:.0f} %",
            f"{each.positions}",
            f"{100 * each.share:.1f} %",
            f"{100 * each.predicted:.1f} %",
            f"{100 * each.real:.1f} %",
            f"{196 * each.error:.1f}",
            f"{100 * each.off:+.1f}",
        ]
        for each in found.tenths
    ]
    told = f"{found.games} games, {found.positions} positions, Brier score {found.brier:.4f}; "
    return f"{told}off by {100 * found.worst:.1f} at most\n\n{markdown_table(rows)}"


def levels(asked: argparse.Namespace) -> None:
    """Measure what a decision of each level gives away, and write it."""
    losses: dict[int, list[float]] = {}
    worths = None
    for game in games_in(asked):
        worths = worths or Worths(game.header)
        for step in steps_of(game, worths):
            if isinstance(step, Decision) and not step.is_forced:
                level = int(str(game.seats[step.seat]["bot"])[-1])
                losses.setdefault(level, []).append(step.loss or 0.0)
    rows = [
        [level, round(float(np.mean(each)), 5), round(float(np.std(each)), 5)]
        for level, each in sorted(losses.items())
    ]
    print({level: len(each) for level, each in sorted(losses.items())}, rows)
    change(asked.game, "losses", rows)


def luck(asked: argparse.Namespace) -> None:
    """Print the mean luck of each seat in random games, with its standard error."""
    worths = Worths(Header(asked.game, asked.players, asked.variant), QUICK)
    lucks = []
    for number in range(asked.first, asked.first + asked.games):
        game = Game(worths.header, seed=seed_of_number(number), deals=True)
        played = play_out(game, [RandomBot()] * asked.players, Random(number))
        lucks.append(np.sum([draw.luck for draw in draws_of(played, worths)], axis=0))
    table = np.array(lucks)
    errors = table.std(axis=0, ddof=1) / np.sqrt(len(table))
    for seat, (mean, error) in enumerate(zip(table.mean(axis=0), errors, strict=True)):
        spread = table[:, seat].std()
        print(
            f"seat {seat}: {len(table)} games, mean luck {mean:+.5f} ± {error:.5f} ({spread:.3f})"
        )


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    tasks = parser.add_subparsers(required=True)
    for task in (play, fit, measure, levels, luck):
        command = tasks.add_parser(task.__name__)
        command.set_defaults(task=task)
        if task is not measure:
            command.add_argument("game")
        if task is not luck:
            command.add_argument("file")
        command.add_argument("--first", type=int, default=0)
        command.add_argument("--last", type=int, default=1 << 30)
        command.add_argument("--every", type=int, default=1)
        command.add_argument("--games", type=int, default=100)
        command.add_argument("--players", type=int, default=2)
        command.add_argument("--variant", default="standard")
        command.add_argument("--nodes", type=int, default=120, help="of the searching levels")
    asked = parser.parse_args()
    asked.task(asked)


if __name__ == "__main__":
    main()
