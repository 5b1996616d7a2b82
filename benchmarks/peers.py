"""Random games by other programs, each driven natively; prints a JSON line for each.

Runs in an environment of its own, which `beside_peers.py` makes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

OPEN_SPIEL_GAMES = ("pentago", "hex", "gomoku")


def main(seconds: float) -> None:
    """Measure every peer for so many seconds."""
    for name in OPEN_SPIEL_GAMES:
        report(f"OpenSpiel {name} (C++)", open_spiel(name), seconds)
    report("MOMAland Ingenious, 2 players (Python)", momaland_ingenious(), seconds)


def report(name: str, play: Callable[[int], int], seconds: float) -> None:
    """Let a peer play whole games for about so many seconds and print what it managed."""
    play(1)
    games = moves = 0
    batch = 1
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += play(batch)
        games += batch
        batch = min(2 * batch, 1024)
    line = {"name": name, "moves_per_second": moves / spent, "games_per_second": games / spent}
    print(json.dumps(line), flush=True)


def open_spiel(name: str) -> Callable[[int], int]:
    """Return what plays random games in OpenSpiel's own C++ loop, with its own random bots."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, random.randrange(2**31))
            moves += state.move_number()
        return moves

    return play


def momaland_ingenious() -> Callable[[int], int]:
    """Return what plays random games with MOMAland's engine, without its environment's wrappers."""
    from momaland.envs.ingenious.ingenious_base import IngeniousBase

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            engine = IngeniousBase(num_agents=2)
            engine.reset_game(random.randrange(2**31))
            while not engine.end_flag:
                legal = [k for k, allowed in enumerate(engine.return_action_list()) if allowed]
                if not legal:
                    break
                engine.set_action_index(random.choice(legal))
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    main(float(sys.argv[1]))
