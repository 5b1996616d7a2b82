"""A server that is killed leaves no process behind, whatever its processes were doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import guest
from tests.server.services import free_port
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
STARTING = 90.0
"""Seconds; the machine may be busy."""
ENDING = 20.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

HOLDS_ON = """
import asyncio, ctypes, sys
from pathlib import Path
from kafelki.server.worker_pool import LocalPool

def hold_on(mark):
    Path(mark).touch()
    ctypes.PyDLL(None).sleep(600)  # as compiled code does, it lets no thread of Python run

if __name__ == "__main__":
    asyncio.run(LocalPool(1).run(hold_on, sys.argv[1]))
"""


def processes_of(session: int) -> list[int]:
    """Return the processes of a session that are alive."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found


@contextmanager
def session_of(*command: str, **environment: str) -> Iterator[int]:
    """Give a process in a session of its own; none of the session is left in the end."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process.pid
    finally:
        for each in processes_of(process.pid):
            os.kill(each, signal.SIGKILL)
        process.wait(PATIENCE)


def assert_all_end(server: int) -> None:
    """Kill a server, and see that all that it started ends."""
    assert len(processes_of(server)) > 1
    os.kill(server, signal.SIGKILL)
    wait_until(lambda: not processes_of(server), "the server's processes to end")


def test_a_bot_that_computes_ends_with_the_server(tmp_path: Path) -> None:
    script, mark = tmp_path / "server.py", tmp_path / "mark"
    script.write_text(HOLDS_ON)
    with session_of(str(script), str(mark)) as server:
        wait_until(mark.exists, "the bot to compute")
        assert_all_end(server)


def test_bots_that_start_and_the_compiler_end_with_the_server(tmp_path: Path) -> None:
    port = free_port()
    program = "from kafelki.cli import main; main()"
    command = ("-c", program, "serve", "--port", str(port), "--data", str(tmp_path))
    with session_of(*command, KAFELKI_CACHE=str(tmp_path), KAFELKI_BOT_WORKERS="1") as server:
        with httpx.Client(timeout=PATIENCE) as http:
            here = _At(f"http://127.0.0.1:{port}", http)
            wait_until(here.answers, "the server to answer")
            seats = [{"bot": "level-3"}, {"me": True}]
            guest(here).open(WITHOUT_CHANCE, 2, seats=seats, start=True)
        # The server, the compiler, the bot, and the one that looks after multiprocessing's things.
        wait_until(lambda: len(processes_of(server)) >= 4, "bots and compiler")
        assert_all_end(server)


class _At:
    """A server at an address."""

    def __init__(self, url: str, http: httpx.Client) -> None:
        self.url = url
        self.http = http

    def answers(self) -> bool:
        try:
            return self.http.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            return False
