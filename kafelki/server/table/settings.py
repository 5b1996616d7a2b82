"""What is agreed about a table besides the rules: clocks, hints, chat, rating."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Strict(BaseModel):
    """A model that takes what it names and nothing else."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DaysClock(Strict):
    """So many days for every move."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=30)


class MinutesClock(Strict):
    """So many minutes for the whole game, and seconds added by each move."""

    kind: Literal["minutes"]
    minutes: int = Field(ge=1, le=600)
    increment: int = Field(default=0, ge=0, le=600, description="Seconds added by each move.")


RATED_CLOCK = DaysClock(kind="days", days=7)
"""That of a rated game for which none was chosen: who loses must not keep it from ending."""


class TableSettings(Strict):
    """How a table is run."""

    private: bool = Field(default=False, description="Not listed; reached by its link only.")
    clock: DaysClock | MinutesClock | None = Field(default=None, discriminator="kind")
    hints: bool = Field(default=False, description="Whether people may ask for hints.")
    rated: bool = Field(
        default=False,
        description="Counts for ratings: signed-in people only, no take-backs, always with a "
        "clock (7 days a move unless another is chosen).",
    )
    chat: Literal["off", "members", "everyone"] | None = Field(
        default=None,
        description="Who of those seated may write. By default signed-in members. In a pairs game "
        "everyone with the option `talk`, and without it nobody before the end, whatever is "
        "chosen here.",
    )

    def as_opened(self) -> TableSettings:
        """Return the settings with which a new table begins: a rated game has a clock."""
        needs_clock = self.rated and self.clock is None
        return self.model_copy(update={"clock": RATED_CLOCK}) if needs_clock else self
