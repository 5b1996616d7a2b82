"""Games of AXIO and Geniusz that the one-deep player plays against itself, with what it saw."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from kafelki.games.weakest_colour.bots.evaluation import desk, list_promising
from kafelki.games.weakest_colour.bots.search import look_closer
from kafelki.games.weakest_colour.bots.value import value_after
from kafelki.games.weakest_colour.bots.workspace import Workspace, parts_of
from kafelki.games.weakest_colour.kernels import acting, play, play_outcome, sample_outcome
from kafelki.games.weakest_colour.training.fitting import Singles
from kafelki.kernels.language import Fields, Position, filled, kernel, lowest_one
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE
from kafelki.rules.engine import engine_of, load_compiled

MOST_MOVES = 256
"""More moves than these of a game are not kept."""


@kernel
def play_game(
    positions: Fields,
    state: Position,
    other_state: Position,
    others: int,
    strays: int,
    rows: Fields,
    seats: Fields,
) -> int:
    """Play a game to its end; write what described it after each move, and who had moved.

    Everybody takes the best of `width` promising moves; in `strays` of 1000 turns any of
    them. The seats in the set `others` think at the other desk. Returns how many
    moves were written; the last one, after which there is nothing to foretell, is not.
    """
    position, trial = positions[0], positions[1]
    random = desk(state).random
    written = 0
    who = acting(position)
    while who != 0:
        if who == CHANCE:
            play_outcome(position, sample_outcome(position, random))
        else:
            seat = lowest_one(who)
            mine = other_state if (others >> seat) & 1 else state
            d = desk(mine)
            count = list_promising(position, seat, d.width, mine)
            best = 0
            if count > 1:
                best = look_closer(position, trial, seat, count, mine)
            if strays > 0 and random_below(random, 1000) < strays:
                best = random_below(random, count)
            play(position, seat, d.moves[best])
            if written < MOST_MOVES and acting(position) != 0:
                value_after(position, seat, mine)
                inputs = d.inputs
                for k in range(inputs.shape[0]):
                    rows[written * inputs.shape[0] + k] = inputs[k]
                seats[written] = seat
                written += 1
        who = acting(position)
    return written


@cache
def _compiled(game: str) -> Any:
    from kafelki.kernels import compiler

    number, position = compiler.INTEGER, compiler.POSITION
    kind = number(
        position.copy(ndim=2), position, position, number, number, compiler.VALUES, compiler.NUMBERS
    )
    own = filled(sys.modules[__name__], game, *parts_of(game))
    return compiler.compiled_for(own.play_game, kind)


class Experience(NamedTuple):
    """What was seen after each move of some games, and what their ends were worth to the mover."""

    inputs: Singles
    targets: Singles


class SelfPlay:
    """One seating, at which networks play game after game."""

    def __init__(self, header: Header, seed: int = 1) -> None:
        load_compiled([header.game])
        engine = engine_of(header.game)
        self.players = header.players
        self._game = header.game
        self._start = engine.first_position(*header.numbers)
        self._positions = np.zeros((2, len(self._start)), dtype=np.uint8)
        self._one, self._other = Workspace(engine), Workspace(engine)
        self._one.desk["random"] = random_state(seed)
        self.inputs = len(self._one.desk["inputs"])
        self._rows = np.zeros(MOST_MOVES * self.inputs)
        self._seats = np.zeros(MOST_MOVES, dtype=np.int32)

    def learn(self, weights: Singles, games: int, *, width: int, strays: int) -> Experience:
        """Return what a network sees in games against itself."""
        inputs, targets = [], []
        _sit_down(self._one, weights, width)
        for _ in range(games):
            count = self._play(0, strays)
            ends = np.array([self._end(seat) for seat in range(self.players)], np.float32)
            rows = self._rows[: count * self.inputs].reshape(count, self.inputs)
            inputs.append(rows.astype(np.float32))
            targets.append(ends[self._seats[:count]])
        return Experience(np.concatenate(inputs), np.concatenate(targets))

    def compare(self, one: Singles, other: Singles, games: int, *, width: int) -> float:
        """Return what the ends are worth on average to one network against the other.

        They take the seats in turns, each as often as the other in every seat. Alone it
        is what one reaches.
        """
        _sit_down(self._one, one, width)
        _sit_down(self._other, other, width)
        total = 0.0
        for number in range(games):
            others = 0b1010 if number % 2 == 0 else 0b0101
            self._play(others if self.players > 1 else 0, 0)
            mine = [s for s in range(self.players) if self.players == 1 or not (others >> s) & 1]
            total += sum(self._end(seat) for seat in mine) / len(mine)
        return total / games

    def _play(self, others: int, strays: int) -> int:
        self._positions[0] = self._start
        desks = self._one.state, self._other.state
        play = _compiled(self._game)
        return play(self._positions, *desks, others, strays, self._rows, self._seats)

    def _end(self, seat: int) -> float:
        kernels = parts_of(self._game)[-1]
        return float(kernels.value_after(self._positions[0], seat, self._one.state))


def _sit_down(work: Workspace, weights: Singles, width: int) -> None:
    work.desk["weights"], work.desk["width"] = weights, width
