"""A thousand positions of EXO from games of levels 1 to 4, and whether the expert survives them.

In each of them there is a move that does not lose by force within five tiles, and none that
wins at once.

    python -m tests.games.exo.weak_games check --seconds 0.1
    python -m tests.games.exo.weak_games make
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from kafelki.bots.judging import values_of
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.games.exo.bots.evaluation import LOSES_NEXT, WINS, evaluate_moves
from kafelki.games.exo.bots.expert import Expert
from kafelki.games.exo.bots.workspace import Allowance, Workspace
from kafelki.play.game import Game
from kafelki.rules.engine import load_compiled
from tests.games.exo.full_width import loses_by_force

FILE = Path(__file__).with_suffix(".txt")
COUNT = 1000
OPENING = 6
"""So many tiles are laid before there is anything to lose by force."""
EACH = 4
"""No more positions than this are taken from one game."""


def positions() -> list[Game]:
    """Return the positions, in the order of the file."""
    found = []
    for line in FILE.read_text().splitlines():
        plies, tiles = line.split(": ")
        game = Game("exo")
        for ply, tile in enumerate(tiles.split(", "), 1):
            game.play(tile)
            if str(ply) in plies.split():
                found.append(game.copy())
    return found


def survives(game: Game, expert: Expert, budget: Budget) -> bool:
    """Return whether the expert's move does not lose by force within five tiles."""
    turn = Turn(game, game.to_act[0], Random(1), budget)
    return not loses_by_force(game._position, expert.choose(turn).number)


def check(seconds: float) -> int:
    """Print in how many positions the expert survives; return how many it does not.

    Its time is that of the processor: what others take on a busy machine is not counted.
    """
    Allowance.clock = time.thread_time
    expert, lost = Expert(), 0
    every = positions()
    for number, game in enumerate(every):
        if not survives(game, expert, Budget(seconds)):
            lost += 1
            print(f"position {number}: the expert's move loses by force", flush=True)
    print(f"{len(every) - lost} of {len(every)} survived with {seconds} s a move")
    return lost


def make() -> None:
    """Play games and write positions of them in which there is a move that does not lose."""
    rows: list[str] = []
    left = COUNT
    for number in itertools.count():
        tiles = [event.text for event in played(number).events]
        chosen = itertools.islice(undecided(tiles, Random(number)), min(EACH, left))
        plies = sorted(chosen)
        if plies:
            rows.append(f"{' '.join(map(str, plies))}: {', '.join(tiles[: plies[-1]])}")
            left -= len(plies)
        if left == 0:
            break
    FILE.write_text("\n".join(rows) + "\n")


def played(number: int) -> Game:
    """Return a game between two of the levels 1 to 4."""
    random = Random(number)
    bots = [bot_named(f"level-{1 + number // way % 4}", "exo") for way in (1, 4)]
    game = Game("exo")
    while not game.over:
        seat = game.to_act[0]
        own = Random(random.getrandbits(64))
        game.play(bots[seat].choose(Turn(game, seat, own, Budget(None))))
    return game


def undecided(tiles: list[str], random: Random) -> Iterator[int]:
    """Yield, in any order, after how many tiles of a game nobody has won or lost by force yet."""
    work = Workspace()
    plies = list(range(OPENING, len(tiles) - 1))
    random.shuffle(plies)
    for ply in plies:
        game = Game("exo")
        for tile in tiles[:ply]:
            game.play(tile)
        turn = Turn(game, game.to_act[0], random)
        values = values_of(turn, evaluate_moves)
        sound = [k for k in np.argsort(-values, kind="stable") if values[k] > LOSES_NEXT / 2]
        if values.max() == WINS:
            continue
        work.forget(0)
        for move in turn.moves.numbers[sound].tolist():
            allowance = Allowance(Budget(None, 10**9))
            if not work.loses(turn.known, turn.seat, move, allowance):
                yield ply
                break


def main() -> int:
    """Run a command; return 1 when the expert did not survive a position."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["check", "make"])
    parser.add_argument("--seconds", type=float, default=0.1)
    asked = parser.parse_args()
    load_compiled(["exo"])
    if asked.command == "make":
        make()
        return 0
    return int(check(asked.seconds) > 0)


if __name__ == "__main__":
    sys.exit(main())
