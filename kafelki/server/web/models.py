"""What is sent over HTTP and the socket, as types: answers of every kind, and the games.

Their documentation and clients in other languages are made from these, and from what the other
modules of models have.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Language = Literal["en", "pl"]


class Words(BaseModel):
    """The same words in both languages."""

    en: str
    pl: str


class Problem(BaseModel):
    """Why something was not done. Nothing was changed."""

    code: str = Field(description="For programs, such as `stale` or `illegal`.")
    rule: str | None = Field(description="The id of the rule of the game that forbids it.")
    text: Words


class Accepted(BaseModel):
    """A command was carried out, and is safely kept."""

    id: str
    ok: Literal[True]
    number: int = Field(description="How many entries the log has now.")
    after: int = Field(description="How many events the game has now.")


class Denied(Problem):
    """A command was not carried out."""

    id: str
    ok: Literal[False]


class SeatingView(BaseModel):
    """A number of players and a variant that a game can be played with."""

    players: int
    variant: str
    teams: bool
    parties: list[list[int]] = Field(description="The seats that win together.")
    track_ends: list[int] = Field(
        description="The last point of each score card that the track of a colour goes over."
    )


class OptionView(BaseModel):
    """A choice made when a game is set up; the first value is the default."""

    name: str
    text: Words
    values: list[bool | int | str]
    variants: list[str]
    names: dict[str, Words] = Field(description="What values are called, where it is told.")


class AgesView(BaseModel):
    """For whom a box is, by its booklet."""

    least: int
    most: int | None


class ComponentView(BaseModel):
    """Something in the box, the source of that fact (R the booklet, P others, D our choice)."""

    count: int
    text: Words
    source: str
    rule: str


class CharacterView(BaseModel):
    """Who plays at a level, the same in all games."""

    id: str = Field(description="Whose face it is, such as `hedgehog`.")
    text: Words = Field(description="What it is like.")


class LevelView(BaseModel):
    """A strength of bot."""

    id: str
    number: int
    name: Words = Field(description="What people call the bot.")
    strength: Words = Field(description="What the game calls the level.")
    text: Words = Field(description="How the bot plays this game.")
    stars: int = Field(description="How strong it is, from 1 to 5.")
    character: CharacterView | None = Field(description="Null beyond the five characters.")


class GameDescription(BaseModel):
    """A game that can be played here."""

    id: str
    name: Words
    author: str
    summary: Words
    minutes: int
    ages: AgesView
    components: list[ComponentView]
    rules: int
    extra: Literal["turn", "move"] | None = Field(
        description="What the booklet calls a tile played on top of one's turn."
    )
    solo_note: Words | None = Field(description="What one should know who plays alone.")
    call: Words | None = Field(description="What a player calls when a colour is full.")
    simultaneous: bool
    draws: bool = Field(description="Whether anything is left to chance.")
    colours: str
    consequences: list[str]
    seatings: list[SeatingView]
    options: list[OptionView]
    levels: list[LevelView]
    hints: bool = Field(description="Whether somebody can tell which moves are good.")
    lesson: bool = Field(description="Whether it has a lesson and diagrams for its rules.")
    page: str | None = Field(description="The address of the script of its own part of the page.")
