"""Games of AXIO and Geniusz that the one-deep player plays against itself, with what it saw."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from kafelki.games.weakest_colour.bots.board import rules_module
from kafelki.games.weakest_colour.bots.features import feature_count
from kafelki.games.weakest_colour.bots.mind import SETTINGS, Floats, compiled_thinking, signatures
from kafelki.games.weakest_colour.bots.search import look_closer
from kafelki.games.weakest_colour.bots.space import (
    FEW,
    FEW_MOVES,
    FEW_VALUES,
    float_space,
    number_space,
)
from kafelki.games.weakest_colour.training.fitting import Singles
from kafelki.kernels.language import Fields, Position, kernel
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE
from kafelki.rules.engine import engine_of, load_compiled

RULES_USED = ("acting", "play", "sample_outcome", "play_outcome")
MOST_MOVES = 256
"""More moves than these of a game are not kept."""


@kernel
def play_game(
    acting: Any,
    play: Any,
    sample_outcome: Any,
    play_outcome: Any,
    list_promising: Any,
    standing: Any,
    position: Position,
    trial: Position,
    random: Fields,
    width: int,
    strays: int,
    settings: Fields,
    weights: Fields,
    other_weights: Fields,
    others: int,
    floats: Fields,
    numbers: Fields,
    rows: Fields,
    seats: Fields,
    inputs: int,
) -> int:
    """Play a game to its end; write what described it after each move, and who had moved.

    Everybody takes the best of `width` promising moves; in `strays` of 1000 turns any of
    them. The seats in the set `others` think with the other weights. Returns how many
    moves were written; the last one, after which there is nothing to foretell, is not.
    """
    moves = numbers[FEW_MOVES : FEW_MOVES + FEW]
    values = floats[FEW_VALUES : FEW_VALUES + FEW]
    written = 0
    who = acting(position)
    while who != 0:
        if who == CHANCE:
            play_outcome(position, sample_outcome(position, random))
        else:
            seat = 0
            while (who >> seat) & 1 == 0:
                seat += 1
            mine = other_weights if (others >> seat) & 1 else weights
            count = list_promising(position, seat, width, moves, values, settings, floats, numbers)
            best = 0
            if count > 1:
                best = look_closer(
                    play,
                    standing,
                    position,
                    trial,
                    seat,
                    moves,
                    count,
                    values,
                    mine,
                    floats,
                    numbers,
                )
            if strays > 0 and random_below(random, 1000) < strays:
                best = random_below(random, count)
            play(position, seat, moves[best])
            if written < MOST_MOVES and acting(position) != 0:
                standing(position, seat, mine, floats, numbers)
                for k in range(inputs):
                    rows[written * inputs + k] = floats[k]
                seats[written] = seat
                written += 1
        who = acting(position)
    return written


@cache
def _compiled() -> Any:
    """Return `play_game` as machine code; it drives either game."""
    from kafelki.kernels import compiler

    number, position, values = compiler.INTEGER, compiler.POSITION, compiler.VALUES
    rules = [compiler.pointer(compiler.SIGNATURES[name]) for name in RULES_USED]
    thoughts = [compiler.pointer(signature) for signature in signatures()]
    kind = number(
        *rules, *thoughts, position, position, compiler.RANDOM, number, number, values, values,
        values, number, values, compiler.NUMBERS, values, compiler.NUMBERS, number,
    )  # fmt: skip
    return compiler.compiled_for(play_game, kind)


class Experience(NamedTuple):
    """What was seen after each move of some games, and what their ends were worth to the mover."""

    inputs: Singles
    targets: Singles


class Table:
    """A table for one seating, where networks play game after game."""

    def __init__(self, header: Header, seed: int = 1) -> None:
        load_compiled([header.game])
        engine = engine_of(header.game)
        board, colours = rules_module(header.game).TABLES, len(header.rules.appearance.colours)
        thinking = compiled_thinking(header.game)
        self.players = header.players
        self.inputs = feature_count(colours)
        self._start = engine.first_position(
            header.players, header.variant_number, header.option_number
        )
        self._position, self._trial = self._start.copy(), self._start.copy()
        self._functions = [getattr(engine.kernels, name) for name in RULES_USED]
        self._thoughts = thinking.list_promising, thinking.standing
        self._random = random_state(seed)
        self._space = (
            np.zeros(float_space(board.neighbours.shape[0], colours)),
            np.zeros(number_space(board.pairs.shape[0]), dtype=np.int32),
        )
        self._rows = np.zeros(MOST_MOVES * self.inputs)
        self._seats = np.zeros(MOST_MOVES, dtype=np.int32)

    def learn(self, weights: Singles, games: int, *, width: int, strays: int) -> Experience:
        """Return what a network sees in games against itself."""
        inputs, targets = [], []
        mine = weights.astype(np.float64)
        for _ in range(games):
            count = self._play(mine, mine, 0, width, strays)
            ends = np.array([self._end(seat, mine) for seat in range(self.players)], np.float32)
            rows = self._rows[: count * self.inputs].reshape(count, self.inputs)
            inputs.append(rows.astype(np.float32))
            targets.append(ends[self._seats[:count]])
        return Experience(np.concatenate(inputs), np.concatenate(targets))

    def compare(self, one: Singles, other: Singles, games: int, *, width: int) -> float:
        """Return what the ends are worth on average to one network against the other.

        They take the seats in turns, each as often as the other in every seat. Alone it
        is what one reaches.
        """
        first, second = one.astype(np.float64), other.astype(np.float64)
        total = 0.0
        for number in range(games):
            others = 0b1010 if number % 2 == 0 else 0b0101
            self._play(first, second, others if self.players > 1 else 0, width, 0)
            mine = [s for s in range(self.players) if self.players == 1 or not (others >> s) & 1]
            total += sum(self._end(seat, first) for seat in mine) / len(mine)
        return total / games

    def _play(
        self, weights: Floats, other_weights: Floats, others: int, width: int, strays: int
    ) -> int:
        self._position[:] = self._start
        written: int = _compiled()(
            *self._functions, *self._thoughts, self._position, self._trial, self._random, width,
            strays, SETTINGS, weights, other_weights, others, *self._space, self._rows,
            self._seats, self.inputs,
        )  # fmt: skip
        return written

    def _end(self, seat: int, weights: Floats) -> float:
        """Return what the end of the last game was worth to a seat."""
        return float(self._thoughts[1](self._position, seat, weights, *self._space))
