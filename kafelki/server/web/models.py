"""What is sent over HTTP and the socket, as types: for the documentation and for clients."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from kafelki.server.table.commands import Salt
from kafelki.server.table.entry_types import EntryView
from kafelki.server.table.settings import Strict, TableSettings

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


# People


class NewGuest(Strict):
    """Somebody who wants to play."""

    name: str | None = Field(default=None, max_length=100)
    language: Language = "en"
    token: StrictBool = Field(
        default=False, description="Answer with a bearer token instead of setting a cookie."
    )


class Credentials(Strict):
    """How a member signs in."""

    account: str = Field(min_length=1, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    token: bool = False


class NewPassword(Strict):
    """What makes a guest a member, or gives a member another password."""

    account: str | None = Field(default=None, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    old: str | None = Field(default=None, max_length=200)


class NewName(Strict):
    """Another name."""

    name: str = Field(min_length=1, max_length=100)


class Me(BaseModel):
    """Who I am."""

    person: str
    name: str
    member: bool
    token: str | None = Field(default=None, description="Only when one was asked for.")


class Profile(BaseModel):
    """Who I am, and whom I do not want to read."""

    person: str
    name: str
    member: bool
    muted: list[str]


class SessionView(BaseModel):
    """A session of mine: a browser where I am signed in, or a program with a token."""

    id: str
    kind: Literal["cookie", "token"]
    created: int
    seen: int = Field(description="When it was last used, to the hour.")
    current: bool = Field(description="Whether it is the one that asks.")


# Games


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


class LevelView(BaseModel):
    """A strength of bot."""

    id: str
    number: int
    name: Words
    text: Words


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


# Tables


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


class LegalView(BaseModel):
    """The legal moves in text order, and a row for each: what it would bring."""

    columns: list[str]
    moves: list[str]
    rows: list[list[int]]


class LastView(BaseModel):
    """The last move, and the cells that were covered last."""

    seat: int
    move: str
    cells: list[str]


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
    """What a legal move would score and why."""

    points: dict[str, int]
    lines: list[CountedCells]
    pyramids: list[PyramidView]
    areas: list[CountedCells]
    extra_turns: int
    ends: str
    winner: int | None


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


class ReportRequest(Strict):
    """What is wrong with something that was written."""

    number: int = Field(ge=0, le=1_000_000, description="The number of the chat's entry.")
    text: str = Field(default="", max_length=300)


# Results


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
