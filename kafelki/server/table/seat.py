"""Who plays a seat, and what people at a table ask each other for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat: a person, a bot, or nobody yet."""

    person: str | None = None
    bot: str | None = None
    label: str | None = None
    """The name of a second person on the same device."""
    stand_in: str | None = None
    """The bot that plays for a person who is away or has resigned."""
    resigned: Literal["resigned", "time", None] = None

    @property
    def is_open(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.person is None and self.bot is None

    @property
    def acting_bot(self) -> str | None:
        """The bot that moves for the seat now, if one does."""
        return self.bot or self.stand_in

    def as_json(self) -> dict[str, Any]:
        """Return the seat as a log keeps it."""
        return {
            key: value
            for key in ("person", "bot", "label")
            if (value := getattr(self, key)) is not None
        }


@dataclass(frozen=True)
class Proposal:
    """Something that one person asked the others for."""

    number: int
    """The number of its entry in the log."""
    what: Literal["take-back", "stand-in", "rematch"]
    seat: int
    person: str
    agreed: frozenset[str]
