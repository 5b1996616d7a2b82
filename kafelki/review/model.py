"""What a review is made of: decisions, draws and a summary for each seat; and its form as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kafelki.rules.texts import Text

FORMAT = 1
"""The version of a review's form as JSON."""

BANDS: Mapping[str, float] = {"none": 0.0, "small": 0.01, "medium": 0.03, "large": 0.08}
"""From which loss on an error is called so."""

OBVIOUS = 0.08
"""Where every other move would have lost so much, the best one was obvious."""


def band_of(loss: float) -> str:
    """Return the size of a loss in a word.

    >>> [band_of(loss) for loss in (0.004, 0.02, 0.05, 0.3)]
    ['none', 'small', 'medium', 'large']
    """
    return [name for name, least in BANDS.items() if loss >= least][-1]


@dataclass(frozen=True)
class Choice:
    """A move that could be played: what it was worth to its seat, ± the standard error, and why."""

    move: str
    value: float
    error: float
    why: Text


@dataclass(frozen=True)
class Decision:
    """A seat's move, and what could have been played instead."""

    event: int
    """How many events had happened before it."""
    seat: int
    move: str
    change: tuple[float, ...]
    """By how much the move changed what the position was worth to each seat."""
    choices: tuple[Choice, ...] = ()
    """The best few, best first, and the move that was played; none where nobody asked."""
    legal: int = 0
    """How many moves there were."""
    loss: float | None = None
    """What the best move was worth more, by what the seat knew; None where nobody asked."""
    gain: float = 0.0
    """What the move played was worth more than the usual one of those looked at."""
    is_obvious: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether there was no choice."""
        return self.legal == 1

    @property
    def band(self) -> str:
        """The size of the error in a word."""
        return band_of(self.loss or 0.0)

    @property
    def events(self) -> int:
        """How many events it is: one."""
        return 1


@dataclass(frozen=True)
class Draw:
    """What chance brought, and by how much that was better than the mean of all it could bring."""

    event: int
    events: int
    """How many events are told as one: a deal is."""
    seat: int
    """Whom it concerned; −1: all."""
    texts: tuple[str, ...]
    luck: tuple[float, ...]
    """For each seat, by what it could see of it."""
    errors: tuple[float, ...]
    """Standard errors: 0 where every outcome was counted."""
    is_hidden: bool = False
    """Whether only the seat concerned saw it."""

    @property
    def change(self) -> tuple[float, ...]:
        """By how much it changed what the position was worth to each seat."""
        return self.luck


Step = Decision | Draw


@dataclass(frozen=True)
class Strength:
    """An estimate on the scale of the bots' levels, with a 95 % interval."""

    level: float
    low: float
    high: float


@dataclass(frozen=True)
class SeatSummary:
    """How a seat played, and what luck it had."""

    seat: int
    name: str
    start: float
    luck: float
    """Of what it saw drawn: start + luck + skill + others = result."""
    luck_error: float
    skill: float
    """What its own moves changed."""
    others: float
    """What others' moves changed."""
    result: float
    net_luck: float
    """Its luck, less that of the others where it could not see what they drew."""
    without_luck: float
    """The result less the net luck."""
    judged: int
    """Decisions with a choice."""
    loss: float
    """What they gave away in all."""
    accuracy: float | None
    """From 0 to 100; None where there was nothing to decide."""
    bands: Mapping[str, int]
    dearest: int | None
    """The event of the move that cost most; None: none cost anything."""
    best: int | None
    """The event of the move that gained most on the usual one."""
    strength: Strength | None
    remarks: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Review:
    """What a finished game teaches. A notebook shows it as a page."""

    game: str
    rules: int
    players: int
    variant: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    version: str
    """Of all that the numbers follow from, beside the record."""
    depth: str
    is_calibrated: bool
    """Whether the values were measured against games at such tables."""
    parties: int
    """How many sides there are: partners are one."""
    whole: float
    """Alone: the points that a worth of 1 stands for."""
    start: tuple[float, ...]
    result: tuple[float, ...]
    places: tuple[int, ...]
    steps: tuple[Step, ...]
    seats: tuple[SeatSummary, ...]
    turning_points: tuple[int, ...]
    """The numbers of the steps that changed most, in order."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The moves, in order."""
        return tuple(step for step in self.steps if isinstance(step, Decision))

    @property
    def draws(self) -> tuple[Draw, ...]:
        """What chance brought, in order."""
        return tuple(step for step in self.steps if isinstance(step, Draw))

    def decision_at(self, event: int) -> Decision:
        """Return the decision after so many events."""
        return next(each for each in self.decisions if each.event == event)

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """Return (events so far, what the position was worth to a seat) after every step."""
        points = [(0, self.start[seat])]
        for step in self.steps:
            points.append((step.event + step.events, points[-1][1] + step.change[seat]))
        return points

    def as_json(self) -> dict[str, Any]:
        """Return the review for a program to read."""
        data = {"kafelki_review": FORMAT, **asdict(self), "steps": steps_as_json(self.steps)}
        for summary in data["seats"]:
            summary["remarks"] = [Text(*each)._asdict() for each in summary["remarks"]]
        return data

    def _repr_html_(self) -> str:
        """Return the review as a notebook shows it."""
        from kafelki.review.page import fragment

        return fragment(self)

    def __repr__(self) -> str:
        told = ", ".join(
            f"{each.name} {'–' if each.accuracy is None else format(each.accuracy, '.0f')} %"
            for each in self.seats
        )
        return f"<review of {self.game}, {len(self.decisions)} moves: {told}>"


def steps_as_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps for a program to read: a move or a draw says itself which of them it is."""
    return [_step_as_json(step) for step in steps]


def _step_as_json(step: Step) -> dict[str, Any]:
    data = asdict(step)
    if isinstance(step, Draw):
        return {"kind": "draw", **data}
    for choice in data["choices"]:
        choice["why"] = Text(*choice["why"])._asdict()
    return {"kind": "decision", **data, "forced": step.is_forced, "band": step.band}


def step_from_json(data: Mapping[str, Any]) -> Step:
    """Return a step as it was before it was written."""
    fields = {name: _tuple(value) for name, value in data.items()}
    if fields.pop("kind") == "draw":
        return Draw(**fields)
    del fields["forced"], fields["band"]
    fields["choices"] = tuple(
        Choice(each["move"], each["value"], each["error"], Text(**each["why"]))
        for each in data["choices"]
    )
    return Decision(**fields)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def dump_step(step: Step) -> str:
    """Return a step as one line of JSON."""
    return json.dumps(_step_as_json(step), ensure_ascii=False)
