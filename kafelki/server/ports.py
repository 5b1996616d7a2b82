"""Whether a port can be had, and who has it."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from http.client import HTTPConnection, HTTPException

PATIENCE = 2.0
NEIGHBOURS = 20


def is_free(host: str, port: int) -> bool:
    """Return whether a server could listen there."""
    for family, kind, protocol, _, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    ):
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except OSError:
                return False
    return True


def next_free(host: str, port: int) -> int | None:
    """Return a free port soon after one, if there is any."""
    after = range(port + 1, min(port + 1 + NEIGHBOURS, 65536))
    return next((each for each in after if is_free(host, each)), None)


def kafelki_answers(host: str, port: int) -> bool:
    """Return whether it is a server of ours that listens there."""
    with suppress(OSError, HTTPException, ValueError):
        connection = HTTPConnection(host, port, timeout=PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return "compiled" in json.loads(connection.getresponse().read(1000))
        finally:
            connection.close()
    return False
