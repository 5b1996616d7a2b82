"""Clocks, computed from the times of the log alone: right again after any restart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from kafelki.server.table.settings import DAY, HOUR, MINUTE, DaysClock, MinutesClock

LAST_HOURS = 6 * HOUR
"""Before the end of the time for a move, people are reminded of it."""


@dataclass(frozen=True)
class TimeLeft:
    """How much time each seat has left, as of the last entry of the log."""

    kind: DaysClock | MinutesClock
    left: tuple[int, ...]
    """Milliseconds for each seat; with days a move, for the move at hand."""
    running: frozenset[int] = frozenset()
    """The seats whose time is running."""
    since: int = 0
    """When `left` was true."""

    @classmethod
    def started(cls, kind: DaysClock | MinutesClock, seats: int, now: int) -> TimeLeft:
        """Return the clock of a game that has just begun."""
        whole = kind.days * DAY if isinstance(kind, DaysClock) else kind.minutes * MINUTE
        return cls(kind, (whole,) * seats, since=now)

    def at(self, now: int, running: Iterable[int], moved: int | None = None) -> TimeLeft:
        """Return the clock at a later time, from which these seats' time runs.

        A seat that has just moved gets its increment, or its days anew.
        """
        passed = max(0, now - self.since)
        runs = frozenset(running)
        left = [
            time - passed if seat in self.running else time for seat, time in enumerate(self.left)
        ]
        if moved is not None and isinstance(self.kind, MinutesClock):
            left[moved] += self.kind.increment * 1000
        if isinstance(self.kind, DaysClock):
            fresh = self.kind.days * DAY
            left = [
                fresh if seat == moved or seat not in self.running else time
                for seat, time in enumerate(left)
            ]
        return replace(self, left=tuple(left), running=runs, since=max(now, self.since))

    @property
    def deadline(self) -> int | None:
        """When the first seat's time runs out, if any is running."""
        return min((self.since + self.left[seat] for seat in self.running), default=None)

    @property
    def reminder(self) -> int | None:
        """When to remind those on move of the deadline: where there are days for a move."""
        if self.deadline is None or isinstance(self.kind, MinutesClock):
            return None
        return self.deadline - LAST_HOURS

    def has_run_out(self, seat: int, now: int) -> bool:
        """Whether a seat has no time left."""
        return seat in self.running and self.since + self.left[seat] <= now

    def overdue(self, now: int) -> tuple[int, ...]:
        """Return the seat whose time has run out first, if one has; several at the same moment."""
        late = [seat for seat in sorted(self.running) if self.has_run_out(seat, now)]
        first = min((self.left[seat] for seat in late), default=0)
        return tuple(seat for seat in late if self.left[seat] == first)


def day_of(moment: int) -> str:
    """Return the day (UTC) of a moment, as in 2026-11-15."""
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def day_is_over(day: str, now: int) -> bool:
    """Whether a day (UTC) lies in the past."""
    return day_of(now) > day
