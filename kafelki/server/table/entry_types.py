"""The kinds of entries of a log: viewers see what is named of each in `EntryView`, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field, RootModel


class _Entry(BaseModel):
    number: int
    time: int


class OpenEntry(_Entry):
    """The table was made."""

    kind: Literal["open"]
    host: str


class SitEntry(_Entry):
    """Somebody took a seat."""

    kind: Literal["sit"]
    seat: int
    person: str


class LeaveEntry(_Entry):
    """Somebody left a seat before the start."""

    kind: Literal["leave"]
    seat: int


class FillEntry(_Entry):
    """The host gave a seat to a bot, to a second person on the device, or opened it."""

    kind: Literal["fill"]
    seat: int
    given: dict[str, str] = Field(alias="with", description="`person`, `bot` or `label`.")


class SaltEntry(_Entry):
    """A device added to the chance of the game."""

    kind: Literal["salt"]
    seat: int


class StartEntry(_Entry):
    """The game began."""

    kind: Literal["start"]
    salt: str
    first: int | None = Field(
        default=None, description="The seat that starts, as they sat before; where one does."
    )
    lot: bool = Field(default=False, description="Whether that was drawn by lot.")


class MoveEvent(BaseModel):
    """A seat's move."""

    seat: int
    move: str | None = Field(description="Null while it is hidden.")
    shown: list[str] = Field(default=[], description="The tiles that were laid open for a swap.")
    undone: bool = Field(default=False, description="Whether it was taken back.")


class ChanceEvent(BaseModel):
    """An outcome of chance."""

    chance: str = Field(description="A word alone while the outcome is hidden.")
    seat: int | None = Field(default=None, description="Whom it concerns, where it is not all.")
    undone: bool = Field(default=False, description="Whether it was taken back.")


class MoveEntry(_Entry):
    """A seat moved."""

    kind: Literal["move"]
    event: MoveEvent


class ChanceEntry(_Entry):
    """Something was left to chance."""

    kind: Literal["chance"]
    event: ChanceEvent
    unspoken: MoveEvent | None = Field(
        default=None, description="What a seat chose before it, which nobody announces."
    )


class ResignEntry(_Entry):
    """A seat gave up, or its time ran out."""

    kind: Literal["resign"]
    seat: int
    why: Literal["resigned", "time"]


class ProposeEntry(_Entry):
    """Somebody asked the others for something."""

    kind: Literal["propose"]
    what: Literal["take-back", "stand-in", "rematch"]
    seat: int
    person: str


class AnswerEntry(_Entry):
    """Somebody agreed to what was proposed, or not."""

    kind: Literal["answer"]
    person: str
    agree: bool


class TakeBackEntry(_Entry):
    """Moves were taken back."""

    kind: Literal["take-back"]
    seat: int
    to: int = Field(description="How many events are left.")


class StandInEntry(_Entry):
    """A bot plays for somebody who is away."""

    kind: Literal["stand-in"]
    seat: int
    bot: str


class ReturnEntry(_Entry):
    """The person is back."""

    kind: Literal["return"]
    seats: list[int]


class HintEntry(_Entry):
    """A seat was given a hint."""

    kind: Literal["hint"]
    seat: int
    event: int = Field(description="After how many events.")


class ChatEntry(_Entry):
    """Somebody wrote something."""

    kind: Literal["chat"]
    person: str
    text: str


class RematchEntry(_Entry):
    """The same people went to another table."""

    kind: Literal["rematch"]
    table: str


class CloseEntry(_Entry):
    """The table was given up before the start, or closed by an operator."""

    kind: Literal["close"]
    by: str | None = Field(default=None, description="`operator`, where one has closed it.")


AnyEntry = (
    OpenEntry
    | SitEntry
    | LeaveEntry
    | FillEntry
    | SaltEntry
    | StartEntry
    | MoveEntry
    | ChanceEntry
    | ResignEntry
    | ProposeEntry
    | AnswerEntry
    | TakeBackEntry
    | StandInEntry
    | ReturnEntry
    | HintEntry
    | ChatEntry
    | RematchEntry
    | CloseEntry
)


class EntryView(RootModel[Annotated[AnyEntry, Field(discriminator="kind")]]):
    """An entry of the log, as a viewer may see it."""


KINDS: Mapping[str, type[BaseModel]] = {
    get_args(entry.model_fields["kind"].annotation)[0]: entry for entry in get_args(AnyEntry)
}

PUBLIC: Mapping[str, tuple[str, ...]] = {
    kind: tuple(
        field.alias or name
        for name, field in entry.model_fields.items()
        if name not in ("number", "kind", "time")
    )
    for kind, entry in KINDS.items()
}
"""What of each kind of entry everybody at the table may see; moves and draws go by the rules."""


class _OpenLogged(OpenEntry):
    game: str
    players: int
    variant: str
    options: dict[str, Any]
    settings: dict[str, Any]
    seats: list[dict[str, str]]


class _SaltLogged(SaltEntry):
    salt: str


LOGGED: Mapping[str, type[BaseModel]] = {**KINDS, "open": _OpenLogged, "salt": _SaltLogged}
"""What each kind of entry has at least in the log."""
