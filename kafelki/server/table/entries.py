"""The log of a table: what happened, numbered from 0. It is the truth; all else is derived.

Viewers see of each kind of entry what is named in `KINDS`, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union

import orjson
from pydantic import BaseModel, Field, RootModel, ValidationError, create_model

EntryKind = Literal[
    "open",
    "sit",
    "leave",
    "fill",
    "salt",
    "start",
    "move",
    "chance",
    "resign",
    "propose",
    "answer",
    "take-back",
    "stand-in",
    "return",
    "hint",
    "chat",
    "rematch",
    "close",
]
"""What can happen: `KINDS` says what each is."""


class MoveEvent(BaseModel):
    """A seat's move."""

    seat: int
    move: str | None = Field(description="Null while it is hidden.")
    shown: list[str] = Field(default=[], description="The tiles that were laid open for a swap.")
    gained: list[int] = Field(
        default=[], description="What it added to the mover's `scores`; missing where nothing."
    )
    undone: bool = Field(default=False, description="Whether it was taken back.")


class ChanceEvent(BaseModel):
    """An outcome of chance."""

    chance: str = Field(description="A word alone while the outcome is hidden.")
    seat: int | None = Field(default=None, description="Whom it concerns, where it is not all.")
    undone: bool = Field(default=False, description="Whether it was taken back.")


def _kind(kind: str, meaning: str, /, **fields: Any) -> tuple[str, type[BaseModel]]:
    """Return a kind, and the type that such entries have: fields by type, some explained."""
    given = {
        name: field if isinstance(field, tuple) else (field, ...) for name, field in fields.items()
    }
    every = {"number": (int, ...), "kind": (Literal[kind], ...), "time": (int, ...)}
    name = kind.title().replace("-", "") + "Entry"
    return kind, create_model(name, __doc__=meaning, **every, **given)  # type: ignore[call-overload]


What = Literal["take-back", "stand-in", "rematch"]

KINDS = dict(
    [
        _kind("open", "The table was made.", host=str),
        _kind("sit", "Somebody took a seat.", seat=int, person=str),
        _kind("leave", "Somebody left a seat before the start.", seat=int),
        _kind(
            "fill",
            "The host gave a seat to a bot, to a second person on the device, or opened it.",
            seat=int,
            given=(dict[str, str], Field(alias="with", description="`person`, `bot` or `label`.")),
        ),
        _kind("salt", "A device added to the chance of the game.", seat=int),
        _kind(
            "start",
            "The game began.",
            salt=str,
            first=(
                int | None,
                Field(None, description="The seat that starts, as they sat before."),
            ),
            lot=(bool, Field(False, description="Whether that was drawn by lot.")),
        ),
        _kind("move", "A seat moved.", event=MoveEvent),
        _kind(
            "chance",
            "Something was left to chance.",
            event=ChanceEvent,
            unspoken=(
                MoveEvent | None,
                Field(None, description="What a seat chose before it, which nobody announces."),
            ),
        ),
        _kind(
            "resign",
            "A seat gave up, or its time ran out.",
            seat=int,
            why=Literal["resigned", "time"],
        ),
        _kind(
            "propose", "Somebody asked the others for something.", what=What, seat=int, person=str
        ),
        _kind("answer", "Somebody agreed to it, or not.", person=str, agree=bool),
        _kind(
            "take-back",
            "Moves were taken back.",
            seat=int,
            to=(int, Field(description="How many events are left.")),
        ),
        _kind("stand-in", "A bot plays for somebody who is away.", seat=int, bot=str),
        _kind("return", "The person is back.", seats=list[int]),
        _kind(
            "hint",
            "A seat was given a hint.",
            seat=int,
            event=(int, Field(description="After how many events.")),
        ),
        _kind("chat", "Somebody wrote something.", person=str, text=str),
        _kind("rematch", "The same people went to another table.", table=str),
        _kind(
            "close",
            "The table was given up before the start, or closed by an operator.",
            by=(str | None, Field(None, description="`operator`, where one has closed it.")),
        ),
    ]
)

PUBLIC: Mapping[str, tuple[str, ...]] = {
    kind: tuple(
        field.alias or name
        for name, field in entry.model_fields.items()
        if name not in ("number", "kind", "time")
    )
    for kind, entry in KINDS.items()
}
"""What of each kind of entry everybody at the table may see; moves and draws go by the rules."""

LOGGED: Mapping[str, type[BaseModel]] = {
    **KINDS,
    "open": create_model(
        "OpenLogged",
        __base__=KINDS["open"],
        game=(str, ...),
        players=(int, ...),
        variant=(str, ...),
        options=(dict[str, Any], ...),
        settings=(dict[str, Any], ...),
        seats=(list[dict[str, str]], ...),
    ),
    "salt": create_model("SaltLogged", __base__=KINDS["salt"], salt=(str, ...)),
}
"""What each kind of entry has at least in the log."""

AnyEntry: Any = Union[tuple(KINDS.values())]  # noqa: UP007


class EntryView(RootModel[Annotated[AnyEntry, Field(discriminator="kind")]]):
    """An entry of the log, as a viewer may see it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table."""

    number: int
    kind: EntryKind
    time: int
    """Milliseconds since 1970, UTC."""
    text: str
    """The data as JSON, as the log keeps it: a third of the memory, for all of every table."""

    @classmethod
    def of(cls, number: int, kind: EntryKind, time: int, data: Mapping[str, Any]) -> Entry:
        """Return an entry with its data."""
        return cls(number, kind, time, orjson.dumps(data).decode())

    @property
    def data(self) -> dict[str, Any]:
        """All of it, secrets too: what viewers get is made in `entry_views`."""
        return dict(orjson.loads(self.text))

    @property
    def mover(self) -> int | None:
        """The seat that moved, if one did: a choice that nobody announces goes with its draw."""
        if self.kind not in ("move", "chance"):
            return None
        data = self.data
        event = data["event"] if self.kind == "move" else data.get("unspoken")
        return None if event is None else int(event["seat"])

    def check(self, seats: int) -> None:
        """Raise ValueError unless this is what an entry of its kind says, for so many seats."""
        data = orjson.loads(self.text)
        if not isinstance(data, dict) or self.kind not in LOGGED:
            raise ValueError(f"there are no entries of kind {self.kind!r} with such data")
        whole = data | {"number": self.number, "kind": self.kind, "time": self.time}
        try:
            LOGGED[self.kind].model_validate(whole, strict=True)
        except ValidationError as wrong:  # whose text would tell what people wrote
            raise ValueError(f"{wrong.errors()[0]['loc'][0]!r} of it is not sound") from None
        if not 0 <= data.get("seat", 0) < seats:
            raise ValueError("there is no such seat")
