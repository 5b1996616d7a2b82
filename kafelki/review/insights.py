"""What many reviewed games of one player come to: accuracy, luck and habits, put in groups.

>>> from kafelki.review.lessons import Lesson, Phase, Tally
>>> def game(accuracy, luck, result, ended, opponent):
...     phases = (Phase(accuracy, Tally(5, 0.1)),) * 3
...     lesson = Lesson(accuracy, Tally(15, 0.3), luck, result, result - luck, {}, phases, {}, 2, 1)
...     return Played("garden", 3, 0, ended, (opponent,), lesson)
>>> found = insights([game(80, 0.1, 1.0, 0, "level-2"), game(90, -0.3, 0.0, 1, "level-3")])
>>> found.all.games, found.all.accuracy.mean, round(found.all.luck.mean, 9)
(2, 85.0, -0.1)
>>> [(name, group.games) for name, group in found.opponents]
[('level-2', 1), ('level-3', 1)]

"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kafelki.bots.valuing import calibrations_of
from kafelki.review.lessons import PHASES, Lesson, Tally
from kafelki.review.model import Strength
from kafelki.review.summary import NORMAL, strength_of_mean


@dataclass(frozen=True)
class Played:
    """A reviewed game as one of its players saw it."""

    game: str
    players: int
    seat: int
    ended: int
    """In milliseconds since 1970, UTC."""
    opponents: tuple[str, ...]
    """By any names, each once; none who played alone."""
    lesson: Lesson


@dataclass(frozen=True)
class Mean:
    """A mean over games, with half of its 95 % interval: None where one game says it all."""

    mean: float
    half: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean | None:
        """Return the mean of values, None without any.

        >>> Mean.of([1.0]), Mean.of([2.0, 4.0])
        (Mean(mean=1.0, half=None), Mean(mean=3.0, half=1.96))
        """
        if not values:
            return None
        count, mean = len(values), sum(values) / len(values)
        if count == 1:
            return cls(mean, None)
        variance = sum((each - mean) ** 2 for each in values) / (count - 1)
        return cls(mean, NORMAL * math.sqrt(variance / count))


@dataclass(frozen=True)
class Group:
    """Some games together."""

    games: int
    decisions: int
    loss: float
    """What a decision gave away on average."""
    accuracy: Mean | None
    luck: Mean | None
    result: Mean | None
    without_luck: Mean | None

    @classmethod
    def of(cls, played: Sequence[Played]) -> Group:
        """Return what games have come to; every game counts the same."""
        lessons = [each.lesson for each in played]
        decisions = sum((each.decisions for each in lessons), Tally())
        return cls(
            games=len(lessons),
            decisions=decisions.times,
            loss=decisions.loss / max(1, decisions.times),
            accuracy=_mean(each.accuracy for each in lessons),
            luck=_mean(each.net_luck for each in lessons),
            result=_mean(each.result for each in lessons),
            without_luck=_mean(each.without_luck for each in lessons),
        )


@dataclass(frozen=True)
class PhaseGroup:
    """A third of all games: the beginnings, the middles or the ends."""

    decisions: int
    loss: float
    accuracy: Mean | None


@dataclass(frozen=True)
class Habit:
    """What was passed over again and again in a game."""

    game: str
    what: str
    """The name of a consequence; nothing: what no number of the game tells."""
    errors: Tally


Groups = tuple[tuple[str, Group], ...]
"""Groups by their names, in order."""


@dataclass(frozen=True)
class Insights:
    """What many games come to."""

    all: Group
    games: Groups
    phases: tuple[PhaseGroup, ...]
    seats: Groups
    """By who starts: "0" moves first."""
    opponents: Groups
    """A game against several counts for each."""
    months: Groups
    """Such as "2026-11" (UTC), in the order of time."""
    habits: tuple[Habit, ...]
    """The dearest first."""
    strengths: tuple[tuple[str, Strength], ...]
    """By game, where it was measured what levels of play give away: for two players."""


def insights(played: Sequence[Played]) -> Insights:
    """Return what the reviewed games of a player come to, in groups."""
    return Insights(
        all=Group.of(played),
        games=_often_first(_grouped(played, lambda each: [each.game])),
        phases=tuple(_phase(played, number) for number in range(PHASES)),
        seats=tuple(
            sorted(_grouped([each for each in played if each.players > 1], lambda e: [str(e.seat)]))
        ),
        opponents=_often_first(_grouped(played, lambda each: each.opponents)),
        months=tuple(sorted(_grouped(played, lambda each: [month_of(each.ended)]))),
        habits=_habits(played),
        strengths=_strengths(played),
    )


def month_of(time: int) -> str:
    """Return the month (UTC) of a moment.

    >>> month_of(1_800_000_000_000)
    '2027-01'
    """
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m")


def _mean(values: Iterable[float | None]) -> Mean | None:
    return Mean.of([each for each in values if each is not None])


def _grouped(
    played: Sequence[Played], names: Callable[[Played], Iterable[str]]
) -> list[tuple[str, Group]]:
    found: defaultdict[str, list[Played]] = defaultdict(list)
    for each in played:
        for name in names(each):
            found[name].append(each)
    return [(name, Group.of(games)) for name, games in found.items()]


def _often_first(groups: Iterable[tuple[str, Group]]) -> Groups:
    return tuple(sorted(groups, key=lambda each: (-each[1].games, each[0])))


def _phase(played: Sequence[Played], number: int) -> PhaseGroup:
    phases = [each.lesson.phases[number] for each in played]
    decisions = sum((each.decisions for each in phases), Tally())
    loss = decisions.loss / max(1, decisions.times)
    return PhaseGroup(decisions.times, loss, _mean(each.accuracy for each in phases))


def _habits(played: Sequence[Played]) -> tuple[Habit, ...]:
    found: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for each in played:
        for what, errors in each.lesson.passed_over.items():
            found[each.game, what] += errors
    habits = (Habit(*key, errors) for key, errors in found.items())
    return tuple(sorted(habits, key=lambda each: (-each.errors.loss, each.game, each.what)))


def _strengths(played: Sequence[Played]) -> tuple[tuple[str, Strength], ...]:
    decisions: defaultdict[str, Tally] = defaultdict(Tally)
    for each in played:
        if each.players == 2:
            decisions[each.game] += each.lesson.decisions
    found = []
    for game, tally in sorted(decisions.items()):
        if tally.times:
            mean = tally.loss / tally.times
            strength = strength_of_mean(mean, tally.times, calibrations_of(game))
            if strength is not None:
                found.append((game, strength))
    return tuple(found)
