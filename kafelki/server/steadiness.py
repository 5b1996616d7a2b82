"""Settings of Python itself for a process that must answer evenly."""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""Seconds after which a busy thread lets another run.

The writer gives way at every statement; with Python's 5 ms it would wait that long each time.
"""


def answer_evenly() -> None:
    """Let no thread and no collection of garbage keep others waiting for long.

    Every look for garbage goes through all tables that have just changed, with hundreds of
    them for many milliseconds; so it is done when `collect_garbage` is called, and only then.
    """
    sys.setswitchinterval(SWITCH)
    gc.disable()


def keep_for_good() -> None:
    """Take what is in memory by now, modules and rules above all, out of all collections."""
    gc.collect()
    gc.freeze()


def collect_garbage() -> None:
    """Let go of everything that came since the start and is of no use any more.

    Nearly all of it has gone by itself: only what a library ties into a ring is left to this.
    """
    gc.collect()
