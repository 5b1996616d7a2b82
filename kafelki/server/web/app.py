"""The application: its parts put together, started and stopped."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI

import kafelki
from kafelki.server import archive, purging
from kafelki.server.bot_moves import BotMoves
from kafelki.server.checking import GLANCE, Checking
from kafelki.server.compiling import load_in_background
from kafelki.server.delivery import SERVICES, Delivery
from kafelki.server.devices import Devices
from kafelki.server.fairness import Whereabouts
from kafelki.server.identity import FRESH, FRESH_ALONE, Identity
from kafelki.server.limits import Limiter
from kafelki.server.live.fan_out import Alone, FanOut, RedisFanOut
from kafelki.server.lobby import Lobby
from kafelki.server.private import private_folder
from kafelki.server.push import Notifier
from kafelki.server.scheduler import Scheduler
from kafelki.server.settings import Settings
from kafelki.server.storage.database import migrate
from kafelki.server.storage.lobby import Room
from kafelki.server.storage.pulse import Pulse
from kafelki.server.storage.store import StorageTrouble, Store
from kafelki.server.table.state import TableState
from kafelki.server.tables import Tables
from kafelki.server.trusted_time import TrustedTime, steady_milliseconds
from kafelki.server.upkeep import Upkeep
from kafelki.server.web import (
    daily,
    downloads,
    games,
    hints,
    opening,
    operations,
    page,
    people,
    push,
    ratings,
    results,
    socket,
    tables,
    trying,
)
from kafelki.server.web.answers import add_error_answers
from kafelki.server.web.connections import Places
from kafelki.server.web.context import Context
from kafelki.server.web.guards import Guards
from kafelki.server.web.socket_models import socket_schemas
from kafelki.server.worker_pool import workers_for

DESCRIPTION = """
Five tile-laying board games by their printed rules. A guest comes in by `POST /api/guests`,
opens a table or sits down at one, and plays by sending commands. Live updates come over the
socket `/api/tables/{table}/live`. docs/protocol.md tells the whole story.
"""


NOTE_TIME = 60.0
"""Seconds between two notes of how late it is."""
NOBODY = "mailto:nobody@example.org"
"""Whom a push service would write to about a server that has no address of its own."""


def milliseconds() -> int:
    """Return the time: milliseconds since 1970, UTC."""
    return int(time.time() * 1000)


class _Described(FastAPI):
    """An application that describes what goes over its socket, too."""

    def openapi(self) -> dict[str, Any]:
        """Return the description in OpenAPI."""
        found = super().openapi()
        schemas = found["components"]["schemas"]
        found["components"]["schemas"] = dict(sorted((socket_schemas() | schemas).items()))
        return found


def make_app(
    settings: Settings,
    now: Callable[[], int] = milliseconds,
    steady: Callable[[], int] = steady_milliseconds,
) -> FastAPI:
    """Return a server that is ready to be run; it brings its database up to date first."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        for folder in (settings.data_folder, archive.folder(settings.data_folder)):
            private_folder(folder)
        await asyncio.to_thread(migrate, settings.database)
        context = _parts(settings, now, steady)
        app.state.context = context
        with suppress(StorageTrouble):  # until it can be written, no later moment is sure
            await context.trusted.note()
        await context.fan_out.start(context.tables.news.heard)
        context.scheduler.start()
        loading = asyncio.create_task(load_in_background())
        try:
            yield
        finally:
            loading.cancel()
            await asyncio.gather(loading, return_exceptions=True)
            context.upkeep.close()
            await context.scheduler.close()
            await context.bots.close()
            await context.tables.close()
            await context.notifier.close()
            await context.pulse.close()
            await context.movers.pool.close()
            await context.advisers.pool.close()
            await context.fan_out.close()
            context.identity.passwords.close()
            await context.limiter.close()
            context.store.close()

    app = _Described(
        title="Kafelki",
        version=kafelki.__version__,
        description=DESCRIPTION,
        lifespan=running,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for part in (
        *(operations, games, trying, people, opening, tables, hints),
        *(results, daily, ratings, downloads, push),
    ):
        app.include_router(part.router)
    app.include_router(socket.router)
    app.include_router(page.router)
    add_error_answers(app, page.for_the_lost)
    app.add_middleware(Guards, settings=settings)
    return app


def _parts(settings: Settings, now: Callable[[], int], steady: Callable[[], int]) -> Context:
    store = Store(settings.database)
    trusted = TrustedTime(store, now, steady)
    fan_out: FanOut = RedisFanOut(settings.redis_url) if settings.redis_url else Alone()
    movers, advisers = workers_for(settings)
    whereabouts = Whereabouts()
    all_tables = Tables(store, fan_out, now, trusted)
    notifier = Notifier(
        store,
        settings.public_url if settings.public_url.startswith("https://") else NOBODY,
        all_tables.audience.is_here,
        Delivery(settings.push_services.split(",") if settings.push_services else SERVICES),
    )
    bots = BotMoves(all_tables, movers, whereabouts, now, settings.bot_seconds)
    upkeep = Upkeep(store, all_tables, bots, now, settings.data_folder, notifier.remind)

    def see(state: TableState) -> None:
        bots.see(state)
        notifier.see(state)

    fresh = FRESH if fan_out.shared else FRESH_ALONE
    identity = Identity(store, now, fresh, settings.session_days)
    checking = Checking(identity, all_tables)
    purge = purging.Purging(store, identity, now, settings.guest_days)
    scheduler = Scheduler()
    scheduler.every(GLANCE, checking.glance)
    scheduler.every(NOTE_TIME, trusted.note)
    scheduler.every(purging.SECONDS, purge.go_round)
    upkeep.schedule(scheduler)
    all_tables.loaded.on_change = see
    all_tables.news.on_ended = identity.forget
    return Context(
        settings=settings,
        store=store,
        fan_out=fan_out,
        movers=movers,
        advisers=advisers,
        tables=all_tables,
        lobby=Lobby(store, all_tables),
        room=_room(settings),
        identity=identity,
        devices=Devices(store),
        bots=bots,
        checking=checking,
        upkeep=upkeep,
        scheduler=scheduler,
        notifier=notifier,
        pulse=Pulse(store),
        limiter=Limiter(settings.rate_limits, settings.redis_url),
        places=Places(settings),
        whereabouts=whereabouts,
        now=now,
        trusted=trusted,
    )


def _room(settings: Settings) -> Room:
    """Return how many tables may wait for people at once."""
    if settings.rate_limits <= 0:
        return Room(sys.maxsize, sys.maxsize)
    return Room(settings.open_tables_each, settings.open_tables)
