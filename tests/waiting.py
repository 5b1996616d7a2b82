"""Waiting for what must come: as long as a busy machine needs, and not a moment longer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Seconds. Only a test that fails waits for so long; beside other work a second becomes many."""

MUCH_PATIENCE = 5 * PATIENCE
"""How long a program may take that works for seconds by itself: a dozen processes that start, or
the tests of another package.
"""


def wait_until(true: Callable[[], bool], what: str = "it", seconds: float = PATIENCE) -> None:
    """Wait until something is true; AssertionError when it takes too long."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return whether a process has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A process that has ended but was not waited for by its parent still has a number.
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def wait_until_ended(pid: int) -> None:
    """Wait until a process has ended."""
    wait_until(lambda: not is_running(pid), f"process {pid} to end")
