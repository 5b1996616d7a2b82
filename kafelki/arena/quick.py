"""Games of bots that choose by a kernel alone, in one loop: random ones, and greedy ones.

A template, filled in with a game and with what its greedy bot judges by. The loop plays until
chance is due: what is drawn follows from the game's seed, like in any other game.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kafelki.bots.judging import Evaluate, Greedy
from kafelki.bots.protocol import Bot
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bots_of
from kafelki.kernels.language import (
    OPEN,
    Fields,
    Layout,
    Position,
    called,
    copy_position,
    count_ones,
    kernel,
    lowest_one,
)
from kafelki.kernels.randomness import random_below
from kafelki.play.game import Game
from kafelki.rules.contract import CHANCE, MOST_SEATS
from kafelki.rules.engine import loop_for
from kafelki.rules.registry import package_of, rules_of

acting: Any = OPEN
conceal: Any = OPEN
list_moves: Any = OPEN
play: Any = OPEN
sample_move: Any = OPEN
evaluate: Any = OPEN
"""What the greedy bot judges moves by."""
desk: Layout = OPEN
"""What the loop works with."""

ROOM = 1024
"""So many moves are played at most before somebody looks."""


@kernel
def judge_nothing(position: Position, seat: int, moves: Fields, count: int, values: Fields) -> None:
    """Do nothing: nobody is greedy."""


@kernel
def play_on(
    position: Position,
    greedy: int,
    in_order: int,
    random: Fields,
    work: Position,
    events: Fields,
) -> int:
    """Play until chance is due or the game is over; write each seat and its move, return how many.

    The seats in the set `greedy` play a move of the highest value, all others any.
    """
    played = 0
    who = acting(position)
    while who != 0 and who != CHANCE and 2 * played < events.shape[0]:
        if not in_order and count_ones(who) > 1:
            order = random[MOST_SEATS : MOST_SEATS + 1]
            for _ in range(random_below(order, count_ones(who))):
                who &= who - 1
        seat = lowest_one(who)
        stream = random[seat : seat + 1]
        if (greedy >> seat) & 1:
            move = best_move(position, seat, stream, work)
        else:
            move = sample_move(position, seat, stream)
        play(position, seat, move)
        events[2 * played] = seat
        events[2 * played + 1] = move
        played += 1
        who = acting(position)
    return played


@kernel
def best_move(position: Position, seat: int, random: Fields, work: Position) -> int:
    """Return a move of the highest value, among equals any."""
    d = desk(work)
    known, moves, values = d.known[:], d.moves[:], d.values[:]
    copy_position(known, position)
    conceal(known, seat)
    count = list_moves(position, seat, moves)
    for k in range(count):
        values[k] = 0.0
    evaluate(known, seat, moves, count, values)
    best, equal = values[0], 1
    for k in range(1, count):
        if values[k] > best:
            best, equal = values[k], 1
        elif values[k] == best:
            equal += 1
    left = random_below(random, equal)
    k = 0
    while values[k] != best or left > 0:
        if values[k] == best:
            left -= 1
        k += 1
    return int(moves[k])


class Quick:
    """Bots that play whole games in a loop."""

    def __init__(self, game: str, bots: Sequence[Bot]) -> None:
        self._greedy = sum(1 << seat for seat, bot in enumerate(bots) if isinstance(bot, Greedy))
        self._own = _filled(game)
        self._work = self._own.desk.empty()
        self._events = np.zeros(2 * ROOM, dtype=np.int32)

    def finish(self, game: Game, seeds: Sequence[int], order: int | None = None) -> Game:
        """Play a game that deals by itself to its end, with a random stream for each seat.

        Where several may act, the first does; with a stream for their `order`, any.
        """
        engine = game._engine
        random = np.zeros(MOST_SEATS + 1, dtype=np.uint64)
        random[: len(seeds)] = seeds
        random[MOST_SEATS] = order or 0
        run = self._own.play_on
        if engine.compiled:
            run = _compiled(run, package_of(game.header.game))
        stream, events = engine.buffer(random), engine.buffer(self._events)
        position = game._position.copy()
        while not game.over:
            in_order = int(order is None)
            played = run(position, self._greedy, in_order, stream, self._work, events)
            moves = self._events[: 2 * played].tolist()
            game.played_on([*zip(moves[::2], moves[1::2], strict=True)], position)
            game.deal()
            position = game._position.copy()
        return game


def quick(game: str, bots: Sequence[Bot]) -> Quick | None:
    """Return what lets these bots play in a loop; None where one of them cannot."""
    judged_by = _judged_by(game)
    can = all(
        isinstance(bot, RandomBot) or (isinstance(bot, Greedy) and bot.evaluate is judged_by)
        for bot in bots
    )
    return Quick(game, bots) if can else None


@cache
def _judged_by(game: str) -> Evaluate:
    """Return what a game's greedy bot judges moves by, if a kernel is all that it needs."""
    make = bots_of(game).get("greedy")
    bot = make() if make else None
    return bot.evaluate if isinstance(bot, Greedy) else judge_nothing


@cache
def _filled(game: str) -> Any:
    rules = rules_of(game)
    layout = Layout(
        values=("float64", rules.most_moves),
        moves=("int32", rules.most_moves),
        known=("uint8", rules.layout.size),
    )
    judge = called(_judged_by(game), "evaluate")
    return loop_for(game, sys.modules[__name__], evaluate=judge, desk=layout)


def _compiled(loop: Any, package: str) -> Any:
    from kafelki.kernels.compiler import INTEGER, NUMBERS, POSITION, RANDOM, compiled_for

    return compiled_for(
        loop, INTEGER(POSITION, INTEGER, INTEGER, RANDOM, POSITION, NUMBERS), package
    )
