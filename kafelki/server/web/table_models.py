"""What is sent about tables, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from kafelki.server.table.commands import Salt
from kafelki.server.table.entries import EntryView
from kafelki.server.table.settings import Strict, TableSettings
from kafelki.server.web.position_models import GameView


class NewSeat(Strict):
    """Who is to play a seat; all empty: open for anybody."""

    me: bool = False
    bot: str | None = Field(default=None, max_length=20)
    label: str | None = Field(default=None, max_length=100)


class NewTable(Strict):
    """A table to be opened."""

    game: str = Field(max_length=20)
    players: int = Field(ge=1, le=4)
    variant: str = Field(default="standard", max_length=20)
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    settings: TableSettings = Field(default_factory=TableSettings)
    seats: list[NewSeat] | None = Field(
        default=None, max_length=4, description="By default I take the first, the rest is open."
    )
    start: bool = Field(default=False, description="Begin at once, if no seat is open.")
    first: int | None = Field(
        default=None,
        ge=0,
        le=3,
        description="With `start`: which seat is to start; by default it is drawn by lot.",
    )
    salt: Salt | None = None


class TableMade(BaseModel):
    """The id of a table: also its code, and the end of its link."""

    id: str


class SeatView(BaseModel):
    """Who plays a seat."""

    person: str | None
    name: str | None
    member: bool = Field(description="Whether the name is that of somebody with an account.")
    bot: str | None
    hot_seat: bool
    stand_in: str | None
    resigned: Literal["resigned", "time"] | None
    here: bool | None


class ClockView(BaseModel):
    """The clocks: milliseconds left for each seat at the time `since`."""

    left: list[int]
    running: list[int]
    since: int


class ProposalView(BaseModel):
    """Something that was asked of the others."""

    number: int
    what: Literal["take-back", "stand-in", "rematch"]
    seat: int
    person: str
    agreed: list[str]


class HintGiven(BaseModel):
    """Which seat had a hint, and after how many events."""

    seat: int
    event: int


class TableView(BaseModel):
    """A table as everybody may see it."""

    id: str
    status: Literal["open", "playing", "over", "closed", "unreadable"] = Field(
        description="`unreadable` in lists only: the table is kept, but cannot be gone to."
    )
    game: str
    players: int
    variant: str
    options: dict[str, bool | int | str]
    settings: TableSettings
    daily: str | None
    host: str
    seats: list[SeatView]
    commitment: str | None
    salt: str
    seed: str | None
    number: int
    after: int
    created: int
    ended: int | None
    clock: ClockView | None
    proposal: ProposalView | None
    hints: list[HintGiven]
    places: list[int] | None
    rematch: str | None


class You(BaseModel):
    """What the table says to the one who looks."""

    person: str | None
    seats: list[int]
    host: bool
    looking_as: int | Literal["all"] | None


class Update(BaseModel):
    """A table, the game on it, and what happened since a number of the log."""

    type: Literal["update", "snapshot"]
    since: int
    entries: list[EntryView]
    table: TableView
    you: You
    game: GameView | None


class MyTable(BaseModel):
    """A table of mine."""

    table: TableView
    my_turn: bool
    changed: int


class ReportRequest(Strict):
    """What is wrong with something that was written."""

    number: int = Field(ge=0, le=1_000_000, description="The number of the chat's entry.")
    text: str = Field(default="", max_length=300)
