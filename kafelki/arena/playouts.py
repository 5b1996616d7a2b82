"""Random games in one loop: a template, which is filled in with the functions of a game."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import OPEN, Position, copy_position, kernel, lowest_one
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE
from kafelki.rules.engine import Engine, Numbers, loop_for
from kafelki.rules.registry import package_of

# The functions of a game

acting: Any = OPEN
list_moves: Any = OPEN
sample_move: Any = OPEN
play: Any = OPEN
sample_outcome: Any = OPEN
play_outcome: Any = OPEN

MOVES, CHANCES, CHOICES = range(3)
"""What a playout counts: moves of players, chance events, and legal moves to choose from."""


@kernel
def play_games(
    start: Position,
    position: Position,
    random: Any,
    games: int,
    counts: Any,
    moves: Any,
) -> None:
    """Play random games from `start` and add up what was counted.

    With room for moves all legal ones are listed every turn, without any one of them is sampled.
    """
    for _ in range(games):
        copy_position(position, start)
        who = acting(position)
        while who != 0:
            if who == CHANCE:
                play_outcome(position, sample_outcome(position, random))
                counts[CHANCES] += 1
            else:
                seat = lowest_one(who)
                if moves.shape[0] > 0:
                    count = list_moves(position, seat, moves)
                    counts[CHOICES] += count
                    move = moves[random_below(random, count)]
                else:
                    move = sample_move(position, seat, random)
                play(position, seat, move)
                counts[MOVES] += 1
            who = acting(position)


NO_ROOM = np.empty(0, dtype=np.int32)


class Playouts:
    """Random games of one header, sampled or listed, in a compiled loop where the engine is."""

    def __init__(self, header: Header, engine: Engine, seed: int = 1) -> None:
        self._engine = engine
        self._random = random_state(seed)
        self._start = engine.first_position(*header.numbers)
        self._position = self._start.copy()
        self._moves = np.empty(header.rules.most_moves, dtype=np.int32)
        self._run = loop_for(header.game, sys.modules[__name__]).play_games
        if engine.compiled:
            self._run = _compiled(self._run, package_of(header.game))

    def sample(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by sampling one legal move a turn; return the counts."""
        return self._play(games, NO_ROOM)

    def list(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by listing every legal move each turn; return the counts."""
        return self._play(games, self._moves)

    def _play(self, games: int, moves: Numbers) -> npt.NDArray[np.int64]:
        counts = np.zeros(3, dtype=np.int64)
        seen = self._engine.buffer
        random, counters, room = seen(self._random), seen(counts), seen(moves)
        self._run(self._start, self._position, random, games, counters, room)
        return counts


def signature() -> Any:
    """Return the type of the loop."""
    from kafelki.kernels.compiler import COUNTS, INTEGER, NOTHING, NUMBERS, POSITION, RANDOM

    return NOTHING(POSITION, POSITION, RANDOM, INTEGER, COUNTS, NUMBERS)


def _compiled(loop: Any, package: str) -> Any:
    from kafelki.kernels.compiler import compiled_for

    return compiled_for(loop, signature(), package)
