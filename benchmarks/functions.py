"""What each uniform function of each game costs, in nanoseconds a call: `make profile`.

Each is called through a function pointer, as a driver calls it, on the positions of
random games for two players; functions that change a position work on a copy.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import njit

from kafelki.kernels.compiler.native import NATIVE
from kafelki.kernels.randomness import random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE
from kafelki.rules.engine import Engine, engine_of, load_compiled
from kafelki.rules.registry import GAMES

GAMES_PLAYED = 60
ROUNDS = 9

copy_position: Any = NATIVE.intrinsics["copy_position"]


@njit
def copying(positions: Any, work: Any) -> int:
    """Copy every position."""
    for k in range(len(positions)):
        copy_position(work, positions[k])
    return int(work[0])


@njit
def asking(function: Any, positions: Any) -> int:
    """Call (position) on every position."""
    total = 0
    for k in range(len(positions)):
        total += function(positions[k])
    return total


@njit
def sampling_moves(function: Any, positions: Any, seats: Any, random: Any) -> int:
    """Call (position, seat, random) on every position."""
    total = 0
    for k in range(len(positions)):
        total += function(positions[k], seats[k], random)
    return total


@njit
def listing(function: Any, positions: Any, seats: Any, moves: Any) -> int:
    """Call (position, seat, moves) on every position."""
    total = 0
    for k in range(len(positions)):
        total += function(positions[k], seats[k], moves)
    return total


@njit
def playing(function: Any, positions: Any, seats: Any, moves: Any, work: Any) -> int:
    """Copy every position and call (position, seat, move) on the copy."""
    for k in range(len(positions)):
        copy_position(work, positions[k])
        function(work, seats[k], moves[k])
    return int(work[0])


@njit
def sampling_outcomes(function: Any, positions: Any, random: Any) -> int:
    """Call (position, random) on every position."""
    total = 0
    for k in range(len(positions)):
        total += function(positions[k], random)
    return total


@njit
def drawing(function: Any, positions: Any, outcomes: Any, work: Any) -> int:
    """Copy every position and call (position, outcome) on the copy."""
    for k in range(len(positions)):
        copy_position(work, positions[k])
        function(work, outcomes[k])
    return int(work[0])


def main() -> None:
    """Print a table: a row a function, a column a game."""
    load_compiled()
    columns = {game: profile(engine_of(game)) for game in GAMES}
    print(f"{'ns a call':26}" + "".join(f"{game:>10}" for game in GAMES))
    for row in columns[GAMES[0]]:
        cells = (columns[game].get(row) for game in GAMES)
        print(f"{row:26}" + "".join(f"{'–' if c is None else format(c, '.1f'):>10}" for c in cells))


def profile(engine: Engine) -> dict[str, float]:
    """Return nanoseconds a call for each function of a game."""
    kernels = engine.kernels
    at_moves, seats, moves, at_chance, outcomes = collect(engine)
    random = random_state(2)
    work = at_moves[0].copy()
    buffer = np.empty(engine.rules.most_moves, dtype=np.int32)
    times = {
        "acting": timed(len(at_moves), asking, kernels.acting, at_moves),
        "sample_move": timed(
            len(at_moves), sampling_moves, kernels.sample_move, at_moves, seats, random
        ),
        "list_moves": timed(len(at_moves), listing, kernels.list_moves, at_moves, seats, buffer),
        "copy": timed(len(at_moves), copying, at_moves, work),
        "copy and play": timed(len(at_moves), playing, kernels.play, at_moves, seats, moves, work),
    }
    if len(at_chance):
        times["sample_outcome"] = timed(
            len(at_chance), sampling_outcomes, kernels.sample_outcome, at_chance, random
        )
        times["copy and play_outcome"] = timed(
            len(at_chance), drawing, kernels.play_outcome, at_chance, outcomes, work
        )
    times["bytes of a position"] = float(engine.rules.layout.size)
    return times


def collect(engine: Engine) -> tuple[Any, ...]:
    """Return the positions of random games: where a seat moves, and where chance does."""
    kernels = engine.kernels
    header = Header(engine.rules.id, 2)
    random = random_state(1)
    at_moves, seats, moves, at_chance, outcomes = [], [], [], [], []
    for _ in range(GAMES_PLAYED):
        position = engine.first_position(*header.numbers)
        while who := kernels.acting(position):
            if who == CHANCE:
                at_chance.append(position.copy())
                outcomes.append(kernels.sample_outcome(position, random))
                kernels.play_outcome(position, outcomes[-1])
            else:
                at_moves.append(position.copy())
                seats.append((who & -who).bit_length() - 1)
                moves.append(kernels.sample_move(position, seats[-1], random))
                kernels.play(position, seats[-1], moves[-1])
    return tuple(np.array(each) for each in (at_moves, seats, moves, at_chance, outcomes))


def timed(calls: int, loop: Any, *arguments: Any) -> float:
    """Return the nanoseconds a call of the quickest of several rounds."""
    loop(*arguments)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        loop(*arguments)
        best = min(best, time.perf_counter() - start)
    return best / calls * 1e9


if __name__ == "__main__":
    main()
