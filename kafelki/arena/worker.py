"""Playing one scheduled game, anywhere: a plan and a match go in, a record comes out."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from typing import Any

from kafelki.arena.schedule import Match, Plan
from kafelki.bots.budgeted import parted
from kafelki.bots.child_process import show_what_programs_say
from kafelki.bots.guarded import Fault, Guarded
from kafelki.bots.program import PREFIX
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import record_of
from kafelki.rules.engine import load_compiled

Record = dict[str, Any]

MOST_FAULTS_TOLD = 10
"""Faults of a game that its record describes; the others are only counted."""

SHORT = Budget(seconds=0.1)


def play_match(plan: Plan, match: Match) -> Record:
    """Return the record of a scheduled game, with what the arena adds to it under "arena"."""
    if plan.compiled:
        load_compiled([plan.header.game])
    if plan.verbose:
        show_what_programs_say()
    header = plan.header
    seats = [{"name": f"{name} {seat}", "bot": name} for seat, name in enumerate(match.lineup)]
    game = Game(header, seats=seats, seed=plan.chance(match.deal), deals=True)
    faults: list[Fault] = []
    clocks = [Clock() for _ in match.lineup]
    with players_of(header, match.lineup, faults) as players:
        streams = [Random(plan.stream(match, seat)) for seat in range(header.players)]
        while not game.over:
            seat = game.to_act[0]
            turn = Turn(game, seat, streams[seat], plan.budget)
            with clocks[seat].running():
                move = players[seat].choose(turn)
            game.play(move, seat)
    remarks = _remarks(plan, match, clocks, faults) | {"scores": _plain(game.scores)}
    game.extra["arena"] = remarks
    return record_of(game)


def _plain(scores: list[list[int]]) -> list[list[int]]:
    return [[int(points) for points in row] for row in scores]


def _remarks(
    plan: Plan, match: Match, clocks: Sequence[Clock], faults: Sequence[Fault]
) -> dict[str, Any]:
    return {
        "tournament": plan.key,
        "seed": plan.seed,
        "index": match.index,
        "deal": match.deal,
        "times": [clock.as_json() for clock in clocks],
        "fault_counts": [
            sum(fault.seat == seat for fault in faults) for seat in range(len(match.lineup))
        ],
        "faults": [fault.as_json() for fault in faults[:MOST_FAULTS_TOLD]],
        "process": os.getpid(),
    }


class Clock:
    """How long a seat has thought: so many moves, seconds in all, and the longest."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0
        self.longest = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Measure one move."""
        start = time.perf_counter()
        yield
        spent = time.perf_counter() - start
        self.moves += 1
        self.seconds += spent
        self.longest = max(self.longest, spent)

    def as_json(self) -> dict[str, Any]:
        """Return the counts for a record."""
        return {
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "longest": round(self.longest, 6),
        }


@contextmanager
def players_of(
    header: Header, lineup: Sequence[str], faults: list[Fault]
) -> Iterator[list[Guarded]]:
    """Yield a new, guarded bot for each seat: nothing is carried from one game to the next."""
    players: list[Guarded] = []
    with ExitStack() as each_in_any_case:
        for name in lineup:
            warm_up(name, header.game, header.players, header.variant)
            players.append(Guarded(bot_named(name, header.game), faults.append, name))
            each_in_any_case.callback(players[-1].close)
        yield players


@cache
def warm_up(name: str, game: str, players: int, variant: str) -> None:
    """Let a bot decide once, unmeasured: what it compiles or loads is no thinking time.

    Programs are left out: they start with every game, before their first question.
    """
    if name.startswith(PREFIX):
        return
    first = Game(game, players, variant, seed=bytes(32), deals=True)
    seat = first.to_act[0]
    plain, _ = parted(name)  # a budget in the name may be long
    Guarded(bot_named(plain, game)).choose(Turn(first, seat, Random(0), SHORT))
