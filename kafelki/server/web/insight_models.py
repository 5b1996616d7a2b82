"""What is sent about all my reviewed games and my mistakes, as types."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kafelki.server.table.settings import Strict
from kafelki.server.web.models import Words
from kafelki.server.web.position_models import GameView
from kafelki.server.web.review_models import JudgedMove, StrengthView


class MeanView(BaseModel):
    """A mean over games, with half of its 95 % interval."""

    mean: float
    half: float | None = Field(description="Null: of one game nobody can say.")


class PhaseView(BaseModel):
    """A third of all games: the beginnings, the middles or the ends."""

    decisions: int = Field(description="Those with a choice.")
    loss: float = Field(description="What a decision gave away on average.")
    accuracy: MeanView | None


class GroupView(PhaseView):
    """Some games together, each counting the same."""

    games: int
    luck: MeanView | None = Field(description="The net luck of a game.")
    result: MeanView | None = Field(description="From 0 to 1; alone in wholes of the game.")
    without_luck: MeanView | None


class NamedGroup(GroupView):
    """Games of one kind: of a game, a month such as 2026-11, or a seat."""

    name: str


class OpponentGroup(GroupView):
    """Games against somebody; both null: people whose data are gone, or on a lent device."""

    bot: str | None
    person: str | None
    called: str | None = Field(description="The person's name.")


class HabitView(BaseModel):
    """Errors in a game where the better move brought more of something."""

    game: str
    what: str = Field(description="The name of a consequence; empty: of nothing that is counted.")
    called: Words | None = Field(description="What that is; null: nothing that is counted.")
    errors: int
    loss: float = Field(description="What they cost in all.")


class GameStrength(StrengthView):
    """The review's estimate of strength in a game for two."""

    game: str


class DearMove(BaseModel):
    """A move of mine that cost much."""

    table: str
    event: int = Field(description="How many events had happened before it.")
    seat: int
    game: str
    players: int
    ended: int
    move: str
    loss: float
    parties: int = Field(description="How many sides there were.")
    whole: float = Field(description="Alone: the points that a worth of 1 stands for.")


class InsightsView(BaseModel):
    """What my reviewed games come to."""

    finished: int = Field(description="My finished games, of which some may not be reviewed yet.")
    reviewed: int
    all: GroupView
    games: list[NamedGroup]
    phases: list[PhaseView] = Field(description="Beginning, middle and end.")
    seats: list[NamedGroup] = Field(description="By who starts: seat 0 does.")
    opponents: list[OpponentGroup]
    months: list[NamedGroup] = Field(description="In the order of time.")
    habits: list[HabitView] = Field(description="The dearest first.")
    strengths: list[GameStrength]
    dearest: list[DearMove] = Field(description="The moves that cost most.")


class LearningProgress(BaseModel):
    """How far my games have been reviewed."""

    finished: int
    reviewed: int
    left_out: int = Field(description="Those that cannot be reviewed now.")
    table: str | None = Field(description="The one that is being reviewed; null: none is left.")
    events: int = Field(description="How many events that game had.")
    done: int = Field(description="How many of them were looked at so far.")


class MistakeRef(BaseModel):
    """A mistake of mine that I should be asked about."""

    table: str
    event: int
    game: str
    ended: int
    again: bool = Field(description="Whether I was asked before.")


class MistakesView(BaseModel):
    """My mistakes, to be asked about again."""

    all: int
    due: int
    next: int | None = Field(description="When there will be more to ask, if there are.")
    mistakes: list[MistakeRef] = Field(description="Those that are due first, 20 at most.")


class MistakeView(MistakeRef):
    """A position where I made a mistake, as I knew it then."""

    seat: int
    position: GameView
    loss: float
    parties: int
    whole: float
    moves: list[str] = Field(description="Some, in an order that gives nothing away.")


class GivenMove(Strict):
    """What I would play now; null: tell me."""

    move: str | None = Field(min_length=1, max_length=40)


class Judged(BaseModel):
    """How good an answer was."""

    right: bool
    cost: float | None = Field(
        description="What the best move is worth more; null: none was given."
    )
    due: int = Field(description="When I am asked again: the first answer decides.")
    played: str = Field(description="What I played then.")
    choices: list[JudgedMove] | None = Field(
        description="The best moves, and the one played; null while there is something to find."
    )


class Considered(Strict):
    """A move that is being considered."""

    move: str = Field(min_length=1, max_length=40)
