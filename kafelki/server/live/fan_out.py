"""Telling other server processes that something changed: Redis, or nobody to tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import orjson

CHANNEL = "kafelki"
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0  # seconds between attempts to reach Redis again
GATHER, MOST_TOGETHER = 0.01, 200
"""Seconds in which what is to be told is gathered into one message, and how much of it is."""

log = logging.getLogger(__name__)

Hear = Callable[[dict[str, Any]], Awaitable[None]]


class FanOut:
    """A way to tell the other processes; this one is for a process alone: nobody to tell."""

    shared = False
    """Whether there may be other processes at all."""
    connected = True
    """Whether what others tell is heard now."""

    async def start(self, hear: Hear) -> None:
        """Begin to listen; `hear` is called with each thing that others tell, in its order.

        One that takes time keeps no other waiting.
        """

    def tell(self, **message: Any) -> None:
        """Tell the others, without waiting; a message that is lost does no harm."""

    async def close(self) -> None:
        """Stop."""


class RedisFanOut(FanOut):
    """Publish and subscribe on Redis; while it is away, processes look at the database."""

    shared = True

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        self._process = token_hex(6)
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(1000)
        self._tasks: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()
        self.connected = False

    async def start(self, hear: Hear) -> None:
        """Begin to listen and to send."""
        self._tasks = [asyncio.create_task(job) for job in (self._listen(hear), self._send())]

    def tell(self, **message: Any) -> None:
        """Tell the others; what does not fit into the queue is found in the database."""
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait(message)

    async def close(self) -> None:
        """Stop listening and sending."""
        tasks = [*self._tasks, *self._hearing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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
                            self._heard(message["data"], hear)
            except asyncio.CancelledError:
                raise
            except Exception as wrong:  # whatever it is, keep trying
                self.connected = False
                log.warning("redis is away: %s", type(wrong).__name__)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _heard(self, data: bytes, hear: Hear) -> None:
        process, _, text = data.partition(b" ")
        if process == self._process.encode():
            return  # one's own words come back
        try:
            told = [message | {"process": process.decode()} for message in orjson.loads(text)]
        except (ValueError, TypeError):  # another version's, or somebody else's
            log.warning("a message on Redis cannot be read")
            return
        for message in told:
            task = asyncio.create_task(_use(message, hear))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _send(self) -> None:
        while True:
            messages = [await self._outbox.get()]
            await asyncio.sleep(GATHER)
            while not self._outbox.empty() and len(messages) < MOST_TOGETHER:
                messages.append(self._outbox.get_nowait())
            try:
                data = self._process.encode() + b" " + orjson.dumps(messages)
                await self._redis.publish(CHANNEL, data)
            except asyncio.CancelledError:
                raise
            except Exception as wrong:
                log.warning("redis did not take a message: %s", type(wrong).__name__)


async def _use(message: dict[str, Any], hear: Hear) -> None:
    try:
        await hear(message)
    except Exception:
        log.exception("a message from another process could not be used")
