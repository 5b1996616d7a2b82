"""What a game looks like and how it is shown, for a page that knows no game."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, Field, model_validator

from kafelki.rules.appearance import Look
from kafelki.rules.contract import ENDINGS, Rules
from kafelki.rules.registry import rules_of
from kafelki.rules.symbols import SYMBOLS
from kafelki.rules.texts import Text
from kafelki.rules.traits import PLAIN, Choice, Said, Traits, traits_of
from kafelki.server.web.models import Words

log = logging.getLogger(__name__)


class LookView(BaseModel):
    """A colour, a shape or another piece: its name, its fill, and its symbol as an SVG path."""

    name: Words
    fill: str
    symbol: str | None = Field(description="In the box from −1 to 1.")
    gender: str | None = Field(
        default=None, description="Of a shape: the gender of its Polish name."
    )
    forms: dict[str, Words] | None = Field(
        default=None, description="Of a colour: its name before a shape's, by gender."
    )


class Plurals(BaseModel):
    """The same words for each plural form of their `count`."""

    one: str
    few: str | None = None
    many: str | None = None
    other: str | None = None


class SaidView(BaseModel):
    """Words in both languages, with {names} in them."""

    en: str | Plurals
    pl: str | Plurals

    @model_validator(mode="before")
    @classmethod
    def _of_forms(cls, words: Any) -> Any:
        if isinstance(words, Text) or not isinstance(words, tuple):
            return words
        one, few, many = words
        return {
            "en": {"one": one.en, "other": few.en},
            "pl": {"one": one.pl, "few": few.pl, "many": many.pl},
        }


class ConsequenceView(BaseModel):
    """What a column of a move's numbers means."""

    said: SaidView | None = Field(description="How it is told: {count} is its number.")
    always: bool = Field(description="Whether it is told even when it is 0.")
    worth: int = Field(description="1 where more is better, −1 where less is, else 0.")
    wins_from: int = Field(description="From this number on the move wins; 0: never.")
    loses_from: int = Field(description="From this number on the opponent wins by it; 0: never.")


class ChoiceView(BaseModel):
    """A move that lays nothing: on its button, once it was made, and when it is asked for."""

    action: Words
    said: Words
    prompt: Words | None
    forced: Words | None


class PictureView(BaseModel):
    """A little scene of the game: rows from the top, cells separated by spaces."""

    rows: list[str]
    shifts: list[float] = Field(description="How far each row is shifted to the right, in cells.")
    tiles: list[tuple[int, int, int, int]] = Field(
        description="Pairs of cells (column, row, column, row) that are one tile."
    )


class TraitsView(BaseModel):
    """How a game is shown."""

    scores: Literal["points", "colours", "rounds", "none"]
    consequences: dict[str, ConsequenceView]
    choices: dict[str, ChoiceView]
    stock: list[str] = Field(description="The tiles that anybody may lay.")
    signs: str = Field(description="The letter of the sign that each seat plays with.")
    stacks: bool = Field(description="Whether tiles lie on tiles.")
    slides: bool = Field(description="Whether tiles slide down a column.")
    new_round: str = Field(description="The first word of the draw that begins a round.")
    example: str = Field(description="A move as it is typed.")
    words: dict[str, SaidView] = Field(description="By the names of the page's messages.")
    picture: PictureView | None
    page: dict[str, Any] = Field(description="For the game's own part of the page.")


class AppearanceView(BaseModel):
    """What a game looks like, and how it is shown."""

    cell: Literal["square", "hexagon"]
    halves: Literal[1, 2] = Field(description="How many cells a tile covers.")
    places: dict[str, tuple[float, float]] = Field(
        description="The centre of each cell, y upwards; empty for a table without edges."
    )
    inner_area: int | None = Field(description="How far plain cells reach from the centre.")
    colours: dict[str, LookView]
    shapes: dict[str, LookView]
    pieces: dict[str, LookView] = Field(description="What else can lie on a cell.")
    initials: bool = Field(description="Whether a colour may be marked by its initial.")
    traits: TraitsView


@cache
def appearance_of(game: str) -> dict[str, Any]:
    """Return what a game looks like, and how it is shown."""
    rules = rules_of(game)
    looks = rules.appearance
    return {
        "cell": looks.cell,
        "halves": looks.halves,
        "places": {cell: list(place) for cell, place in looks.places.items()},
        "inner_area": looks.inner_area,
        "colours": {letter: _look(look) for letter, look in looks.colours.items()},
        "shapes": {letter: _look(look) for letter, look in looks.shapes.items()},
        "pieces": {sign: _look(look) for sign, look in looks.pieces.items()},
        "initials": looks.initials,
        "traits": _usable_traits(rules),
    }


def _usable_traits(rules: Rules) -> dict[str, Any]:
    """Return how a game is shown: plainly, with a warning, where what it says cannot be used."""
    try:
        return _traits(rules, traits_of(rules.id))
    except Exception as wrong:
        log.warning("%s is shown plainly: %s: %s", rules.id, type(wrong).__name__, wrong)
        return _traits(rules, PLAIN)


def _look(look: Look) -> dict[str, Any]:
    symbol = SYMBOLS[look.symbol] if look.symbol else None
    sent: dict[str, Any] = {"name": look.name._asdict(), "fill": look.fill, "symbol": symbol}
    if look.gender:
        sent["gender"] = look.gender
    if look.forms:
        sent["forms"] = {gender: name._asdict() for gender, name in look.forms.items()}
    return sent


def _traits(rules: Rules, traits: Traits) -> dict[str, Any]:
    shown = vars(traits) | {
        "choices": _choices(rules, traits),
        "example": traits.example or rules.move_text(0),
        "words": _words(rules, traits),
    }
    return TraitsView.model_validate(shown, from_attributes=True).model_dump(exclude_unset=True)


def _words(rules: Rules, traits: Traits) -> dict[str, Said]:
    """Return what the page says in a game's own words: why it ended among it, as sentences."""
    named = {} if rules.endings is ENDINGS else rules.endings
    endings = {
        f"reason.{name}": Text(*(f"{each[:1].upper()}{each[1:]}." for each in text))
        for name, text in named.items()
    }
    return {**endings, **traits.words}


def _choices(rules: Rules, traits: Traits) -> Mapping[str, Choice]:
    """Return the moves that lay nothing; those of a game that does not explain them, by name."""
    if traits is not PLAIN:
        return traits.choices
    texts = (
        rules.move_text(move) for move in range(rules.move_count) if not rules.move_cells(move)
    )
    named = (text for text in texts if " " not in text)
    return {name: Choice(Text(name, name), Text(name, name)) for name in named}
