"""Garbage is collected, new and old, without waiting for Python to do it."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Iterator
from socket import SHUT_RDWR

import pytest
from websockets.server import ServerProtocol

from kafelki.server import caretaker
from kafelki.server.steadiness import collect_garbage
from kafelki.server.tables import Tables
from kafelki.server.web.connections import TidyHttp
from tests.server.players import guest
from tests.server.running_server import Server
from tests.waiting import wait_until


class Ring:
    """Something that refers to itself, and so does not go by itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def test_what_came_since_the_last_time_is_looked_at() -> None:
    collect_garbage(thoroughly=False)
    ring = weakref.ref(Ring())
    assert ring() is not None
    collect_garbage(thoroughly=False)
    assert ring() is None


def test_what_was_there_then_goes_when_it_is_done_thoroughly() -> None:
    ring = Ring()
    known = weakref.ref(ring)
    collect_garbage(thoroughly=False)
    del ring
    collect_garbage(thoroughly=False)
    assert known() is not None
    collect_garbage(thoroughly=True)
    assert known() is None


def in_memory() -> Counter[type]:
    """Return how many connections are in memory, of HTTP and of sockets, in use or not."""
    kinds = (TidyHttp, ServerProtocol)
    return Counter(type(each) for each in gc.get_objects() if type(each) in kinds)


def test_a_socket_leaves_no_ring_behind(sqlite_server: Server) -> None:
    ania = guest(sqlite_server, "Ania")
    table = ania.open("exo", 2)
    gc.collect()
    before = in_memory()
    assert before[TidyHttp] > 0
    with ania.page(table):
        assert in_memory()[ServerProtocol] == before[ServerProtocol] + 1
    for _ in range(5):
        with ania.page(table):
            pass
    wait_until(lambda: in_memory() <= before, "the connections to go")


def test_a_socket_that_breaks_off_leaves_no_ring_behind(sqlite_server: Server) -> None:
    ania = guest(sqlite_server, "Ania")
    table = ania.open("exo", 2)
    gc.collect()
    before = in_memory()
    for garbage in (b"", b"\xff\xff\xff"):
        with ania.page(table) as page:
            page.socket.socket.sendall(garbage)
            page.socket.socket.shutdown(SHUT_RDWR)
    wait_until(lambda: in_memory() <= before, "the connections to go")


def test_all_is_collected_once_nobody_has_been_here_for_a_while(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bool] = []
    here = True
    monkeypatch.setattr(caretaker, "collect_garbage", lambda thoroughly: done.append(thoroughly))
    monkeypatch.setattr(Tables, "anybody_watches", property(lambda _: here))
    # One that does nothing by itself meanwhile.
    parts = sqlite_server.context
    sleeping = caretaker.Caretaker(
        parts.store, parts.tables, parts.crew, parts.now, parts.settings, parts.notifier.remind
    )

    def look(times: int) -> list[bool]:
        """Return which collections there were in so many looks, thorough or not."""
        done.clear()
        for _ in range(times):
            sqlite_server.call(sleeping._collect_garbage())
        return list(done)

    sqlite_server.call(sqlite_server.context.caretaker.close())
    assert look(3) == [False, False, False]
    here = False
    a_while = int(caretaker.DESERTED / caretaker.COLLECT)
    assert look(a_while - 1) == []
    here = True
    assert look(1) == [False]
    here = False
    assert look(a_while - 1) == []
    assert look(1) == [True]
    # What requests leave behind from then on is not kept until somebody comes.
    assert look(2 * a_while) == [False, False]
    here = True
    monkeypatch.setattr(caretaker, "DAY", 1)
    assert look(5) == [False, False, False, True, False]
