"""The log of a table: what happened, numbered from 0. It is the truth; all else is derived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import orjson

Kind = Literal[
    "open",  # the table was made: game, settings, seats, host
    "sit",  # somebody took a seat
    "leave",  # somebody left a seat before the start
    "fill",  # the host gave a seat to a bot, to a second person on the device, or opened it
    "salt",  # a device added to the chance of the game
    "start",  # the game began
    "move",  # a seat moved
    "chance",  # a draw
    "resign",  # a seat gave up, or its time ran out
    "propose",  # somebody asked the others for something
    "answer",  # somebody agreed or not
    "take-back",  # moves were taken back
    "stand-in",  # a bot plays for somebody who is away
    "return",  # the person is back
    "hint",  # a seat was given a hint
    "chat",  # somebody said something
    "rematch",  # the same people went to another table
    "close",  # the table was given up before the start, or closed by an operator
]


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
