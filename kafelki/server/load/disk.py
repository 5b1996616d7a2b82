"""The disk by itself, beside a load test: what no server can be faster than."""

from __future__ import annotations

import os
import tempfile
import threading
import time

PAGE = b"\0" * 4096
EVERY = 0.1  # seconds


class Disk:
    """Writes a page now and then, within a block, and notes how long each took to be safe."""

    def __init__(self, every: float = EVERY) -> None:
        self.waits: list[float] = []
        """Seconds, since somebody last took them."""
        self._every = every
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="disk", daemon=True)

    def __enter__(self) -> Disk:
        self._thread.start()
        return self

    def __exit__(self, *wrong: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        with tempfile.TemporaryFile(prefix="kafelki-load-") as file:
            while not self._ended.wait(self._every):
                os.lseek(file.fileno(), 0, os.SEEK_SET)
                began = time.perf_counter()
                os.write(file.fileno(), PAGE)
                os.fsync(file.fileno())
                self.waits.append(time.perf_counter() - began)
