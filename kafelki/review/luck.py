"""The luck of a game by itself, without judging its moves: for many games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from kafelki.arena.schedule import Match, TournamentPlan
from kafelki.arena.simulation import play_match
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record
from kafelki.review.depths import QUICK
from kafelki.review.model import Draw
from kafelki.review.reviewing import draw_after
from kafelki.review.summary import net_lucks
from kafelki.review.worths import Worths
from kafelki.rules.contract import Seating


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
    record["arena"]["luck"] = net_luck_of(game, _worths(game.header))
    return record


def _worths(header: Header) -> Worths:
    return _made(header.game, header.players, header.variant, tuple(header.options.items()))


@cache
def _made(game: str, players: int, variant: str, options: tuple[tuple[str, Any], ...]) -> Worths:
    return Worths(Header(game, players, variant, dict(options)), QUICK)
