"""What is sent about results and ratings, as types."""

from __future__ import annotations

from pydantic import BaseModel, Field


class SoloResult(BaseModel):
    """A solitaire result."""

    rank: int
    table: str | None
    name: str
    member: bool = Field(description="Whether the name is that of somebody with an account.")
    me: bool
    score: int
    colours: list[int] = Field(description="From the lowest; or the points alone.")
    ended: int


class DailyView(BaseModel):
    """A day's challenge."""

    game: str
    day: str
    commitment: str
    next_commitment: str
    seed: str | None
    table: str | None = Field(description="My own try, if I have begun one.")
    board: list[SoloResult] = Field(description="The results of people with an account.")
    guests: list[SoloResult] = Field(description="The results of guests, ranked by themselves.")


class Strength(BaseModel):
    """A rating with its standard deviation and its 95 % interval; everybody begins with 1500."""

    rating: int
    deviation: int
    low: int
    high: int
    provisional: bool = Field(description="Too little is known yet to rely on it.")
    games: int


class RatingView(Strength):
    """Somebody's rating in a list."""

    rank: int
    name: str
    me: bool


class MyRating(Strength):
    """My rating in games of a kind."""

    game: str
    players: int
    variant: str


class RatingPoint(Strength):
    """My rating after a game."""

    table: str
    time: int = Field(description="When the game was rated: right after its end.")
