"""What the games of a tournament say about its bots once luck is taken out."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from kafelki.arena.tournament import PlayedMatch, Results
from kafelki.bots.valuing import valuer_of
from kafelki.play.refusal import Refusal
from kafelki.review.places import worths_of_places
from kafelki.review.summary import NORMAL
from kafelki.rules.contract import Seating


@dataclass(frozen=True)
class Estimate:
    """A mean with half of its 95 % interval: games of one deal go together."""

    mean: float
    half: float

    @classmethod
    def of(cls, deals: list[list[float]]) -> Estimate:
        """Return the mean of what came of deals."""
        means = np.array([sum(each) / len(each) for each in deals])
        if len(means) < 2:
            return cls(float(means.mean()), math.inf)
        return cls(float(means.mean()), float(NORMAL * means.std(ddof=1) / math.sqrt(len(means))))


@dataclass(frozen=True)
class WithoutLuck:
    """A bot's mean result, from 0 to 1, as it was and less its net luck. Alone: in points."""

    bot: str
    games: int
    plain: Estimate
    adjusted: Estimate

    @property
    def narrower(self) -> float:
        """How many times narrower the interval is without luck."""
        return self.plain.half / self.adjusted.half if self.adjusted.half else math.inf


def without_luck(results: Results) -> list[WithoutLuck]:
    """Return every bot's result with its luck and without; Refusal where games lack their luck.

    Taking luck out is right on average, however good the values are that measure it: luck is
    nought on average. Games in which a bot failed are left out.
    """
    sound = [game for game in results.played if not any(game.fault_counts)]
    if any(not game.luck for game in sound):
        raise Refusal("the file holds games that were played without --luck: give another --out")
    found = []
    for bot in results.plan.bots:
        plain: dict[int, list[float]] = defaultdict(list)
        adjusted: dict[int, list[float]] = defaultdict(list)
        for game in sound:
            for seat, worth in enumerate(_worths(results, game)):
                if game.match.lineup[seat] == bot:
                    plain[game.match.deal].append(worth)
                    adjusted[game.match.deal].append(worth - _scale(results) * game.luck[seat])
        if plain:
            estimates = (Estimate.of(list(each.values())) for each in (plain, adjusted))
            found.append(WithoutLuck(bot, sum(map(len, plain.values())), *estimates))
    return found


def _scale(results: Results) -> float:
    header = results.plan.header
    return valuer_of(header.game).whole if header.players == 1 else 1.0


def _worths(results: Results, game: PlayedMatch) -> list[float]:
    header = results.plan.header
    if header.players == 1:
        return [float(header.rules.measure.value(game.scores[0]))]
    parties = Seating(header.players, header.variant, header.teams).parties
    return worths_of_places(game.places, parties)


def rows_of(found: list[WithoutLuck]) -> list[list[str]]:
    """Return a table of it, with its head."""
    head = ["bot", "games", "result", "±", "without luck", "±", "narrower"]
    return [head, *(_row(each) for each in found)]


def _row(each: WithoutLuck) -> list[str]:
    numbers = (each.plain.mean, each.plain.half, each.adjusted.mean, each.adjusted.half)
    return [each.bot, str(each.games), *(f"{n:.4f}" for n in numbers), f"{each.narrower:.2f} ×"]
