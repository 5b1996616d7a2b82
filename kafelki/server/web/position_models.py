"""What is sent about a game and its moves, as types."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kafelki.server.table.settings import Strict
from kafelki.server.web.models import Words


class LegalView(BaseModel):
    """The legal moves in text order, and a row for each: what it would bring."""

    columns: list[str]
    moves: list[str]
    rows: list[list[int]]


class CountedCells(BaseModel):
    """Cells of one colour, shape or symbol that count together, and the points they bring."""

    of: str
    cells: list[str]
    points: int


class PyramidView(BaseModel):
    """A pyramid that a move puts up, and its points by colour."""

    cell: str
    points: dict[str, int]


class Explained(BaseModel):
    """What a move scores and why."""

    points: dict[str, int]
    lines: list[CountedCells]
    pyramids: list[PyramidView]
    areas: list[CountedCells]
    extra_turns: int
    ends: str
    winner: int | None


class LastView(BaseModel):
    """The last move, and the cells that were covered last."""

    seat: int
    move: str
    cells: list[str]
    counted: Explained | None = Field(
        default=None, description="What it scored and why, if it is a placement on a common board."
    )


class ResultView(BaseModel):
    """How a game ended."""

    places: list[int]
    reason: str
    title: Words | None = Field(
        default=None, description="What a single player has earned, where a game has titles."
    )


class SwappedView(BaseModel):
    """Tiles that somebody has shown for a swap since the last placement."""

    seat: int
    tiles: list[str]


class HandView(BaseModel):
    """The tiles of a seat that may be seen, and how many more it holds."""

    tiles: list[str]
    hidden: int


class GameView(BaseModel):
    """The game as the viewer may see it: from `cells` on, what the game has; it may add its own."""

    model_config = ConfigDict(extra="allow")

    game: str
    players: int
    variant: str
    options: dict[str, Any]
    teams: bool
    viewer: int | Literal["all"] | None
    after: int
    over: bool
    chance: bool
    to_act: list[int]
    scores: list[list[int]]
    hands: list[HandView]
    last: LastView | None
    result: ResultView | None
    swapped: SwappedView | None = None
    legal: LegalView | None
    cells: dict[str, str] | list[dict[str, str]] | None = Field(
        default=None, description="What lies where; of each seat where everybody has a board."
    )
    area: list[str] | None = Field(default=None, description="The cells that are played on.")
    printed: dict[str, str] | None = Field(default=None, description="What is on the board itself.")
    bag: int | None = Field(default=None, description="How many tiles are left in the bag.")
    stack: int | None = Field(default=None, description="How many tiles are left in the stack.")
    bank: list[str] | None = Field(default=None, description="Tiles that can be taken.")
    unseen: dict[str, int] | list[str] | None = Field(
        default=None, description="The tiles that the viewer has not seen: how many, or which."
    )
    left: dict[str, int] | int | None = Field(
        default=None, description="The tiles or cards that are still to come."
    )
    phase: str | None = Field(default=None, description="Which part of a turn it is.")
    owed: int | None = Field(default=None, description="Tiles that are still to be played.")
    extra: tuple[int, int] | None = Field(
        default=None, description="Which of the extra tiles is due, and how many were earned."
    )
    lowest: list[str] | None = Field(default=None, description="Each seat's lowest colours.")
    tasks: list[str] | None = Field(default=None, description="What the rounds so far ask for.")
    tile: list[str | None] | None = Field(default=None, description="What each seat has to place.")
    placed: list[bool] | None = Field(default=None, description="Who has placed it, unseen.")
    round: int | None = Field(default=None, description="Which round it is, from 1.")
    lines: list[list[str]] | None = Field(
        default=None, description="The lines that the game was won with, as their cells."
    )


class ExplainRequest(Strict):
    """A move that is being considered."""

    move: str = Field(min_length=1, max_length=40)
    seat: int | None = Field(default=None, ge=0, le=3)
    after: int | None = Field(
        default=None,
        ge=0,
        le=100_000,
        description="How many events you have seen: once there are more, that is the answer.",
    )


class TriedEvent(Strict):
    """An event of a record: a seat's move, or an outcome of chance."""

    seat: int | None = Field(default=None, ge=0, le=3)
    move: str | None = Field(default=None, min_length=1, max_length=40)
    chance: str | None = Field(default=None, min_length=1, max_length=40)


class TryRequest(Strict):
    """A position to try something in, as the events that lead to it; and a move to try."""

    game: str = Field(max_length=20)
    players: int = Field(ge=1, le=4)
    variant: str = Field(default="standard", max_length=20)
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    events: list[TriedEvent] = Field(default_factory=list, max_length=60)
    seat: int = Field(default=0, ge=0, le=3, description="Who looks, and tries.")
    move: str | None = Field(default=None, min_length=1, max_length=40)


class Tried(BaseModel):
    """The position as that seat sees it, after the move if there was one; and why it scores."""

    game: GameView
    explained: Explained | None


class HintRequest(Strict):
    """For which of my seats."""

    seat: int | None = Field(default=None, ge=0, le=3)


class Hint(BaseModel):
    """A good move, how good the bot thinks it is, and why."""

    move: str
    value: float
    why: Words
