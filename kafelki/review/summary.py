"""What the steps of a review come to, for each seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from kafelki.bots.valuing import Calibrations
from kafelki.play.game import Game
from kafelki.review.model import BANDS, Decision, Draw, SeatSummary, Step, Strength
from kafelki.review.worths import Worths
from kafelki.rules.contract import Seating

TURNING_POINTS = 3
NORMAL = 1.96
"""So many standard errors either way make an interval of 95 %."""
LEVELS = (0.0, 6.0)
"""An estimate of strength stays within this."""
LITTLE = 1e-12
"""Less than this is no loss: a sum may be off in its last digit."""


def accuracy_of(losses: Sequence[float]) -> float | None:
    """Return how good decisions were, from 0 to 100; None without any.

    Each counts by the formula that Lichess uses for chess, of what it gave away of a hundred.

    >>> accuracy_of([0.0, 0.0]), round(accuracy_of([0.1]))
    (100.0, 64)
    """
    if not losses:
        return None
    each = (103.1668 * math.exp(-4.354 * max(loss, 0.0)) - 3.1668 for loss in losses)
    return max(0.0, sum(each) / len(losses))


def turning_points(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the numbers of the steps that changed most for anybody, in order."""
    sizes = [max(abs(change) for change in step.change) for step in steps]
    largest = sorted(range(len(steps)), key=lambda k: -sizes[k])[:TURNING_POINTS]
    return tuple(sorted(largest))


def net_lucks(draw: Draw, parties: Sequence[Sequence[int]]) -> list[float]:
    """Return the luck of a draw for each seat, with that of others who drew unseen taken away."""
    if not draw.is_hidden or len(parties) == 1:
        return list(draw.luck)
    sums = [sum(draw.luck[seat] for seat in party) for party in parties]
    net = [0.0] * len(draw.luck)
    for number, party in enumerate(parties):
        others = (sum(sums) - sums[number]) / (len(parties) - 1)
        for seat in party:
            net[seat] = sums[number] - others
    return net


def summarized(
    game: Game,
    worths: Worths,
    steps: Sequence[Step],
    seat: int,
    start: Sequence[float],
    result: Sequence[float],
) -> SeatSummary:
    """Return the summary of one seat."""
    header = game.header
    parties = Seating(header.players, header.variant, header.teams).parties
    draws = [step for step in steps if isinstance(step, Draw)]
    moves = [step for step in steps if isinstance(step, Decision)]
    own = [each for each in moves if each.seat == seat and each.loss is not None]
    chosen = [each for each in own if not each.is_forced]
    losses = [each.loss or 0.0 for each in chosen]
    net = sum(net_lucks(draw, parties)[seat] for draw in draws)
    dearest = max(chosen, key=lambda each: each.loss or 0.0, default=None)
    best = max(
        (each for each in chosen if (each.loss or 0.0) <= LITTLE),
        key=lambda each: each.gain,
        default=None,
    )
    return SeatSummary(
        seat=seat,
        name=str(game.seats[seat].get("name", "")),
        start=start[seat],
        luck=sum(draw.luck[seat] for draw in draws),
        luck_error=math.sqrt(sum(draw.errors[seat] ** 2 for draw in draws)),
        skill=sum(each.change[seat] for each in moves if each.seat == seat),
        others=sum(each.change[seat] for each in moves if each.seat != seat),
        result=result[seat],
        net_luck=net,
        without_luck=result[seat] - net,
        judged=len(chosen),
        loss=sum(losses),
        accuracy=accuracy_of(losses),
        bands={name: sum(each.band == name for each in chosen) for name in BANDS},
        dearest=dearest.event if dearest and (dearest.loss or 0.0) > LITTLE else None,
        best=best.event if best and best.gain > LITTLE else None,
        strength=strength_of(losses, worths.calibrations) if header.players == 2 else None,
        remarks=tuple(worths.valuer.remarks(game, seat)) if game.over else (),
    )


def strength_of(losses: Sequence[float], calibrations: Calibrations) -> Strength | None:
    """Return which level gives away as much a move; None where that was not measured."""
    if not losses:
        return None
    return strength_of_mean(sum(losses) / len(losses), len(losses), calibrations)


def strength_of_mean(mean: float, decisions: int, calibrations: Calibrations) -> Strength | None:
    """Return which level gives away so much on average; None where that was not measured."""
    known = calibrations.losses
    if len(known) < 2:
        return None
    level = _level(mean, known)
    spread = min(known, key=lambda row: abs(row[0] - level))[2]
    error = NORMAL * spread / math.sqrt(decisions)
    return Strength(level, _level(mean + error, known), _level(mean - error, known))


def _level(mean: float, known: Sequence[tuple[float, float, float]]) -> float:
    """Return the level that gives away so much on average: on a line between those measured."""
    rows = sorted(known, key=lambda row: row[1])  # the strongest first
    pairs = list(pairwise(rows))
    low, high = next((pair for pair in pairs if mean <= pair[1][1]), pairs[-1])
    part = (mean - low[1]) / (high[1] - low[1]) if high[1] > low[1] else 0.0
    return min(max(low[0] + part * (high[0] - low[0]), LEVELS[0]), LEVELS[1])
