"""Random games in one compiled loop, for any game: the same code drives all through pointers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import Position, copy_position, kernel, lowest_one
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE
from kafelki.rules.engine import Engine, Numbers

MOVES, CHANCES, CHOICES = range(3)
"""What a playout counts: moves of players, chance events, and legal moves to choose from."""


@kernel
def play_games(
    acting: Any,
    list_moves: Any,
    sample_move: Any,
    play: Any,
    sample_outcome: Any,
    play_outcome: Any,
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


DRIVEN = ("acting", "list_moves", "sample_move", "play", "sample_outcome", "play_outcome")
"""The functions of the rules, in the order in which the loop takes them."""

NO_ROOM = np.empty(0, dtype=np.int32)


class Playouts:
    """Random games of one header, sampled or listed, on a compiled engine."""

    def __init__(self, header: Header, engine: Engine, seed: int = 1) -> None:
        from kafelki.kernels import compiler

        self._functions = [getattr(engine.kernels, name) for name in DRIVEN]
        self._random = random_state(seed)
        self._start = engine.first_position(*header.numbers)
        self._position = self._start.copy()
        self._moves = np.empty(header.rules.most_moves, dtype=np.int32)
        self._run = compiler.compiled_for(play_games, compiler.driver(DRIVEN))

    def sample(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by sampling one legal move a turn; return the counts."""
        return self._play(games, NO_ROOM)

    def list(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by listing every legal move each turn; return the counts."""
        return self._play(games, self._moves)

    def _play(self, games: int, moves: Numbers) -> npt.NDArray[np.int64]:
        counts = np.zeros(3, dtype=np.int64)
        self._run(*self._functions, self._start, self._position, self._random, games, counts, moves)
        return counts
