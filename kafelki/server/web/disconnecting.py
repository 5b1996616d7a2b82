"""People who leave before they are answered: what has not begun for them is not done."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request

GONE = 499
"""The status, which nobody reads, of an answer that nobody waits for."""


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
