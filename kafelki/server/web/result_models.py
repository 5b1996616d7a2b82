"""What is sent about results, as types."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kafelki.server.web.models import Words


class SoloResult(BaseModel):
    """A solitaire result."""

    rank: int
    table: str | None
    person: str | None = Field(description="Whose profile it is; nobody's who has left.")
    name: str
    member: bool = Field(description="Whether the name is that of somebody with an account.")
    me: bool
    score: int
    colours: list[int] = Field(description="From the lowest; or the points alone.")
    title: Words | None = Field(description="What it earns, where the game has titles for that.")
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


class DayPlayed(BaseModel):
    """A day, and the games whose challenge I have played to the end."""

    day: str
    games: list[str]


class DailySummary(BaseModel):
    """The challenge of today: one game in its turn, and how I have done so far."""

    day: str
    game: str
    members: int = Field(description="How many people with an account have played it.")
    guests: int = Field(description="How many guests have: they are ranked by themselves.")
    table: str | None = Field(description="My own try, if I have begun one.")
    score: int | None = Field(description="My result, once it counts.")
    rank: int | None = Field(description="My place among those who are ranked with me.")
    streak: int = Field(description="On how many days in a row I have played some challenge.")
    days: list[DayPlayed] = Field(description="The last five weeks, day by day.")
