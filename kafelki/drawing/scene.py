"""A view on its way to a drawing: what it holds, by name, and how its game looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kafelki.drawing import words
from kafelki.drawing.style import Style
from kafelki.rules.appearance import Appearance
from kafelki.rules.contract import Rules, Seating
from kafelki.rules.texts import Text

View = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a view, the rules of its game, and the reader's language."""

    view: View
    rules: Rules
    language: str
    style: Style
    """What the game says of its own drawing."""

    @property
    def look(self) -> Appearance:
        """How the game looks."""
        return self.rules.appearance

    @property
    def area(self) -> list[str]:
        """The cells in use; none where the table has no edges."""
        return list(self.view.get("area") or self.look.places)

    @property
    def seating(self) -> Seating:
        """How many play, and in which variant."""
        asked = len(self.seats), self.view.get("variant") or "standard"
        known = (each for each in self.rules.seatings if (each.players, each.variant) == asked)
        return next(known, Seating(*asked))

    @property
    def seats(self) -> range:
        """The seats at the table."""
        return range(int(self.view["players"]))

    @property
    def solo(self) -> bool:
        """Whether somebody plays alone."""
        return len(self.seats) == 1

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        return list(self.view.get("to_act") or [])

    @property
    def last_cells(self) -> list[str]:
        """The cells of the last move."""
        return list((self.view.get("last") or {}).get("cells") or [])

    @property
    def places(self) -> list[int]:
        """Each seat's place, once the game is over; else nothing."""
        return list((self.view.get("result") or {}).get("places") or [])

    def points(self, seat: int) -> int:
        """Return a seat's points as one number."""
        return int(self.rules.measure.value(self.view["scores"][seat]))

    def name(self, seat: int) -> str:
        """Return what the player in a seat is called."""
        seats = self.view.get("seats") or []
        given = str(seats[seat].get("name") or "") if seat < len(seats) else ""
        return given or f"{self.word(words.PLAYER)} {seat + 1}"

    def word(self, text: Text) -> str:
        """Return a text in the reader's language."""
        return text.in_language(self.language)
