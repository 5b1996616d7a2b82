"""Waiting for what must come: as long as a busy machine needs, and not a moment longer."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds. Only a test that fails waits for so long; beside other work a second becomes many."""

A_CLUSTER = 5 * PATIENCE
"""How long a cluster may take: it starts a dozen processes, each of which imports all it needs."""


def wait_until(true: Callable[[], bool], what: str = "it", seconds: float = PATIENCE) -> None:
    """Wait until something is true; AssertionError when it takes too long."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(0.01)
