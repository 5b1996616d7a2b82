"""What is asked and sent about lines that go on from a finished game, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from kafelki.server.table.settings import Strict
from kafelki.server.web.position_models import Explained, GameView, TriedEvent
from kafelki.server.web.review_models import JudgedMove

LONGEST = 300
"""How many events a line has at most: longer than a whole game of most kinds."""


class LineRequest(Strict):
    """A position: so many events of the table's game, and a line that goes on from there."""

    event: int = Field(ge=0, le=100_000, description="As everybody at the table counts.")
    line: list[TriedEvent] = Field(default_factory=list, max_length=LONGEST)


class AnalysisRequest(LineRequest):
    """A position to see, or a move to try there."""

    seat: int | None = Field(default=None, ge=0, le=3, description="Of those to act, who tries.")
    move: str | None = Field(default=None, min_length=1, max_length=40)
    draw: int = Field(
        default=0, ge=0, lt=2**31, description="Draws what is due; another number, another draw."
    )


class AnalysisView(BaseModel):
    """The position at the end of the line, laid open, with the moves of one who is to act."""

    event: int = Field(description="Where the line begins: after the draws that followed, too.")
    line: list[TriedEvent] = Field(description="With the move and all that was drawn.")
    game: GameView
    explained: Explained | None = Field(description="What the move scored and why.")


class ValuesRequest(LineRequest):
    """A position to be valued."""

    depth: Literal["quick", "standard"] = "standard"


class SeatChoices(BaseModel):
    """The best few moves of a seat that is to act, best first."""

    seat: int
    moves: list[JudgedMove]


class ValuesView(BaseModel):
    """What a position is worth, to each seat by what it may know."""

    depth: str
    worths: list[float]
    errors: list[float] = Field(description="Standard errors; 0 where all was counted.")
    choices: list[SeatChoices]
    whole: float = Field(description="Alone: the points that a worth of 1 stands for.")
    calibrated: bool = Field(description="Whether the values were measured at such tables.")
