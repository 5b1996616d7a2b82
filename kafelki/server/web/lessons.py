"""The first lesson of a game, and playable diagrams for its rules: small positions as data."""

from __future__ import annotations

import logging
from functools import cache
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from kafelki.rules.registry import file_of
from kafelki.server.web.models import Words
from kafelki.server.web.position_models import TriedEvent

FILE = "lesson.json"

log = logging.getLogger(__name__)


class Wanted(BaseModel):
    """What a task asks of a move: at least so much of each."""

    points: dict[str, int] = Field(
        default_factory=dict, description="By colour, or by what was made."
    )
    pyramids: int = 0
    extra_turns: int = 0
    winner: int | None = Field(default=None, description="The seat that must win by the move.")
    on: int = Field(default=0, description="How many of its cells had a tile on them.")


class Exercise(BaseModel):
    """A position as the events that lead to it, what to do in it, and what is said then."""

    rule: str | None = Field(
        default=None, description="Of a diagram: the rule beside which it stands."
    )
    title: Words
    story: Words
    task: Words
    praise: Words
    hint: Words
    players: int
    seat: int
    wanted: Wanted
    solution: str = Field(description="One move that does it.")
    events: list[TriedEvent]


Exercises = Annotated[list[Exercise], Field(max_length=20)]


class Lessons(BaseModel):
    """A lesson in steps, and diagrams for the rules."""

    lesson: Exercises
    diagrams: Exercises


@cache
def lessons_of(game: str) -> Lessons | None:
    """Return the lesson and diagrams of a game; None, and a warning, where they cannot be used."""
    text = file_of(game, FILE)
    if text is None:
        return None
    try:
        return Lessons.model_validate_json(text)
    except ValidationError as wrong:
        log.warning("%s of %s is left out: %s", FILE, game, wrong)
        return None
