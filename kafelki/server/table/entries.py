"""The log of a table: what happened, numbered from 0. It is the truth; all else is derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

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
"""What can happen: `entry_views` says what each is."""


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
        """All of it, secrets too: what viewers get is made in `shown`."""
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
        if type(self.number) is not int or type(self.time) is not int:
            raise ValueError("its number and time are not whole numbers")
        data = orjson.loads(self.text)
        if not isinstance(data, dict) or self.kind not in SHAPES:
            raise ValueError(f"there are no entries of kind {self.kind!r} with such data")
        for key, shape in SHAPES[self.kind].items():
            value: Any = data.get(key)
            sound = value in shape if isinstance(shape, tuple) else type(value) is shape
            if not sound or (key == "seat" and not 0 <= value < seats):
                raise ValueError(f"{key!r} of its data is not sound")


SHAPES: Mapping[Kind, Mapping[str, type | tuple[str, ...]]] = {
    "open": {
        "game": str,
        "players": int,
        "variant": str,
        "options": dict,
        "settings": dict,
        "host": str,
        "seats": list,
    },
    "sit": {"seat": int, "person": str},
    "leave": {"seat": int},
    "fill": {"seat": int, "with": dict},
    "salt": {"seat": int, "salt": str},
    "start": {"salt": str},
    "move": {"event": dict},
    "chance": {"event": dict},
    "resign": {"seat": int, "why": ("resigned", "time")},
    "propose": {"what": ("take-back", "stand-in", "rematch"), "seat": int, "person": str},
    "answer": {"person": str, "agree": bool},
    "take-back": {"seat": int, "to": int},
    "stand-in": {"seat": int, "bot": str},
    "return": {"seats": list},
    "hint": {"seat": int, "event": int},
    "chat": {"person": str, "text": str},
    "rematch": {"table": str},
    "close": {},
}
"""What the data of each kind of entry has at least: each key with its type, or its values."""
