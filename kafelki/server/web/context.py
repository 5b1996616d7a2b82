"""What the server's parts share: made once when it starts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Annotated, Any

from cachetools import LRUCache
from fastapi import Depends
from starlette.requests import HTTPConnection

from kafelki.server import purging
from kafelki.server.analyses import Analyses
from kafelki.server.bot_moves import BotMoves
from kafelki.server.checking import PAUSE, Checking
from kafelki.server.delivery import SERVICES, Delivery
from kafelki.server.fairness import Whereabouts
from kafelki.server.identity import FRESH, FRESH_ALONE, Identity
from kafelki.server.lessons import Lessons
from kafelki.server.limits import Limiter
from kafelki.server.live.fan_out import FanOut, RedisFanOut
from kafelki.server.lobby import Lobby
from kafelki.server.passwords import Devices
from kafelki.server.push import Notifier
from kafelki.server.reviews import Reviews
from kafelki.server.scheduler import Scheduler
from kafelki.server.settings import Settings
from kafelki.server.storage.lobby import Room
from kafelki.server.storage.pulse import Pulse
from kafelki.server.storage.store import Store
from kafelki.server.table.state import TableState
from kafelki.server.tables import Tables
from kafelki.server.trusted_time import TrustedTime
from kafelki.server.upkeep import Upkeep
from kafelki.server.web.connections import Places
from kafelki.server.worker_pool import workers_for

WORKED_OUT = 64
"""What a link in a chat shows is looked at by many, one after the other."""
NOTE_TIME = 60.0
"""Seconds between two notes of how late it is."""
NOBODY = "mailto:nobody@example.org"
"""Whom a push service would write to about a server that has no address of its own."""


class Context:
    """The parts of a running server."""

    def __init__(
        self, settings: Settings, now: Callable[[], int], steady: Callable[[], int]
    ) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(settings.database)
        self.trusted = TrustedTime(self.store, now, steady)  # for what must not be told early
        redis = settings.redis_url
        self.fan_out = RedisFanOut(redis) if redis else FanOut()
        self.movers, self.advisers = workers_for(settings)
        self.reviews = Reviews(self.advisers, settings)
        self.lessons = Lessons(self.store, self.advisers)
        self.reviews.on_complete = self.lessons.learn
        self.analyses = Analyses(self.advisers, settings)
        self.whereabouts = Whereabouts()
        self.tables = Tables(self.store, self.fan_out, now, self.trusted)
        self.lobby = Lobby(self.tables)
        self.room = Room(settings.open_tables_each, settings.open_tables)
        if settings.rate_limits <= 0:
            self.room = Room(sys.maxsize, sys.maxsize)
        self.notifier = Notifier(
            self.store,
            settings.public_url if settings.public_url.startswith("https://") else NOBODY,
            self.tables.audience.is_here,
            Delivery(settings.push_services.split(",") if settings.push_services else SERVICES),
        )
        self.bots = BotMoves(self.tables, self.movers, self.whereabouts, settings.bot_seconds)
        fresh = FRESH if self.fan_out.shared else FRESH_ALONE
        self.identity = Identity(self.store, now, fresh, settings.session_days)
        self.devices = Devices(self.store)
        self.checking = Checking(self.identity, self.tables)
        self.pulse = Pulse(self.store)
        self.limiter = Limiter(settings.rate_limits, redis)
        self.places = Places(settings)
        self.worked_out: LRUCache[Hashable, Any] = LRUCache(WORKED_OUT)
        self.upkeep = Upkeep(self.tables, self.bots, settings.data_folder, self.notifier.remind)
        self.scheduler = Scheduler()
        self.scheduler.every(PAUSE, self.checking.go_round)
        self.scheduler.every(NOTE_TIME, self.trusted.note)
        self.scheduler.every(purging.SECONDS, self._purge)
        self.scheduler.every(purging.SECONDS, self.reviews.throw_unused_away)
        self.upkeep.schedule(self.scheduler)
        self.tables.loaded.on_change = self._see
        self.tables.news.on_ended = self.identity.forget

    async def _purge(self) -> None:
        days = self.settings.guest_days
        await purging.go_round(self.store, self.identity, self.now, days)

    def _see(self, before: TableState | None, state: TableState) -> None:
        self.bots.see(state)
        self.notifier.see(state)
        self.tables.audience.lists.see(before, state)

    async def close(self) -> None:
        """Stop all parts, those that need others before these."""
        self.upkeep.close()
        await self.scheduler.close()
        await self.bots.close()
        await self.tables.close()
        await self.notifier.close()
        await self.pulse.close()
        await self.reviews.close()
        await self.movers.pool.close()
        await self.advisers.pool.close()
        await self.fan_out.close()
        self.identity.passwords.close()
        await self.limiter.close()
        self.store.close()


def context_of(connection: HTTPConnection) -> Context:
    """Return the parts of the server that answers."""
    context: Context = connection.app.state.context
    return context


async def _this_server(connection: HTTPConnection) -> Context:
    return context_of(connection)


ThisServer = Annotated[Context, Depends(_this_server)]
"""What a route asks for that needs the server's parts."""
