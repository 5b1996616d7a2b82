"""The log of a table: what happened, numbered from 0. It is the truth; all else is derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from pydantic import ValidationError

from kafelki.server.table.entry_types import LOGGED

Kind = Literal[
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
"""What can happen: `entry_types` says what each is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table."""

    number: int
    kind: Kind
    time: int
    """Milliseconds since 1970, UTC."""
    text: str
    """The data as JSON, as the log keeps it: a third of the memory, for all of every table."""

    @classmethod
    def of(cls, number: int, kind: Kind, time: int, data: Mapping[str, Any]) -> Entry:
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
