"""What is sent about the review of a finished game, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from kafelki.server.web.models import Words

Band = Literal["none", "small", "medium", "large"]


class PointsAfter(BaseModel):
    """What each seat had after a move, in the number that the game itself counts."""

    after: int
    values: list[float]


class JudgedMove(BaseModel):
    """A move that could be played: what it was worth to its seat, and why."""

    move: str
    value: float
    error: float = Field(description="The standard error of the value.")
    why: Words


class DecisionView(BaseModel):
    """A move, and what could have been played instead."""

    kind: Literal["decision"]
    event: int = Field(description="How many events had happened before it.")
    after: int = Field(description="How many had happened then.")
    seat: int
    move: str
    change: list[float] = Field(description="By how much the worth changed for each seat.")
    choices: list[JudgedMove] = Field(description="The best few, and the move that was played.")
    loss: float = Field(description="What the best move was worth more.")
    gain: float = Field(description="What it was worth more than the usual move.")
    band: Band
    forced: bool
    obvious: bool


class DrawView(BaseModel):
    """What chance brought."""

    kind: Literal["draw"]
    event: int = Field(description="How many events had happened before it.")
    after: int = Field(description="How many had happened then.")
    seat: int = Field(description="Whom it concerned; -1: all.")
    change: list[float] = Field(description="The luck of each seat.")
    errors: list[float] = Field(description="Standard errors; 0 where all was counted.")


class StrengthView(BaseModel):
    """An estimate on the scale of the bots' levels, with a 95 % interval."""

    level: float
    low: float
    high: float


class SeatReview(BaseModel):
    """How a seat played, and what luck it had."""

    accuracy: float | None = Field(description="From 0 to 100; null: there was no choice.")
    net_luck: float
    without_luck: float
    loss: float = Field(description="What its moves gave away in all.")
    bands: dict[Band, int]
    dearest: int | None = Field(description="The number of the step that cost most.")
    best: int | None = Field(description="The number of the step that gained most.")
    strength: StrengthView | None
    remarks: list[Words]


class ReviewView(BaseModel):
    """What is known so far of the review of a finished game."""

    complete: bool
    events: int = Field(description="How many events the game had.")
    done: int = Field(description="How many of them were looked at so far.")
    points: list[PointsAfter] = Field(description="Everybody's, after each move; without `since`.")
    start: list[float] = Field(description="What the game was worth to each seat at first.")
    whole: float = Field(description="Alone: the points that a worth of 1 stands for.")
    since: int = Field(description="The number of the first step that is sent.")
    steps: list[DecisionView | DrawView] = Field(description="What happened, in order.")
    calibrated: bool = Field(description="Whether the values were measured at such tables.")
    turning_points: list[int] = Field(description="Numbers of steps; none until it is complete.")
    seats: list[SeatReview] = Field(description="None until it is complete.")
