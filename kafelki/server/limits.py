"""How often things may be done: a bucket for each person and address that fills up again.

The buckets of this process are in memory, the latest ones only; those that processes share are
on Redis. Both are kept by throttled-py, by the generic cell rate algorithm: a bucket is one
number, and looking at it takes the same time however many there are.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from throttled import Quota, Throttled
from throttled.rate_limiter import per_duration
from throttled.store import MemoryStore

from kafelki.server.denial import Denial

if TYPE_CHECKING:
    from throttled.asyncio import Throttled as SharedThrottled

MOST_BUCKETS = 50_000
"""In memory: when there are more, the one that nobody asked for longest is forgotten."""
PATIENCE, AWAY = 0.25, 5.0
"""Seconds that Redis may take, and for which it is left alone when it did not answer."""
DAY = 24 * 60 * 60

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second after that."""

    burst: float
    rate: float
    shared: bool = True
    """Counted for all processes together; else each counts for itself, without asking Redis."""


LIMITS = {
    "command": Limit(40, 10, shared=False),  # a person's commands at tables: moves do not wait
    "chat": Limit(6, 0.5),
    "request": Limit(300, 60),  # an address's requests, whatever they ask for
    "guest": Limit(30, 0.2),  # new people from an address
    "table": Limit(30, 0.2),  # new tables of a person
    "sign-in": Limit(30, 0.1),  # attempts of an address at any account
    "password": Limit(10, 0.05),  # attempts of an address, or of a known device, at one account
    "account": Limit(200, 0.2),  # attempts of all devices that an account does not know
    "look": Limit(120, 30, shared=False),  # a person's questions that change nothing
    "hint": Limit(10, 0.5),
    "socket": Limit(120, 10),  # new connections from an address
    "lookup": Limit(60, 1),  # tables that were not found, of an address
    "download": Limit(10, 0.1),
    "profile": Limit(60, 2),  # an address's looks at how somebody has played
    "puzzle": Limit(60, 2),  # a person's puzzles and answers to them
    "review": Limit(60, 2),  # a person's questions about reviews, each waiting for some more
    "analysis": Limit(60, 4),  # a person's questions what positions are worth
}


class Limiter:
    """The buckets of all."""

    def __init__(self, scale: float = 1.0, redis_url: str = "") -> None:
        quotas = {what: _quota(limit, scale) for what, limit in LIMITS.items() if scale > 0}
        memory = MemoryStore(options={"MAX_SIZE": MOST_BUCKETS})
        self._here = {
            what: Throttled(using="gcra", quota=quota, store=memory, key_prefix=f"kafelki-{what}")
            for what, quota in quotas.items()
        }
        self._shared = _Shared(redis_url, quotas) if redis_url else None

    async def check(self, what: str, who: str) -> None:
        """Count one; Denial when it is too many."""
        self.check_here(what, who)
        if self._shared is not None and what in self._here and LIMITS[what].shared:
            await self._shared.check(what, who)

    def check_here(self, what: str, who: str) -> None:
        """Count one in this process alone; Denial when it is too many."""
        if (bucket := self._here.get(what)) is not None:
            result = bucket.limit(who)
            if result.limited:
                raise _too_many(result.state.retry_after)

    async def close(self) -> None:
        """Let go of Redis."""
        if self._shared is not None:
            await self._shared.close()


class _Shared:
    """The buckets on Redis; while it is away, every process counts for itself."""

    def __init__(self, url: str, quotas: dict[str, Quota]) -> None:
        from throttled.asyncio import RedisStore
        from throttled.asyncio import Throttled as SharedThrottled

        self._store = RedisStore(url, {"SOCKET_CONNECT_TIMEOUT": PATIENCE})
        self._buckets: dict[str, SharedThrottled] = {
            what: SharedThrottled(
                using="gcra", quota=quota, store=self._store, key_prefix=f"kafelki-{what}"
            )
            for what, quota in quotas.items()
        }
        self._away_until = 0.0

    async def check(self, what: str, who: str) -> None:
        """Count one; Denial when it is too many, and nothing when Redis does not say."""
        if time.monotonic() < self._away_until:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                result = await self._buckets[what].limit(who)
        except Exception as wrong:  # whatever it is, nobody must be refused for it
            self._away_until = time.monotonic() + AWAY
            log.warning("redis does not count: %s", type(wrong).__name__)
            return
        if result.limited:
            raise _too_many(result.state.retry_after)

    async def close(self) -> None:
        """Close the connections, which the library cannot."""
        client: Any = self._store._backend.get_client()
        await client.aclose(close_connection_pool=True)


def _quota(limit: Limit, scale: float) -> Quota:
    """Return what the library calls a limit; its rates are whole numbers, so of a day."""
    rate = max(1, round(limit.rate * scale * DAY))
    return per_duration(timedelta(seconds=DAY), rate, max(1, int(limit.burst * scale)))


def _too_many(wait: float) -> Denial:
    seconds = max(1, round(wait + 0.5))
    return Denial(
        "too-many",
        f"That was a little too fast. Please try again in {seconds} s.",
        f"To było trochę za szybko. Spróbuj ponownie za {seconds} s.",
        retry_after=seconds,
    )
