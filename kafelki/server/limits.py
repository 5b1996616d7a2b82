"""How often things may be done: a bucket for each person and address that fills up again."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kafelki.server.denial import Denial

MOST_BUCKETS = 50_000


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second after that."""

    burst: float
    rate: float


LIMITS = {
    "command": Limit(40, 10),  # a person's commands at tables
    "chat": Limit(6, 0.5),
    "request": Limit(300, 60),  # an address's requests
    "guest": Limit(30, 0.2),  # new people from an address
    "table": Limit(30, 0.2),  # new tables of a person
    "sign-in": Limit(30, 0.1),  # attempts of an address at any account
    "password": Limit(10, 0.05),  # attempts of an address, or of a known device, at one account
    "account": Limit(200, 0.2),  # attempts of all devices that an account does not know
    "look": Limit(120, 30),  # a person's questions on the socket that change nothing
    "hint": Limit(10, 0.5),
    "socket": Limit(120, 10),  # new connections from an address
    "lookup": Limit(60, 1),  # tables that were not found, of an address
    "download": Limit(10, 0.1),
}


class Limiter:
    """The buckets of all."""

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, what: str, who: str) -> None:
        """Count one; Denial when it is too many."""
        if self._scale <= 0:
            return
        limit = LIMITS[what]
        now = time.monotonic()
        burst, rate = limit.burst * self._scale, limit.rate * self._scale
        level, when = self._buckets.get((what, who), (burst, now))
        level = min(burst, level + (now - when) * rate)
        if level < 1:
            self._buckets[what, who] = (level, now)
            raise _too_many((1 - level) / rate)
        self._buckets[what, who] = (level - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._forget_full(now)

    def _forget_full(self, now: float) -> None:
        """Drop the buckets that have had time to fill up: they say nothing any more."""
        self._buckets = {
            key: (level, when)
            for key, (level, when) in self._buckets.items()
            if level + (now - when) * LIMITS[key[0]].rate * self._scale
            < LIMITS[key[0]].burst * self._scale
        }


def _too_many(wait: float) -> Denial:
    seconds = max(1, round(wait + 0.5))
    denial = Denial(
        "too-many",
        f"That was a little too fast. Please try again in {seconds} s.",
        f"To było trochę za szybko. Spróbuj ponownie za {seconds} s.",
    )
    denial.retry_after = seconds
    return denial
