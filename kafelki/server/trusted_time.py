"""A time that has surely come, for what must not be told early: a clock may be wrong.

A computer's clock can be a day ahead when it starts, and be set right a moment later. What is
published by then cannot be taken back. So the clock is believed only as far as time has been
seen to pass: from the latest moment that any process has noted in the database, on by a clock
that nobody can set. If the clock says later than that (it jumped, or no process has run for a
while), it is believed once it has gone on steadily for some hours.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kafelki.server.storage import keys
from kafelki.server.storage.store import Conflict, Store
from kafelki.server.table.settings import HOUR, MINUTE

TOLERANCE = 10 * MINUTE
"""How much later than was seen to pass the clock may say that it is: a restart, a leap second."""
PROBATION = 6 * HOUR
"""How long a clock that says later must go on steadily before it is believed."""


def steady_milliseconds() -> int:
    """Return milliseconds since some moment: nobody sets this clock, and it runs on in sleep."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(clock) // 1_000_000


@dataclass(frozen=True)
class _Reading:
    """What the clock said, or is believed to have been right, at a steady moment."""

    moment: int
    steady: int

    def at(self, steady: int) -> int:
        """Return what it should say at another steady moment."""
        return self.moment + steady - self.steady


class TrustedTime:
    """Called, returns a time (milliseconds since 1970) that has surely come.

    It takes little for granted: it may be far too early, and it never is later than the clock.
    """

    def __init__(self, store: Store, now: Callable[[], int], steady: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._steady = steady
        self._believed = _Reading(0, steady())
        self._on_probation: _Reading | None = None

    def __call__(self) -> int:
        """Return what the clock says as far as it is believed, and has not been ahead all along."""
        return self._known() - TOLERANCE

    def _known(self) -> int:
        says = _Reading(self._now(), self._steady())
        seen = self._believed.at(says.steady)
        if says.moment <= seen + TOLERANCE:
            self._on_probation = None
            self._believed = max(self._believed, says, key=lambda each: each.at(says.steady))
        elif self._has_stood_probation(says):
            self._on_probation = None
            self._believed = says
        return min(says.moment, self._believed.at(says.steady))

    def _has_stood_probation(self, says: _Reading) -> bool:
        first = self._on_probation
        if first is None or abs(first.at(says.steady) - says.moment) > TOLERANCE:
            self._on_probation = first = says
        return says.steady - first.steady >= PROBATION

    async def note(self) -> None:
        """Note in the database how late it is, and learn what others have noted; do so often."""
        known = self._known()
        try:
            latest = await self._store.write(keys.note_moment, known)
        except Conflict:  # two processes noted the first moment at once
            return
        if latest > known:
            self._believed = _Reading(latest, self._steady())
