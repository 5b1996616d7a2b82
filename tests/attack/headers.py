"""Headers and fields without end: each is refused, and costs no memory however long it goes on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from tests.attack.tally import Tally
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

MEGABYTE = 1 << 20
ENDLESS = 64 * MEGABYTE
"""As much as a client sends that nothing stops."""
MEMORY = 40.0
"""Megabytes that the server may have more afterwards."""
CHUNKED = b"POST /api/guests HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
WAYS = {
    "a path without end": (b"GET /", b"x" * 65536),
    "a field without end": (b"GET / HTTP/1.1\r\nHost: here\r\nX: ", b"x" * 65536),
    "fields without end": (b"GET / HTTP/1.1\r\nHost: here\r\n", b"X: abcdefghijkl\r\n" * 4096),
    "a field after a body without end": (CHUNKED + b"X: ", b"x" * 65536),
    "fields after a body without end": (CHUNKED, b"X: abcdefghijkl\r\n" * 4096),
}


def attack(server: ServerProcess, scale: int) -> Iterator[Tally]:
    """Yield what came of headers of every kind, and of the server's memory."""
    before = server.megabytes
    tallies = {name: Tally(name) for name in WAYS}
    with ThreadPoolExecutor(len(WAYS) * scale) as pool:
        names = list(WAYS) * 2 * scale
        for name, status in zip(
            names, pool.map(lambda name: _send(server, name), names), strict=True
        ):
            tallies[name].note(status in (431, 413, 0), f"answered {status}")
    yield from tallies.values()
    memory = Tally(f"memory after that: at most {MEMORY:.0f} MB more")
    grown = server.megabytes - before
    memory.note(grown <= MEMORY, f"{grown:.0f} MB more")
    yield memory


def _send(server: ServerProcess, name: str) -> int:
    """Return the status that an endless header gets; 0 if it is cut off, -1 if nothing stops it."""
    first, more = WAYS[name]
    sent = 0
    address = ("127.0.0.1", server.settings.port)
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        with suppress(ConnectionError):
            connection.sendall(first)
            while sent < ENDLESS:
                connection.sendall(more)
                sent += len(more)
            return -1
        with suppress(ConnectionError):
            return int(connection.recv(65536).split()[1])
    return 0
