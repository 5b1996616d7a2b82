"""How a process of the server ends with its parent, and how it switches threads and tidies up."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time

_SET_PARENT_DEATH_SIGNAL = 1  # of Linux's prctl
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


def end_with_parent(parent: int) -> None:
    """In a process that `parent` started: let it end when the parent is gone.

    Linux ends it by itself, even in the midst of compiled code that lets no thread of Python
    run; it does so too when the thread that started it ends, so a lasting one must. Elsewhere
    a thread looks once a second.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
