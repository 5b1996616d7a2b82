"""Looking ahead in batches: a bot made of what has learnt to judge what a batch shows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.batch.batch import Batch, Seen
from kafelki.bots.protocol import Turn
from kafelki.kernels.language import lowest_one
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Move

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


class Judged(NamedTuple):
    """What somebody thinks of games that a batch shows, a row a game."""

    moves: Numbers
    """[game, k]: some moves of the seat to act, the likeliest first; there may be illegal ones."""
    likely: Floats
    """[game, k]: the logarithm of how likely each is, `NEVER` or less where it is illegal."""
    expected: Floats
    """[game]: what the first seat gains by the end of the game; in one that ended, has gained."""


NEVER = -1e3


class Ahead:
    """A bot that tries the likeliest moves in a game for two, and the likeliest answers to each.

    It takes the move after which most is expected on average, in worlds that its seat cannot tell
    apart; `trust` is what a move is worth more for being e times as likely.
    """

    def __init__(
        self,
        game: str,
        judge: Callable[[Seen], Judged],
        widths: tuple[int, ...] = (32, 8),
        worlds: int = 4,
        trust: float = 0.01,
    ) -> None:
        """Make room for so many moves and answers in so many worlds."""
        self.judge, self.widths, self.trust = judge, widths, trust
        rows = (worlds * math.prod(widths[:depth]) for depth in range(len(widths) + 1))
        self._batches = [Batch(game, each, masks="packed", threads=1) for each in rows]

    def choose(self, turn: Turn) -> Move:
        """Return the move that promises most."""
        seen = dealt(self._batches[0], turn)
        moves, promises, _ = self._tried(0, seen, self.judge(seen))
        return Move(turn.header.game, int(moves[0, promises.mean(0).argmax()]))

    def _tried(self, depth: int, seen: Seen, judged: Judged) -> tuple[Numbers, Floats, Floats]:
        """Return moves, what each promises who plays it, and what the first seat is to gain."""
        width = self.widths[depth]
        moves, likely = judged.moves[:, :width], judged.likely[:, :width]
        moves = np.where(likely > NEVER, moves, moves[:, :1])
        further = self._batches[depth + 1]
        further.rows[:] = np.repeat(self._batches[depth].rows, moves.shape[1], axis=0)
        gained = self._gained(depth + 1, further.step(moves.reshape(-1))).reshape(moves.shape)
        own = 1 - 2 * seen.seats[:, np.newaxis]
        return moves, own * gained + self.trust * likely, gained

    def _gained(self, depth: int, seen: Seen) -> Floats:
        """Return what the first seat is to gain if who follows plays what promises most."""
        judged = self.judge(seen)
        if depth == len(self.widths):
            return judged.expected
        _, promises, gained = self._tried(depth, seen, judged)
        best = promises.argmax(1)[:, np.newaxis]
        return np.where(seen.ended, judged.expected, np.take_along_axis(gained, best, 1)[:, 0])


def dealt(batch: Batch, turn: Turn) -> Seen:
    """Return what a batch shows of a turn: in each game what the seat does not know is dealt anew.

    Who would place at the same time, but before the seat, has placed something.
    """
    batch.seed(turn.random.getrandbits(63))
    kernels = turn.engine.kernels
    random = turn.engine.buffer(random_state(turn.random.getrandbits(64)))
    for game in range(batch.games):
        position = batch.position(game)
        position[:] = turn.known
        kernels.redeal(position, turn.seat, random)
        while (seat := lowest_one(kernels.acting(position))) != turn.seat:
            kernels.play(position, seat, kernels.sample_move(position, seat, random))
    return batch.look()
