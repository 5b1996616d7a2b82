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


def collect_garbage(thoroughly: bool) -> None:
    """Let go of what is of no use any more; from then on, look at newer things only.

    Nearly all has gone by itself: only what a library ties into a ring is left to this. What
    is there now is not looked at again, so that a look every second takes milliseconds; unless
    thoroughly: that takes more than a second with five hundred tables, and everybody waits.
    """
    if thoroughly:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
