"""Games between bots, by themselves or of a tournament, as records that can be verified."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from typing import Any

from kafelki.arena.quick import quick
from kafelki.arena.schedule import Match, TournamentPlan, seed_for
from kafelki.bots.budgeted import parted
from kafelki.bots.child_process import show_what_programs_say
from kafelki.bots.guarded import Fault, Guarded
from kafelki.bots.program import PREFIX
from kafelki.bots.protocol import Bot, Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.rules.engine import load_compiled

MOST_FAULTS_TOLD = 10
"""Faults of a game that its record describes; the others are only counted."""

SHORT = Budget(seconds=0.1)


def simulate(
    header: Header,
    bots: Sequence[str],
    games: int,
    seed: str,
    report: Callable[[Fault], None] = lambda fault: None,
) -> Iterator[Game]:
    """Yield finished games between bots; the same seed gives the same games.

    One bot's name stands for every seat, otherwise each seat has its own. `report` is
    told what a bot got wrong; the games go on.
    """
    names = list(bots) * header.players if len(bots) == 1 else list(bots)
    if len(names) != header.players:
        raise Refusal(f"{header.players} seats need 1 or {header.players} bots, not {len(names)}")
    if games < 0:
        raise Refusal(f"the number of games cannot be {games}")
    seats = [{"name": f"{name} {seat}", "bot": name} for seat, name in enumerate(names)]
    with guarded_players(names, header.game, report) as players:
        loop = quick(header.game, [player.bot for player in players])
        for number in range(games):
            game = Game(header, seats=seats, seed=seed_for(seed, "chance", number), deals=True)
            random = Random(seed_for(seed, "bots", number))
            if loop:
                seeds = [random.getrandbits(64) for _ in names]
                yield loop.finish(game, seeds, order=random.getrandbits(64))
            else:
                yield play_out(game, players, random)


@contextmanager
def guarded_players(
    names: Sequence[str], game: str, report: Callable[[Fault], None]
) -> Iterator[list[Guarded]]:
    """Yield a guarded bot for each seat; in the end they end what they have started."""
    players = [Guarded(bot_named(name, game), report, name) for name in names]
    with ExitStack() as each_in_any_case:
        for player in players:
            each_in_any_case.callback(player.close)
        yield players


def play_out(game: Game, bots: Sequence[Bot], random: Random) -> Game:
    """Let bots play a game to its end and return it; where several may act, any goes first."""
    while not game.over:
        acting = game.to_act
        seat = acting[random.randrange(len(acting))] if len(acting) > 1 else acting[0]
        game.play(bots[seat].choose(Turn(game, seat, random)), seat)
    return game


# A game of a tournament


def play_match(plan: TournamentPlan, match: Match) -> dict[str, Any]:
    """Return the record of a scheduled game, with what the arena adds to it under "arena"."""
    if plan.compiled:
        load_compiled([plan.header.game])
    if plan.verbose:
        show_what_programs_say()
    header = plan.header
    seats = [{"name": f"{name} {seat}", "bot": name} for seat, name in enumerate(match.lineup)]
    game = Game(header, seats=seats, seed=plan.chance(match.deal), deals=True)
    faults: list[Fault] = []
    times: list[list[float]] = [[] for _ in match.lineup]
    for name in match.lineup:
        warm_up(name, header.game, header.players, header.variant)
    # New bots in each game: nothing is carried from one to the next.
    with guarded_players(match.lineup, header.game, faults.append) as players:
        streams = [Random(plan.stream(match, seat)) for seat in range(header.players)]
        if loop := quick(header.game, [player.bot for player in players]):
            start = time.perf_counter()
            loop.finish(game, [stream.getrandbits(64) for stream in streams])
            moves = [event.seat for event in game.events if not event.is_chance]
            a_move = (time.perf_counter() - start) / len(moves)
            times = [[a_move] * moves.count(seat) for seat in range(header.players)]
        while not game.over:
            seat = game.to_act[0]
            turn = Turn(game, seat, streams[seat], plan.budget)
            start = time.perf_counter()
            move = players[seat].choose(turn)
            times[seat].append(time.perf_counter() - start)
            game.play(move, seat)
    made_by = Counter(fault.seat for fault in faults)
    game.extra["arena"] = {
        "tournament": plan.key,
        "seed": plan.seed,
        "index": match.index,
        "deal": match.deal,
        "times": [
            {
                "moves": len(spent),
                "seconds": round(sum(spent), 6),
                "longest": round(max(spent, default=0.0), 6),
            }
            for spent in times
        ],
        "fault_counts": [made_by[seat] for seat in range(header.players)],
        "faults": [fault.as_json() for fault in faults[:MOST_FAULTS_TOLD]],
        "process": os.getpid(),
        "scores": [[int(points) for points in row] for row in game.scores],
    }
    return record_of(game)


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
