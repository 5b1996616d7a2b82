"""What a decision about a table depends on, and what it brings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from kafelki.server.table.entries import Entry, EntryKind
from kafelki.server.table.state import TableState
from kafelki.server.table.versions import FORMAT


@dataclass(frozen=True)
class Actor:
    """Who sends a command: a person, and whether they have an account."""

    person: str
    member: bool = False
    muted_until: int | None = None
    """Until when an operator lets them write nothing."""


@dataclass(frozen=True)
class Surroundings:
    """What a decision may depend on beside the log: the time, and who is away."""

    now: int
    here: Collection[str] = frozenset()
    """The people who are connected to the table, or were a moment ago."""
    members: Collection[str] = frozenset()
    """The people at the table who have an account."""


@dataclass
class Decision:
    """The table as it will be, and the entries that bring it there."""

    state: TableState
    now: int
    entries: list[Entry] = field(default_factory=list)
    rematch: bool = False
    """Whether all have agreed to play again: another table is to be made."""

    def add(self, kind: EntryKind, **data: Any) -> None:
        """Let something happen."""
        time = max(self.now, self.state.changed_at)  # a clock that is set back must not count
        if self.state.format != FORMAT:
            data["format"] = FORMAT
        entry = Entry.of(self.state.number, kind, time, data)
        self.state.apply(entry)
        self.entries.append(entry)
