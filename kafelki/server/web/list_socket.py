"""The socket of the lists: tells which of them have changed, so that nobody asks in vain."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, WebSocket

from kafelki.server.denial import malformed
from kafelki.server.live.live_table import Listener
from kafelki.server.web.context import Context
from kafelki.server.web.socket import attend, converse, greet, pong, session_of

router = APIRouter()


@router.websocket("/api/live")
async def lists(socket: WebSocket) -> None:
    """Be told when my tables change, or what everybody may see."""
    await attend(socket, lambda context: _serve(socket, context))


async def _serve(socket: WebSocket, context: Context) -> None:
    _, who = await greet(socket, context)
    listener = Listener(who.id, session=session_of(who))

    async def heard(message: dict[str, Any]) -> dict[str, Any] | None:
        if message.get("type") == "ping":
            return await pong(context, who)
        nothing_else = malformed("Here one only listens.", "Tu się tylko słucha.")
        return {"type": "notice"} | nothing_else.as_json()

    lists = context.tables.audience.lists
    lists.add(listener)
    try:
        await converse(socket, listener, heard)
    finally:
        lists.remove(listener)
