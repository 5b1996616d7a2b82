"""Processes that share the server's fate: when it is killed, they end too, whatever they do."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

_SET_PARENT_DEATH_SIGNAL = 1  # of Linux's prctl


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
