"""What one reviewed game teaches one of its players: how it went, what was passed over, mistakes.

It is a few numbers, to be kept when the review itself is gone, and to be put beside those of other
games (`kafelki.review.insights`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kafelki.play.game import Game
from kafelki.review.model import BANDS, Choice, Decision, Review, Step
from kafelki.review.summary import accuracy_of
from kafelki.rules.texts import Text
from kafelki.rules.traits import traits_of

FORMAT = 1
"""The version of a lesson as text."""
PHASES = 3
"""Beginning, middle and end: each a third of the events of a game."""
LEAST_MISTAKE = BANDS["medium"]
"""A loss from here on is a mistake to learn from."""
NOTHING = ""
"""Stands for the errors whose better move brought no more of anything that the game counts."""


@dataclass(frozen=True)
class Tally:
    """How often something was, and what it cost in all."""

    times: int = 0
    loss: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.times + other.times, self.loss + other.loss)


@dataclass(frozen=True)
class Phase:
    """The decisions with a choice of a third of a game."""

    accuracy: float | None
    decisions: Tally


@dataclass(frozen=True)
class Mistake:
    """A move that cost much, and what could have been played instead, best first."""

    event: int
    """How many events had happened before it."""
    move: str
    loss: float
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Lesson:
    """What a reviewed game teaches a player."""

    accuracy: float | None
    decisions: Tally
    """Those with a choice, and what they gave away in all."""
    net_luck: float
    result: float
    without_luck: float
    bands: Mapping[str, int]
    phases: tuple[Phase, ...]
    passed_over: Mapping[str, Tally]
    """By what the best move brought more of (or, where that is better, less of) than the one
    played: errors, by the names of the game's consequences. One error may be in several."""
    parties: int
    whole: float
    """Alone: the points that a worth of 1 stands for."""
    mistakes: tuple[Mistake, ...] = ()

    def as_json(self) -> str:
        """Return the lesson as one line of JSON, without its mistakes."""
        return json.dumps({**asdict(self), "mistakes": []}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Lesson:
        """Return the lesson of such a line."""
        data: dict[str, Any] = json.loads(text)
        phases = (Phase(each["accuracy"], Tally(**each["decisions"])) for each in data["phases"])
        made = {
            "decisions": Tally(**data["decisions"]),
            "phases": tuple(phases),
            "passed_over": {name: Tally(**each) for name, each in data["passed_over"].items()},
            "mistakes": (),
        }
        return cls(**data | made)


def lessons_of_review(game: Game, review: Review) -> tuple[Lesson, ...]:
    """Return what the review of a finished game teaches each of its seats."""
    summaries = [asdict(each) for each in review.seats]
    return lessons_of(game, review.steps, summaries, review.parties, review.whole)


def lessons_of(
    game: Game,
    steps: Sequence[Step],
    seats: Sequence[Mapping[str, Any]],
    parties: int,
    whole: float,
) -> tuple[Lesson, ...]:
    """Return what the parts of a review, its summaries as JSON has them, teach each seat."""
    decisions = [step for step in steps if isinstance(step, Decision) and not step.is_forced]
    passed_over = _passed_over(game, [each for each in decisions if each.band != "none"])
    events = max(1, len(game.events))
    found = []
    for seat, summary in enumerate(seats):
        own = [each for each in decisions if each.seat == seat and each.loss is not None]
        phases = (
            [each for each in own if PHASES * each.event // events == phase]
            for phase in range(PHASES)
        )
        found.append(
            Lesson(
                accuracy=summary["accuracy"],
                decisions=_counted(own),
                net_luck=summary["net_luck"],
                result=summary["result"],
                without_luck=summary["without_luck"],
                bands=dict(summary["bands"]),
                phases=tuple(
                    Phase(accuracy_of([each.loss or 0.0 for each in phase]), _counted(phase))
                    for phase in phases
                ),
                passed_over=passed_over[seat],
                parties=parties,
                whole=whole,
                mistakes=tuple(
                    Mistake(each.event, each.move, each.loss or 0.0, each.choices)
                    for each in own
                    if (each.loss or 0.0) >= LEAST_MISTAKE
                ),
            )
        )
    return tuple(found)


def _counted(decisions: Sequence[Decision]) -> Tally:
    return Tally(len(decisions), sum(each.loss or 0.0 for each in decisions))


def _passed_over(game: Game, errors: Sequence[Decision]) -> Sequence[dict[str, Tally]]:
    """Return for each seat its errors by what the best move brought more of."""
    found: list[defaultdict[str, Tally]] = [defaultdict(Tally) for _ in range(game.header.players)]
    here = Game(game.header, engine=game._engine)
    for error in errors:
        for event in game.events[len(here.events) : error.event]:
            here._repeat(event)
        for name in _lacking(here, error) or [NOTHING]:
            found[error.seat][name] += Tally(1, error.loss or 0.0)
    return [dict(each) for each in found]


def _lacking(game: Game, error: Decision) -> list[str]:
    """Return the names of what the best move brings more of than the one that was played."""
    rules, meant = game.rules, traits_of(game.header.game).consequences
    moves = [rules.move_number(move) for move in (error.choices[0].move, error.move)]
    numbers = np.array(moves, dtype=np.int32)
    best, played = game._engine.consequences(game._position, error.seat, numbers).tolist()
    worths = [meant[name].worth if name in meant else 1 for name in rules.consequence_names]
    columns = zip(rules.consequence_names, worths, best, played, strict=True)
    return [name for name, worth, one, other in columns if worth * (one - other) > 0]


def dump_choices(choices: Sequence[Choice]) -> str:
    """Return the moves of a mistake as one line of JSON."""
    data = [{**asdict(each), "why": each.why._asdict()} for each in choices]
    return json.dumps(data, ensure_ascii=False)


def load_choices(text: str) -> tuple[Choice, ...]:
    """Return the moves of such a line."""
    return tuple(Choice(**each | {"why": Text(**each["why"])}) for each in json.loads(text))
