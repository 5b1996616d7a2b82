"""What the games of a tournament say about its bots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from kafelki.arena.ratings import Contest, Ratings, rate
from kafelki.arena.schedule import TournamentPlan
from kafelki.arena.tournament import PlayedMatch, Results

QUANTILES = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True)
class Standing:
    """One bot's results."""

    bot: str
    rating: float
    interval: tuple[float, float]
    games: int
    share: float
    """Of all it could win against the others, a draw being half a win."""
    place: float
    measure: float
    deviation: float
    quantiles: tuple[float, ...]
    seconds: float
    longest: float
    faults: int
    forfeits: int
    """Games in which it made a fault: they are lost for it."""
    measured: int
    """How many times the measure was taken: not where anybody made a fault."""


@dataclass(frozen=True)
class Meeting:
    """How often one bot was before, level with, and behind another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def count(self) -> int:
        """How often they met."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Wins, with half of the draws, of all."""
        return (self.wins + self.draws / 2) / self.count if self.count else 0.5


@dataclass(frozen=True)
class Summary:
    """All that a report shows."""

    plan: TournamentPlan
    measure: str
    games: int
    deals: int
    standings: tuple[Standing, ...]
    """Best first."""
    meetings: dict[tuple[str, str], Meeting]
    ratings: Ratings
    lost: tuple[str, ...]
    faults: tuple[dict[str, Any], ...]

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """Return by how much one bot is rated above another, ± half of the 95 % interval."""
        bots = self.plan.bots
        return self.ratings.difference(bots.index(one), bots.index(other))

    def standing(self, bot: str) -> Standing:
        """Return a bot's results."""
        return next(each for each in self.standings if each.bot == bot)

    def as_json(self) -> dict[str, Any]:
        """Return everything, for a program to read."""
        header, budget = self.plan.header, self.plan.budget
        return {
            "game": header.game,
            "players": header.players,
            "variant": header.variant,
            "options": dict(header.options),
            "seed": self.plan.seed,
            "budget": asdict(budget),
            "games": self.games,
            "deals": self.deals,
            "measure": self.measure,
            "quantiles": QUANTILES,
            "standings": [asdict(each) for each in self.standings],
            "meetings": [
                {"bot": one, "other": other, **asdict(meeting)}
                for (one, other), meeting in self.meetings.items()
            ],
            "lost": list(self.lost),
            "faults": list(self.faults),
        }


def summarize(results: Results) -> Summary:
    """Return what a report shows of a tournament."""
    plan = results.plan
    contests = contests_of(plan, results.played)
    ratings = rate(len(plan.bots), contests)
    meetings = _meetings(plan, contests)
    standings = [
        _standing(plan, results.played, meetings, ratings, number)
        for number in range(len(plan.bots))
    ]
    return Summary(
        plan,
        plan.header.rules.measure.name,
        len(results.played),
        len({game.match.deal for game in results.played}),
        tuple(sorted(standings, key=lambda each: (-each.rating, -each.measure))),
        meetings,
        ratings,
        tuple(f"game {each.match.index}: {each.why}" for each in results.lost),
        tuple(fault for game in results.played for fault in game.faults),
    )


def contests_of(plan: TournamentPlan, played: Sequence[PlayedMatch]) -> list[Contest]:
    """Return who was before whom: sides against each other, or alone on the same deal.

    Who made a fault has lost to all who made none: the moves were not all its own.
    """
    number = {bot: k for k, bot in enumerate(plan.bots)}
    if plan.sides > 1:
        return [
            Contest(
                game.match.deal,
                tuple(number[bot] for bot in game.match.lineup[: plan.sides]),
                places_of(plan, game)[: plan.sides],
            )
            for game in played
        ]
    by_deal = defaultdict(list)
    for game in played:
        by_deal[game.match.deal].append(game)
    return [_solo_contest(plan, deal, alone, number) for deal, alone in by_deal.items()]


def places_of(plan: TournamentPlan, game: PlayedMatch) -> tuple[int, ...]:
    """Return the places that count; those who made a fault share the last one."""
    failed = {seat % plan.sides for seat in range(len(game.places)) if game.failed(seat)}
    ranks = [
        (True, 0) if side in failed else (False, game.places[side]) for side in range(plan.sides)
    ]
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    return tuple(places[seat % plan.sides] for seat in range(len(game.places)))


def _solo_contest(
    plan: TournamentPlan, deal: int, played: Sequence[PlayedMatch], number: dict[str, int]
) -> Contest:
    order: Any = plan.header.rules.measure.order
    worths = [(False, ()) if game.failed(0) else (True, order(game.scores[0])) for game in played]
    places = tuple(1 + sum(other > worth for other in worths) for worth in worths)
    return Contest(deal, tuple(number[game.match.lineup[0]] for game in played), places)


def _meetings(plan: TournamentPlan, contests: Sequence[Contest]) -> dict[tuple[str, str], Meeting]:
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for contest in contests:
        seats = zip(contest.bots, contest.places, strict=True)
        for (one, place), (other, its_place) in permutations(seats, 2):
            if one != other:
                counts[one, other][1 + (place > its_place) - (place < its_place)] += 1
    return {
        (plan.bots[one], plan.bots[other]): Meeting(*count)
        for (one, other), count in sorted(counts.items())
    }


def _standing(
    plan: TournamentPlan,
    played: Sequence[PlayedMatch],
    meetings: dict[tuple[str, str], Meeting],
    ratings: Ratings,
    number: int,
) -> Standing:
    bot = plan.bots[number]
    value = plan.header.rules.measure.value
    seats = [
        (game, seat)
        for game in played
        for seat, name in enumerate(game.match.lineup)
        if name == bot
    ]
    sound = [(game, seat) for game, seat in seats if not any(game.fault_counts)]
    values = np.array([value(game.scores[seat]) for game, seat in sound] or [0])
    times = [game.times[seat] for game, seat in seats]
    met = [meeting for (one, _), meeting in meetings.items() if one == bot]
    count = sum(meeting.count for meeting in met)
    return Standing(
        bot,
        float(ratings.values[number]),
        ratings.intervals[number],
        len({game.match.index for game, _ in seats}),
        sum(meeting.share * meeting.count for meeting in met) / count if count else 0.5,
        float(np.mean([places_of(plan, game)[seat] for game, seat in seats] or [0])),
        float(values.mean()),
        float(values.std()),
        tuple(np.percentile(values, QUANTILES).tolist()),
        sum(each["seconds"] for each in times) / max(1, sum(each["moves"] for each in times)),
        max((each["longest"] for each in times), default=0.0),
        sum(game.fault_counts[seat] for game, seat in seats),
        len({game.match.index for game, seat in seats if game.failed(seat)}),
        len(sound),
    )
