"""A program of somebody else's, spoken to in lines: it can neither block, flood nor outlive us."""

from __future__ import annotations

import io
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO, cast

LONGEST_LINE = 64 * 1024
MOST_OUTPUT = 1024 * 1024
"""Bytes that a program may print between two questions."""
MOST_LOGGED = 200
"""Lines of a program's standard error that are passed on at once: more only with its questions."""
LOGGED_A_QUESTION = 20
LAST_WORDS, LONGEST_WORDS = 10, 200
"""Lines of its standard error that are kept for when it breaks down, and characters of each."""
LISTENING = 5.0  # seconds for the last words of a program that has ended
FAREWELL = 0.5  # seconds to end by itself

log = logging.getLogger(__name__)


def show_what_programs_say() -> None:
    """Print on standard error from now on what programs print on theirs, and what is ignored."""
    family = logging.getLogger("kafelki.bots")
    if not family.handlers:
        family.addHandler(_OnStandardError())
        family.setLevel(logging.INFO)


class _OnStandardError(logging.Handler):
    """Prints messages on what is standard error at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr, flush=True)


class Trouble(Exception):
    """The program cannot go on: what happened, in words, and what it said itself."""

    def __init__(self, what: str, said: str = "") -> None:
        super().__init__(what)
        self.said = said


_running: set[subprocess.Popen[bytes]] = set()


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    # A session of its own, so that all that it starts can be ended with it.
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )
    _running.add(process)
    return process


def end_all() -> None:
    """End by force what still runs: before our own end, however that came about."""
    for process in [*_running]:
        _end_by_force(process)


Finalize(None, end_all, exitpriority=5)  # after those that are told that it is over


def _end_by_force(process: subprocess.Popen[bytes]) -> None:
    # Not yet waited for, its number cannot have passed to anybody else's process.
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()
    _running.discard(process)


class ChildProcess:
    """A running program: what is sent and printed goes through threads, so nothing ever blocks."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        try:
            # A signal may stop us at any moment, but no other thread than the main one: whatever
            # was started is known.
            with ThreadPoolExecutor(1) as starting:
                self._process = starting.submit(_started, command).result()
        except OSError as wrong:
            raise Trouble(f"cannot be started: {wrong.strerror or wrong}") from None
        self._printed: queue.Queue[bytes | Trouble] = queue.Queue()
        self._to_send: queue.Queue[bytes | None] = queue.Queue()
        self._since_question = 0
        self._ended = False
        self._may_log = MOST_LOGGED
        self._said: deque[str] = deque(maxlen=LAST_WORDS)
        for work, stream in (
            (self._write, self._process.stdin),
            (self._read, self._process.stdout),
            (self._pass_on, self._process.stderr),
        ):
            thread = threading.Thread(target=work, args=(stream,), daemon=True)
            thread.start()
        self._listener = thread

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Send a line; what the program prints from now on counts as its answer."""
        self._since_question = 0
        self._may_log = min(MOST_LOGGED, max(0, self._may_log) + LOGGED_A_QUESTION)
        self._to_send.put(line + b"\n")

    def receive(self, deadline: float) -> bytes:
        """Return the next line that it prints; Trouble when none comes until the deadline."""
        try:
            line = self._printed.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Trouble("did not answer in time") from None
        if isinstance(line, Trouble):
            raise line
        return line

    def last_words(self) -> str:
        """Return the last lines of its standard error; once it has ended, up to the very last."""
        if self._ended:
            self._listener.join(LISTENING)
        return "\n".join(list(self._said))

    def end(self, patience: float = FAREWELL) -> None:
        """End the program and all that it started: by itself if it wants to, else by force."""
        if self._ended:
            return
        self._ended = True
        self._to_send.put(None)
        try:
            self._wait_unreaped(patience)
        finally:  # even if we are stopped ourselves just now
            _end_by_force(self._process)

    def _wait_unreaped(self, patience: float) -> None:
        if not hasattr(os, "waitid"):
            return
        until = time.monotonic() + patience
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, self.pid, flags) is None and time.monotonic() < until:
            time.sleep(0.005)

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:
            while (line := self._to_send.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[stream.write(rest) :]

    def _read(self, stream: IO[bytes]) -> None:
        begun = b""
        with suppress(OSError), stream:
            while chunk := stream.read(LONGEST_LINE):
                self._since_question += len(chunk)
                *lines, begun = (begun + chunk).split(b"\n")
                if self._since_question > MOST_OUTPUT or len(begun) > LONGEST_LINE:
                    self._printed.put(Trouble("printed far too much"))
                    return  # and with the pipe closed it cannot print any more
                for line in lines:
                    self._printed.put(line)
        self._printed.put(Trouble("ended"))

    def _pass_on(self, stream: IO[bytes]) -> None:
        name = os.path.basename(self.command[0])
        with suppress(OSError), io.BufferedReader(cast(io.FileIO, stream)) as lines:
            while line := lines.readline(LONGEST_LINE):
                said = line.decode(errors="replace").rstrip()
                self._said.append(said[:LONGEST_WORDS])
                self._may_log -= 1
                if self._may_log >= 0:
                    log.info("%s: %s", name, said)
                elif self._may_log == -1:
                    log.info("%s: … and more, which is left out", name)
