"""Whether a port can be had, who has it, and the page that is there, shown in a browser."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Thread

PATIENCE = 2.0
STARTING, PAUSE = 60.0, 0.2
"""Seconds that a server may take to start, and between two looks whether it has."""
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


def open_when_ready(address: str, host: str, port: int) -> None:
    """Open the browser as soon as the server answers; do nothing where there is no browser."""
    if has_screen():
        Thread(target=_open, args=(address, host, port), daemon=True).start()


def has_screen() -> bool:
    """Return whether a browser could be seen: one in the terminal would be in the way."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _open(address: str, host: str, port: int) -> None:
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        try:
            socket.create_connection((host, port), PAUSE).close()
        except OSError:
            time.sleep(PAUSE)
        else:
            webbrowser.open(address)
            return
