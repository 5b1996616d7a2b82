"""Telling other server processes that something changed: Redis, or nobody to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any, Protocol

import orjson

CHANNEL = "kafelki"
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0  # seconds between attempts to reach Redis again

log = logging.getLogger(__name__)

Hear = Callable[[dict[str, Any]], Awaitable[None]]


class FanOut(Protocol):
    """A way to tell the other processes."""

    shared: bool
    """Whether there may be other processes at all."""

    async def start(self, hear: Hear) -> None:
        """Begin to listen; `hear` is called with what others tell."""

    def tell(self, **message: Any) -> None:
        """Tell the others, without waiting; a message that is lost does no harm."""

    async def close(self) -> None:
        """Stop."""


class Alone:
    """One process: nobody to tell."""

    shared = False

    async def start(self, hear: Hear) -> None:
        """Do nothing."""

    def tell(self, **message: Any) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class RedisFanOut:
    """Publish and subscribe on Redis; while it is away, processes look at the database."""

    shared = True

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        self._process = token_hex(6)
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(1000)
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def start(self, hear: Hear) -> None:
        """Begin to listen and to send."""
        self._tasks = [
            asyncio.create_task(self._listen(hear)),
            asyncio.create_task(self._send()),
        ]

    def tell(self, **message: Any) -> None:
        """Tell the others; what does not fit into the queue is found in the database."""
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait(orjson.dumps(message | {"process": self._process}))

    async def close(self) -> None:
        """Stop listening and sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _listen(self, hear: Hear) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    self.connected = True
                    wait = FIRST_WAIT
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            await self._heard(message["data"], hear)
            except asyncio.CancelledError:
                raise
            except Exception as wrong:  # whatever it is, keep trying
                self.connected = False
                log.warning("redis is away: %s", type(wrong).__name__)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    async def _heard(self, data: bytes, hear: Hear) -> None:
        message = orjson.loads(data)
        if message["process"] != self._process:
            try:
                await hear(message)
            except Exception:
                log.exception("a message from another process could not be used")

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, message)
            except asyncio.CancelledError:
                raise
            except Exception as wrong:
                log.warning("redis did not take a message: %s", type(wrong).__name__)
