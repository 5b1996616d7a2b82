"""Shows the page to whoever starts a server for themselves."""

from __future__ import annotations

import os
import socket
import sys
import time
import webbrowser
from threading import Thread

PATIENCE = 60.0
GLANCE = 0.2


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
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((host, port), GLANCE).close()
        except OSError:
            time.sleep(GLANCE)
        else:
            webbrowser.open(address)
            return
