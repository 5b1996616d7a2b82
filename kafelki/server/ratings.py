"""Ratings of people: how a game changes what is believed of those who played it.

The model is Plackett–Luce by Weng and Lin (OpenSkill): for two, three or four sides, each of
one person or of a pair, with draws. docs/ratings.md says why, and how well it does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from openskill.models import PlackettLuce

from kafelki.play.header import Header
from kafelki.server.table.state import TableState

MEAN = 1500.0
DEVIATION = 200.0
"""That of somebody of whom nothing is known: so much do people differ."""
DRIFT = 5.0
"""How much somebody's strength may change from one game to the next."""
ELO = 400 / math.log(10)
"""Points for a factor e in the odds: 400 points are odds of ten to one."""
PROVISIONAL = 120.0
"""A rating with a larger deviation is not yet to be relied on: the first dozen games or so."""
NORMAL_95 = 1.959964
DIGITS = 6
"""Digits kept: what is computed again elsewhere must not differ in the last bits."""


class Kind(NamedTuple):
    """Games that share a rating."""

    game: str
    players: int
    variant: str


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody's strength in games of a kind."""

    value: float = MEAN
    deviation: float = DEVIATION
    games: int = 0
    rated_at: int = 0
    """When the last of the games was rated: see `rated`."""

    @property
    def provisional(self) -> bool:
        """Whether too little is known to rely on it."""
        return self.deviation > PROVISIONAL

    def check(self) -> None:
        """Raise ValueError unless it is one."""
        if not (math.isfinite(self.value) and 0 < self.deviation < math.inf):
            raise ValueError(f"a rating of {self.value} ± {self.deviation}")


@dataclass(frozen=True)
class RatedGame:
    """Who played a rated game, and how it ended."""

    table: str
    kind: Kind
    ended: int
    people: tuple[str, ...]
    """By their seats."""
    ranks: tuple[int, ...]
    """Each seat's: the lower the better, equal ones have drawn."""
    sides: tuple[tuple[int, ...], ...]
    """The seats that play together."""


def game_of(state: TableState) -> RatedGame | None:
    """Return what a table that is over says of people's strength, if anything."""
    places = state.places
    if places is None or not state.counts_for_ratings:
        return None
    header = state.header
    # Bots have played on for those who gave up: they have lost, and drawn with each other.
    last = 1 + header.players
    ranks = (places[k] if state.side(k) in state.sides_left else last for k in range(last - 1))
    kind = Kind(header.game, header.players, header.variant)
    people = tuple(seat.person or "" for seat in state.seats)
    return RatedGame(state.id, kind, state.ended_at or 0, people, tuple(ranks), sides_of(kind))


def sides_of(kind: Kind) -> tuple[tuple[int, ...], ...]:
    """Return the seats that play together in games of a kind."""
    if Header(*kind).teams:
        return tuple(tuple(range(first, kind.players, 2)) for first in range(2))
    return tuple((seat,) for seat in range(kind.players))


def rated(game: RatedGame, before: Sequence[Rating]) -> list[Rating]:
    """Return each seat's rating after a game; ValueError when one before it cannot be.

    It is rated at its end, or just after the last game of any who played, should that have
    ended later by the clock of another machine: in this order all can be rated again.
    """
    for rating in before:
        rating.check()
    model = _model(len(game.sides))
    teams = [
        [model.rating(before[seat].value, before[seat].deviation) for seat in side]
        for side in game.sides
    ]
    found = model.rate(teams, ranks=[game.ranks[side[0]] for side in game.sides])
    rated_at = max(game.ended, 1 + max(rating.rated_at for rating in before))
    after = {
        seat: Rating(
            round(each.mu, DIGITS), round(each.sigma, DIGITS), before[seat].games + 1, rated_at
        )
        for side, team in zip(game.sides, found, strict=True)
        for seat, each in zip(side, team, strict=True)
    }
    for rating in after.values():
        rating.check()
    return [after[seat] for seat in range(len(before))]


@cache
def _model(sides: int) -> PlackettLuce:
    """Return the model in which a difference means the same for any number of sides."""
    return PlackettLuce(
        mu=MEAN,
        sigma=DEVIATION,
        beta=ELO / math.sqrt(sides),
        tau=DRIFT,
        gamma=lambda *_: 1.0,  # as in the paper; by default deviations shrink more slowly
    )
