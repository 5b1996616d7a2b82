"""Who is served next where many wait: addresses take turns, and so do the people of each.

This is fair queueing, round robin on every level.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

from cachetools import LRUCache

from kafelki.server.denial import Denial

T = TypeVar("T")

REMEMBERED = 10_000
SOON = 2  # seconds


class Rota(Generic[T]):
    """Things that wait, each under a path such as (address, person): all keys take turns.

    >>> rota = Rota()
    >>> for person in ("Ania", "Ania", "Ania", "Bartek"):
    ...     rota.add(("school", person), person)
    >>> rota.add(("home", "Celina"), "Celina")
    >>> [rota.take() for _ in range(5)]
    ['Ania', 'Celina', 'Bartek', 'Ania', 'Ania']
    """

    def __init__(self) -> None:
        self._things: deque[T] = deque()
        self._parts: OrderedDict[str, Rota[T]] = OrderedDict()

    def add(self, path: Sequence[str], thing: T) -> None:
        """Let something wait, behind all that has the same path."""
        if path:
            self._parts.setdefault(path[0], Rota()).add(path[1:], thing)
        else:
            self._things.append(thing)

    def take(self) -> T:
        """Return whose turn it is, of those that wait; the keys of its path go to the end."""
        if self._things:
            return self._things.popleft()
        key, part = self._parts.popitem(last=False)
        thing = part.take()
        if len(part):
            self._parts[key] = part
        return thing

    def discard(self, path: Sequence[str], thing: T) -> None:
        """Let something wait no longer, if it did."""
        if not path:
            if thing in self._things:
                self._things.remove(thing)
        elif (part := self._parts.get(path[0])) is not None:
            part.discard(path[1:], thing)
            if not len(part):
                del self._parts[path[0]]

    def count(self, path: Sequence[str]) -> int:
        """Return how many wait under the beginning of a path."""
        if not path:
            return len(self)
        return self._parts[path[0]].count(path[1:]) if path[0] in self._parts else 0

    def __len__(self) -> int:
        return len(self._things) + sum(map(len, self._parts.values()))


class WaitingLine:
    """So many slots, and those who wait for one."""

    def __init__(self, slots: int, most: Sequence[int] = ()) -> None:
        """Let at most `most[0]` wait under the first key of a path, `most[1]` under the two."""
        self._free = slots
        self._most = most
        self._rota: Rota[asyncio.Future[None]] = Rota()
        self._late: Rota[asyncio.Future[None]] = Rota()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._rota)

    async def enter(self, *path: str, late: bool = False) -> None:
        """Wait for a slot, which must be left again; Denial when too many wait already.

        What is `late` waits until nobody else does, however many there are of it. Who is
        cancelled while waiting waits no longer.
        """
        if self._free:
            self._free -= 1
            return
        if not late:
            self._check_room(path)
        rota = self._late if late else self._rota
        ticket = asyncio.get_running_loop().create_future()
        rota.add(path, ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                rota.discard(path, ticket)
            else:  # the slot came in the same moment
                self.leave()
            raise

    def _check_room(self, path: Sequence[str]) -> None:
        for length, most in enumerate(self._most, start=1):
            if self._rota.count(path[:length]) >= most:
                raise Denial(
                    "too-many",
                    "Too many hints are waited for already. Please try again once they are there.",
                    "Zbyt wiele podpowiedzi jeszcze czeka. Spróbuj ponownie, gdy się pojawią.",
                    retry_after=SOON,
                )

    def leave(self) -> None:
        """Give a slot to whose turn it is."""
        for rota in (self._rota, self._late):
            while len(rota):
                ticket = rota.take()
                if not ticket.done():
                    ticket.set_result(None)
                    return
        self._free += 1


class Whereabouts:
    """The address that each person last asked from, of those who lately did."""

    def __init__(self) -> None:
        self._addresses: LRUCache[str, str] = LRUCache(REMEMBERED)

    def note(self, person: str, address: str) -> None:
        """Remember where somebody is."""
        self._addresses[person] = address

    def address(self, person: str) -> str:
        """Return somebody's address; who has not been seen stands for one of their own."""
        return str(self._addresses.get(person, person))
