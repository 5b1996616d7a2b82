"""Random games in one compiled loop, for any game: the same code drives all through pointers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import Position, copy_position, kernel
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE, Kernels
from kafelki.rules.engine import Engine

MOVES, CHANCES, CHOICES = range(3)
"""What a playout counts: moves of players, chance events, and legal moves to choose from."""


@kernel
def first_seat(acting: int) -> int:
    """Return the lowest seat among those that may act."""
    seat = 0
    while (acting >> seat) & 1 == 0:
        seat += 1
    return seat


@kernel
def sample_games(
    acting: Any,
    sample_move: Any,
    play: Any,
    sample_outcome: Any,
    play_outcome: Any,
    start: Position,
    position: Position,
    random: Any,
    games: int,
    counts: Any,
) -> None:
    """Play random games from `start`, sampling one legal move a turn; add up what was counted."""
    for _ in range(games):
        copy_position(position, start)
        who = acting(position)
        while who != 0:
            if who == CHANCE:
                play_outcome(position, sample_outcome(position, random))
                counts[CHANCES] += 1
            else:
                seat = first_seat(who)
                play(position, seat, sample_move(position, seat, random))
                counts[MOVES] += 1
            who = acting(position)


@kernel
def list_games(
    acting: Any,
    list_moves: Any,
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
    """Play random games from `start`, listing all legal moves every turn; add up the counts."""
    for _ in range(games):
        copy_position(position, start)
        who = acting(position)
        while who != 0:
            if who == CHANCE:
                play_outcome(position, sample_outcome(position, random))
                counts[CHANCES] += 1
            else:
                seat = first_seat(who)
                count = list_moves(position, seat, moves)
                counts[MOVES] += 1
                counts[CHOICES] += count
                play(position, seat, moves[random_below(random, count)])
            who = acting(position)


_SAMPLING = ("acting", "sample_move", "play", "sample_outcome", "play_outcome")
_LISTING = ("acting", "list_moves", "play", "sample_outcome", "play_outcome")


class Playouts:
    """Random games of one header, sampled or listed, on a compiled engine."""

    def __init__(self, header: Header, engine: Engine, seed: int = 1) -> None:
        from kafelki.kernels import compiler

        self._kernels: Kernels = engine.kernels
        self._random = random_state(seed)
        self._start = engine.first_position(
            header.players, header.variant_number, header.option_number
        )
        self._position = self._start.copy()
        self._moves = np.empty(header.rules.most_moves, dtype=np.int32)
        self._sample = compiler.compiled_for(sample_games, compiler.driver(_SAMPLING, moves=False))
        self._list = compiler.compiled_for(list_games, compiler.driver(_LISTING, moves=True))

    def sample(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by sampling one legal move a turn; return the counts."""
        counts = np.zeros(3, dtype=np.int64)
        functions = [getattr(self._kernels, name) for name in _SAMPLING]
        self._sample(*functions, self._start, self._position, self._random, games, counts)
        return counts

    def list(self, games: int) -> npt.NDArray[np.int64]:
        """Play games by listing every legal move each turn; return the counts."""
        counts = np.zeros(3, dtype=np.int64)
        functions = [getattr(self._kernels, name) for name in _LISTING]
        self._list(
            *functions, self._start, self._position, self._random, games, counts, self._moves
        )
        return counts
