"""The compiled search, with the record it works on."""

from __future__ import annotations

from typing import Any

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.machine_code import Described, compiled_kernel
from kafelki.bots.protocol import Turn
from kafelki.games.bits.bots.areas import task_of_round
from kafelki.games.bits.bots.evaluation import evaluate_moves
from kafelki.games.bits.bots.network import UNIT, network_for, see_layers
from kafelki.games.bits.bots.search import look_ahead, play_on, see_cards
from kafelki.games.bits.kernels import STACKS, see
from kafelki.kernels.randomness import random_state
from kafelki.rules.engine import Numbers, load_compiled


def described_kernels(game: str) -> Described:
    """Return the kernels that the bots call, with their signatures."""
    from kafelki.kernels import compiler

    nothing, position, integer = compiler.NOTHING, compiler.POSITION, compiler.INTEGER
    asked = position, integer, compiler.NUMBERS, integer
    tries = nothing(*asked, *2 * [integer], compiler.RANDOM, *4 * [position], compiler.VALUES)
    promises = nothing(*asked, *2 * [position], compiler.VALUES)
    return {
        "evaluate": (evaluate_moves, compiler.EVALUATE),
        "look_ahead": (look_ahead, promises),
        "play_on": (play_on, tries),
    }


def compiled_search() -> tuple[Any, Any]:
    """Return `play_on` and `look_ahead` as machine code."""
    load_compiled(["bits"])
    return compiled_kernel("bits", "play_on"), compiled_kernel("bits", "look_ahead")


class Workspace:
    """What the search needs for one decision, and what it can be asked; of another ramp, too."""

    def __init__(self, turn: Turn, sight: int, seat: int | None = None) -> None:
        self.known = turn.known
        self._trial = turn.known
        self._play_on, self._look_ahead = compiled_search()
        tasks = (task_of_round(see(self.known), k, STACKS[k - 1]) for k in (2, 3))
        self._network = network_for(*tasks)
        self._layers, self._cards = see_layers.empty(), see_cards.empty()
        self._seat, self._sight = turn.seat if seat is None else seat, sight
        self._random = random_state(turn.random.getrandbits(64))

    def promises(self, moves: Numbers) -> Values:
        """Return the points that each move promises with the next card placed best."""
        values = np.empty(len(moves))
        asked = self._trial, self._seat, moves, len(moves)
        self._look_ahead(*asked, self._network, self._layers, values)
        return values / UNIT

    def outlooks(self, moves: Numbers, orders: int, seed: int | None = None) -> Values:
        """Return [order, move]: the points of the round, with new orders of the cards.

        The same seed gives the same orders to all ramps.
        """
        if seed is not None:
            self._random = random_state(seed)
        values = np.empty((orders, len(moves)))
        asked = self.known, self._seat, moves, len(moves), orders, self._sight, self._random
        work = self._network, self._layers, self._cards, self._trial
        self._play_on(*asked, *work, values.reshape(-1))
        return values / UNIT
