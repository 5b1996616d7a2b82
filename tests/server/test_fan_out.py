"""What processes tell each other through Redis: all of it, in order, and nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import pytest

from kafelki.server.live.fan_out import CHANNEL, FanOut, RedisFanOut
from tests.server.services import Redis
from tests.waiting import PATIENCE


class Heard:
    """What one process has heard; it thinks about what is slow until it is let go."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.go = asyncio.Event()

    async def __call__(self, message: dict[str, Any]) -> None:
        if message.get("slow"):
            await self.go.wait()
        self.messages.append(message)

    @property
    def numbers(self) -> list[int]:
        return [message["number"] for message in self.messages]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def two(redis: Redis) -> AsyncIterator[tuple[RedisFanOut, Heard, Heard]]:
    """Give a process's way to tell, what it hears itself, and what another hears."""
    one, other = RedisFanOut(redis.url), RedisFanOut(redis.url)
    own, far = Heard(), Heard()
    await one.start(own)
    await other.start(far)
    try:
        await far.until(lambda: one.connected and other.connected)
        yield one, own, far
    finally:
        await one.close()
        await other.close()


def test_all_that_is_told_is_heard_in_its_order_by_the_others_alone(redis: Redis) -> None:
    async def talk() -> None:
        async with two(redis) as (one, own, far):
            for number in range(450):
                one.tell(number=number)
            await far.until(lambda: len(far.messages) == 450)
            assert far.numbers == list(range(450))
            assert len({message["process"] for message in far.messages}) == 1
            assert own.messages == []

    asyncio.run(talk())


def test_what_is_told_at_once_goes_together(redis: Redis) -> None:
    async def talk() -> None:
        async with two(redis) as (one, _, far):
            published = one._redis.publish
            with patch.object(one._redis, "publish", side_effect=published) as publish:
                for number in range(450):
                    one.tell(number=number)
                await far.until(lambda: len(far.messages) == 450)
            assert publish.call_count == 3  # 200, 200 and 50

    asyncio.run(talk())


def test_what_takes_time_keeps_nothing_else_waiting(redis: Redis) -> None:
    async def talk() -> None:
        async with two(redis) as (one, _, far):
            one.tell(number=0, slow=True)
            for number in (1, 2, 3):
                one.tell(number=number)
            await far.until(lambda: far.numbers == [1, 2, 3])
            far.go.set()
            await far.until(lambda: far.numbers == [1, 2, 3, 0])

    asyncio.run(talk())


def test_a_message_that_cannot_be_used_costs_no_other(redis: Redis) -> None:
    async def talk() -> None:
        async with two(redis) as (one, _, far):
            one.tell(nothing=True)
            one.tell(number=1)
            await far.until(lambda: any("number" in message for message in far.messages))

    async def picky(self: Heard, message: dict[str, Any]) -> None:
        self.messages.append({"number": message["number"]})

    with patch.object(Heard, "__call__", picky):
        asyncio.run(talk())


@pytest.mark.parametrize("words", [b"", b"nonsense", b'{"number":7}', b"x [7]", b"\xff [{}]"])
def test_words_that_nobody_understands_are_passed_over(redis: Redis, words: bytes) -> None:
    async def talk() -> None:
        async with two(redis) as (one, own, far):
            await one._redis.publish(CHANNEL, words)
            one.tell(number=1)
            await far.until(lambda: far.numbers == [1])
            assert own.messages == []
            assert one.connected

    asyncio.run(talk())


def test_who_is_alone_has_nobody_to_tell() -> None:
    async def talk() -> None:
        fan_out, heard = FanOut(), Heard()
        await fan_out.start(heard)
        fan_out.tell(number=1)
        await fan_out.close()
        assert heard.messages == []
        assert not fan_out.shared

    asyncio.run(talk())
