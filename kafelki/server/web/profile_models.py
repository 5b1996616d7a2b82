"""What is sent about how somebody has played, as types."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kafelki.server.profiles import PARTS, Avatar, Part
from kafelki.server.table.settings import Strict
from kafelki.server.web.ratings import Strength


class NewProfile(Strict):
    """The face that I want, and what others may see of how I have played."""

    avatar: Avatar
    shows: list[Part] = Field(max_length=len(PARTS))


class GamesPlayed(BaseModel):
    """How often somebody has played a game, and how well."""

    game: str
    games: int = Field(description="All of them.")
    alone: int = Field(description="Those that were solitaire, where nobody wins.")
    won: int
    drawn: int = Field(description="Where all were first.")


class BestAlone(BaseModel):
    """Somebody's best solitaire result in a game by its usual rules."""

    game: str
    table: str | None = Field(description="Where anybody may look at it.")
    score: int
    colours: list[int] = Field(description="From the lowest; or the points alone.")
    ended: int


class BotBeaten(BaseModel):
    """A bot that somebody was ahead of, in games to their end without hints or take-backs."""

    game: str
    bot: str
    games: int


class RatingThen(BaseModel):
    """What a rating was after a game."""

    time: int
    rating: int
    deviation: int
    table: str | None = Field(description="Where anybody may look at it.")


class RatingOverTime(Strength):
    """A rating in games of a kind, and what it was after the last of them."""

    game: str
    players: int
    variant: str
    history: list[RatingThen] = Field(description="The newest first, 50 at most.")


class Statistics(BaseModel):
    """How somebody has played; a part that they do not show is null."""

    games: list[GamesPlayed] | None
    bests: list[BestAlone] | None
    ratings: list[RatingOverTime] | None
    bots: list[BotBeaten] | None


class PersonView(Statistics):
    """Somebody, as they show themselves."""

    person: str
    name: str
    member: bool
    avatar: Avatar
    since: int = Field(description="When they first came here.")
