"""The connections of a process: how many there may be, and which give way to others."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field
from typing import Protocol

from kafelki.server.denial import Denial
from kafelki.server.settings import Settings


class Connection(Protocol):
    """Something that can be closed for the sake of another."""

    address: str

    def give_way(self) -> None:
        """Close at once."""


@dataclass
class _Group:
    """Some connections: how many, and those that rest, the longest resting first."""

    count: int = 0
    resting: OrderedDict[Connection, None] = field(default_factory=OrderedDict)


class Connections:
    """Counts connections, in total and by address.

    Who holds connections without using them keeps nobody out: when there are too many, the one
    that has rested longest is closed. Only where all are in use is a new one refused.
    """

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        # Behind a proxy, all come from its address.
        self._most_of_one = 0 if settings.proxies else settings.most_connections_of_one
        self._all = _Group()
        self._by_address: defaultdict[str, _Group] = defaultdict(_Group)
        self._here: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._here)

    def admit(self, new: Connection) -> bool:
        """Count a new connection, if need be instead of one that rests; False if none does."""
        if self._most_of_one:
            of_one = self._by_address.get(new.address)
            if of_one and of_one.count >= self._most_of_one and not self._make_room(of_one):
                return False
        if self._all.count >= self._most and not self._make_room(self._all):
            return False
        self._here.add(new)
        for group in self._groups(new):
            group.count += 1
            group.resting[new] = None
        return True

    def _groups(self, connection: Connection) -> tuple[_Group, _Group]:
        return self._all, self._by_address[connection.address]

    def _make_room(self, group: _Group) -> bool:
        oldest = next(iter(group.resting), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.give_way()
        return True

    def moved(self, connection: Connection, resting: bool) -> None:
        """Note that something went over a connection, and whether it would be missed now."""
        if connection not in self._here:
            return
        for group in self._groups(connection):
            if resting:
                group.resting[connection] = None
                group.resting.move_to_end(connection)
            else:
                group.resting.pop(connection, None)

    def leave(self, connection: Connection) -> None:
        """Count a connection no more."""
        if connection not in self._here:
            return
        self._here.remove(connection)
        for group in self._groups(connection):
            group.count -= 1
            group.resting.pop(connection, None)
        if not self._by_address[connection.address].count:
            del self._by_address[connection.address]


class Places:
    """Counts open sockets, in total and by address: each keeps its place until it is closed."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.sockets
        self._most_of_one = settings.most_sockets_of_one
        self._taken = 0
        self._by_address: dict[str, int] = {}

    def take(self, address: str) -> None:
        """Take a place; Denial when there is none left, at all or for this address."""
        own = self._by_address.get(address, 0)
        if self._taken >= self._most or (self._most_of_one and own >= self._most_of_one):
            raise Denial(
                "too-many",
                "Too many tables are open at once.",
                "Zbyt wiele stołów jest otwartych naraz.",
            )
        self._taken += 1
        self._by_address[address] = own + 1

    def give_back(self, address: str) -> None:
        """Give a place back."""
        self._taken -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
