"""Sockets as tests open them: with all the time that a busy machine takes to answer."""

from __future__ import annotations

from functools import partial

from websockets.sync.client import connect

from tests.waiting import PATIENCE

# No pings of their own: a client that does not read must not be the one that hangs up.
open_socket = partial(
    connect,
    compression=None,
    max_size=None,
    open_timeout=PATIENCE,
    ping_interval=None,
    proxy=None,
)
"""Return an open socket of an address, to be used as a context manager."""
