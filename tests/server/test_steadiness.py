"""Garbage is collected, new and old, without waiting for Python to do it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from kafelki.server.steadiness import collect_garbage
from kafelki.server.web.handing_over import HandingOver
from tests.server.players import guest
from tests.server.running_server import Server


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


def connections() -> int:
    """Return how many connections of HTTP are in memory, in use or not."""
    return sum(type(each) is HandingOver for each in gc.get_objects())


def test_a_socket_leaves_no_ring_behind(sqlite_server: Server) -> None:
    ania = guest(sqlite_server, "Ania")
    table = ania.open("exo", 2)
    gc.collect()
    before = connections()
    assert before > 0
    for _ in range(5):
        with ania.page(table):
            pass
    assert connections() <= before
