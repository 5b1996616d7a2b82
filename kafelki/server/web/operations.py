"""For operators: is the server well, and its numbers."""

from __future__ import annotations

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import Connection, text
from starlette.responses import Response

from kafelki.server.compiling import is_compiled
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.web.answers import answer
from kafelki.server.web.context import context_of
from kafelki.server.web.metrics import COMMITS, MOVES, TABLES

router = APIRouter(include_in_schema=False)


def _ask(connection: Connection) -> None:
    connection.execute(text("select 1"))


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """Say whether the server and its database are well."""
    try:
        await context_of(request).store.read(_ask)
    except StorageTrouble:
        return answer({"ok": False, "database": False, "compiled": is_compiled()}, 503)
    return answer({"ok": True, "database": True, "compiled": is_compiled()})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return the numbers in Prometheus's format."""
    context = context_of(request)
    TABLES.set(len(context.tables.live))
    MOVES.set(context.tables.moves)
    COMMITS.set(context.store.writer.transactions)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
