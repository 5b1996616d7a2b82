"""The application: its parts put together, started and stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI

import kafelki
from kafelki.server import archive
from kafelki.server.compiling import load_in_background
from kafelki.server.private import private_folder
from kafelki.server.settings import Settings
from kafelki.server.storage.database import migrate
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.trusted_time import steady_milliseconds
from kafelki.server.web import (
    analysis,
    daily,
    downloads,
    games,
    hints,
    insights,
    list_socket,
    mistakes,
    opening,
    operations,
    page,
    people,
    profiles,
    push,
    puzzles,
    ratings,
    results,
    reviews,
    sharing,
    socket,
    tables,
)
from kafelki.server.web.answers import add_error_answers
from kafelki.server.web.context import Context
from kafelki.server.web.guards import Guards
from kafelki.server.web.socket_models import socket_schemas

DESCRIPTION = """
Five tile-laying board games by their printed rules. A guest comes in by `POST /api/guests`,
opens a table or sits down at one, and plays by sending commands. Live updates come over the
socket `/api/tables/{table}/live`, changes of lists over `/api/live`. docs/protocol.md tells the
whole story.
"""


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
        context = Context(settings, now, steady)
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
            await context.close()

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
        *(operations, games, people, profiles, opening, tables, hints, results, daily, ratings),
        *(downloads, sharing, reviews, analysis, insights, mistakes, puzzles),
        *(push, socket, list_socket, page),
    ):
        app.router.routes.extend(part.router.routes)  # as they are: none is made once more
    add_error_answers(app, page.for_the_lost)
    app.add_middleware(Guards, settings=settings)
    return app
