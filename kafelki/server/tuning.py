"""How Python switches threads and collects garbage in a process that must answer evenly."""

from __future__ import annotations

import gc
import sys

SWITCH = 0.0005
"""Seconds after which a busy thread lets another run.

The writer gives way at every statement; with Python's 5 ms it would wait that long each time.
"""


def switch_threads_often() -> None:
    """Let no thread keep others waiting for long."""
    sys.setswitchinterval(SWITCH)


def freeze_garbage_collection() -> None:
    """Let what is there now never be looked at for garbage again: it is code for the most part.

    What is left, tables and connections, is so little that looking through all of it takes
    Python milliseconds, whenever it does.
    """
    gc.collect()
    gc.freeze()
