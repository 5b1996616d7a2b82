"""Settings of Python itself for a process that must answer evenly."""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""Seconds after which a busy thread lets another run.

The writer gives way at every statement; with Python's 5 ms it would wait that long each time.
"""
COLLECT = (100_000, 50, 1000)
"""When the garbage collector runs: rarely, for a look at all that lives stops everybody."""


def answer_evenly() -> None:
    """Let no thread and no collection of garbage keep others waiting for long."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
