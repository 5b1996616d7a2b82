"""What connections leave behind is found by Python's own collection of garbage."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from socket import SHUT_RDWR

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.server import ServerProtocol

from kafelki.server.process import freeze_garbage_collection, switch_threads_often
from kafelki.server.web.gate import Gate
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import guest
from tests.server.running_server import Server
from tests.waiting import wait_until


class Ring:
    """Something that refers to itself, and so does not go by itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def as_it_was() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("as_it_was")
def test_garbage_is_looked_for_as_usual_but_not_among_what_is_kept_for_good() -> None:
    usual = gc.get_threshold()
    before = len(gc.get_objects())
    switch_threads_often()
    freeze_garbage_collection()
    assert len(gc.get_objects()) < before / 10
    assert gc.isenabled()
    assert gc.get_threshold() == usual
    ring = weakref.ref(Ring())
    gc.collect()
    assert ring() is None


def in_memory() -> Counter[type]:
    """Return how many connections are still in memory once garbage has been collected."""
    kinds = (Gate, HttpToolsProtocol, ServerProtocol)
    gc.collect()
    return Counter(type(each) for each in gc.get_objects() if type(each) in kinds)


def test_connections_are_forgotten_when_they_end(sqlite_server: Server) -> None:
    ania = guest(sqlite_server, "Ania")
    table = ania.open(WITHOUT_CHANCE, 2)
    before = in_memory()
    assert before[Gate] > 0
    with ania.page(table):
        assert in_memory()[ServerProtocol] == before[ServerProtocol] + 1
    for garbage in (None, b"", b"\xff\xff\xff"):
        with ania.page(table) as page:
            if garbage is not None:  # it breaks off, unless the server does so first
                page.socket.socket.sendall(garbage)
                with suppress(OSError):
                    page.socket.socket.shutdown(SHUT_RDWR)
    wait_until(lambda: in_memory() <= before, "the connections to go")
