"""For operators: is the server well, and its numbers."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from kafelki.server.compiling import is_compiled
from kafelki.server.storage import unreadable as unreadable_rows
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.web.answers import answer
from kafelki.server.web.context import context_of
from kafelki.server.web.metrics import BOTS_WAITING, COMMITS, MOVES, TABLES, UNREADABLE

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """Say whether the server is well: whether it can keep what people do."""
    well = await context_of(request).pulse.beats()
    return answer({"ok": well, "database": well, "compiled": is_compiled()}, 200 if well else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the numbers in Prometheus's format."""
    context = context_of(request)
    TABLES.set(len(context.tables.audience.tables))
    with suppress(StorageTrouble):
        UNREADABLE.set(await context.store.read(unreadable_rows.count))
    MOVES.set(context.tables.moves)
    BOTS_WAITING.labels("moves").set(context.movers.line.waiting)
    BOTS_WAITING.labels("hints").set(context.advisers.line.waiting)
    COMMITS.set(context.store.writer.transactions)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
