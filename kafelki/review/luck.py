"""The luck of a game by itself, without judging its moves: for many games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from kafelki.arena.schedule import Match, TournamentPlan, seed_for
from kafelki.arena.simulation import play_match
from kafelki.bots.registry import bot_named
from kafelki.bots.valuing import Ends
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record
from kafelki.review.depths import QUICK
from kafelki.review.model import Draw
from kafelki.review.reviewing import draw_after
from kafelki.review.summary import net_lucks
from kafelki.review.worths import Vector, Worths
from kafelki.rules.contract import Seating

PLAYED_ANEW = 32
"""So many games tell how bots that decide at once fare on average: an interval narrows by √32."""


def draws_of(game: Game, worths: Worths) -> Iterator[Draw]:
    """Yield what chance brought in a game that is over, with its luck."""
    here = Game(game.header, engine=worths.engine)
    before = None
    while len(here.events) < len(game.events):
        if not here.chance_due:
            here._repeat(game.events[len(here.events)])
            before = None
            continue
        before = before or worths.over_chance(here._position, worths.seats)
        draw, before = draw_after(here, game.events, worths, before)
        worths.forget()
        yield draw


def net_luck_of(game: Game, worths: Worths) -> list[float]:
    """Return the net luck of each seat: on average none, whoever plays and however well."""
    header = game.header
    parties = Seating(header.players, header.variant, header.teams).parties
    total = [0.0] * header.players
    for draw in draws_of(game, worths):
        for seat, luck in enumerate(net_lucks(draw, parties)):
            total[seat] += luck
    return total


def play_match_with_luck(plan: TournamentPlan, match: Match) -> dict[str, Any]:
    """Return the record of a scheduled game, with the net luck of each seat under "arena"."""
    record = play_match(plan, match)
    game = parse_record({key: value for key, value in record.items() if key != "arena"}).replay()
    worths = _worths(game.header)
    usual = usual_result(match.lineup, worths, seed_for(plan.seed, "luck", match.index))
    if usual is None:
        luck = net_luck_of(game, worths)
    else:
        luck = (worths.of_result(game._position) - usual).tolist()
    record["arena"]["luck"] = luck
    return record


def usual_result(lineup: tuple[str, ...], worths: Worths, seed: bytes) -> Vector | None:
    """Return what games of some bots are worth to each seat on average, from games played anew.

    None where the bots think too long for that. Of bots that choose by the position and by random
    numbers alone all that sets one game apart from others is luck: no move of theirs is better or
    worse than what they always do, so what a game brought beyond the average came with the draws
    and with their own random numbers.
    """
    ends = _ends(lineup, worths)
    if ends is None:
        return None
    header = worths.header
    first = worths.engine.first_position(*header.numbers)
    last = ends(first, PLAYED_ANEW, int.from_bytes(seed[:8], "big"))
    mean: Vector = np.mean([worths.of_result(position) for position in last], axis=0)
    return mean


@cache
def _ends(lineup: tuple[str, ...], worths: Worths) -> Ends | None:
    bots = [bot_named(name, worths.header.game) for name in lineup]
    return worths.valuer.ends(worths.header, bots)


def _worths(header: Header) -> Worths:
    return _made(header.game, header.players, header.variant, tuple(header.options.items()))


@cache
def _made(game: str, players: int, variant: str, options: tuple[tuple[str, Any], ...]) -> Worths:
    return Worths(Header(game, players, variant, dict(options)), QUICK)
