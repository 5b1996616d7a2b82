"""What takes long is worked out in the advisers' processes, in fair turn, and remembered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

from fastapi import Request

from kafelki.server.web.access import Caller
from kafelki.server.web.context import context_of

T = TypeVar("T")

GONE = 499
"""The status, which nobody reads, of an answer that nobody waits for."""


async def worked_out(
    request: Request, caller: Caller, about: Hashable, job: Callable[..., T], *given: object
) -> T | None:
    """Return what a job gives for something, now or before; None when the asker has left."""
    context = context_of(request)
    found: T | None = context.worked_out.get(about)
    if found is not None:
        return found
    workers = context.advisers
    who = caller.id or caller.address
    if not await while_connected(request, workers.line.enter(caller.address, who)):
        return None
    try:
        found = await workers.pool.run(job, *given)
    finally:
        workers.line.leave()
    context.worked_out[about] = found
    return found


async def while_connected(request: Request, waiting: Coroutine[Any, Any, None]) -> bool:
    """Return whether something was waited for to its end; it is cancelled when who asks leaves."""
    work = asyncio.ensure_future(waiting)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait([work, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            return False
        await work
        return True
    finally:
        work.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
