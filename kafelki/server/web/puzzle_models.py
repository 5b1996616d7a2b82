"""What is sent about puzzles, as types."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from kafelki.server.table.settings import Strict
from kafelki.server.web.models import Problem, Words
from kafelki.server.web.position_models import Explained, GameView

Step = Field(default=0, ge=0, le=50, description="Which of the puzzle's moves, from 0.")


class ThemeView(BaseModel):
    """What some puzzles of a game are about."""

    id: str
    name: Words
    text: Words
    count: int


class PuzzlesOfGame(BaseModel):
    """How many puzzles a game has."""

    game: str
    count: int
    themes: list[ThemeView]


class PuzzleRating(BaseModel):
    """How good somebody is at puzzles, by Glicko-2."""

    rating: int
    deviation: int
    provisional: bool = Field(description="Whether too little is known to rely on it.")


class MyPuzzleRating(PuzzleRating):
    """How good I am at the puzzles of a game."""

    game: str | None = Field(description="Null: at those of all games.")
    tries: int
    solved: int = Field(description="At the first try, as all of these numbers.")


class MyPuzzles(BaseModel):
    """How I have done."""

    ratings: list[MyPuzzleRating] = Field(description="Of all games first.")
    streak: int = Field(description="How many in a row I have solved, up to the last.")
    best_streak: int
    days: int = Field(description="On how many days in a row I have tried one.")


class PuzzleOfDay(BaseModel):
    """The puzzle that everybody gets on a day (UTC)."""

    day: str
    game: str
    puzzle: str
    tries: int = Field(description="How many people have tried it,")
    solved: int = Field(description="and how many of them have solved it at once.")
    mine: bool | None = Field(description="How I did; null: I have not, or not to the end.")


class PuzzlesView(BaseModel):
    """The puzzles that there are, and how I have done."""

    games: list[PuzzlesOfGame]
    today: PuzzleOfDay | None
    mine: MyPuzzles | None = Field(description="Null for who is nobody yet.")


class PuzzleView(BaseModel):
    """A puzzle as far as its solver is: the position, and nothing of the solution."""

    puzzle: str
    game: str
    players: int
    variant: str
    seat: int = Field(description="Whose move is looked for.")
    parties: int = Field(description="How many sides there are.")
    whole: float = Field(description="Alone: the points that a worth of 1 stands for.")
    step: int = Field(description="Which of its moves is asked, from 0,")
    steps: int = Field(description="and how many there are.")
    view: GameView
    events: list[dict[str, Any]] = Field(
        description="What has happened so far, as a record tells it to the seat."
    )
    solved: bool | None = Field(description="How my first try ended; null: it has not.")


class PuzzleMoveRequest(Strict):
    """A move that is being considered."""

    move: str = Field(min_length=1, max_length=40)
    step: int = Step


class PuzzleMoveExplained(BaseModel):
    """What a move would score and why, or which rule forbids it."""

    explained: Explained | None
    problem: Problem | None


class PuzzleAnswer(Strict):
    """The move that is found to be the best; null gives up."""

    move: str | None = Field(min_length=1, max_length=40)
    step: int = Step


class PuzzleChoice(BaseModel):
    """A move, what it is worth to its seat with the standard error of that, and why."""

    move: str
    value: float
    error: float
    why: Words


class PuzzleJudged(BaseModel):
    """What an answer was worth, and what follows."""

    right: bool
    over: bool = Field(description="Whether nothing more is asked.")
    best: list[PuzzleChoice] = Field(description="The best few moves.")
    solutions: list[str] = Field(description="Those that count as right.")
    then: list[GameView] = Field(
        description="When it was right: the game after it and after each move of others; in the "
        "last the next move is asked."
    )
    counts: bool = Field(description="Whether the answer has ended my first try.")
    solved: bool | None = Field(description="How my first try ended; null: it has not.")
    before: PuzzleRating | None = Field(description="My rating in the game, if it has changed.")
    after: PuzzleRating | None
    streak: int = Field(description="How many in a row I have solved, if that has changed.")
    theme: ThemeView | None = Field(description="What it is about, once it is over.")
    level: PuzzleRating | None = Field(description="How hard it is, once it is over.")
    proof: bool = Field(description="Whether the solution is proven, and not estimated.")


class GivesGames(Strict):
    """Whether my finished games may become puzzles, without names."""

    gives_games: bool


def rating_view(skill: Any) -> dict[str, Any]:
    """Return a rating as it is sent."""
    return {
        "rating": round(skill.value),
        "deviation": round(skill.deviation),
        "provisional": skill.provisional,
    }
