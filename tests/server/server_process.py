"""A server in a process of its own, to be killed: `python -m tests.server.server_process`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpx

from kafelki.server import worker_pool
from kafelki.server.load.testing import megabytes_of
from kafelki.server.running import run_server
from kafelki.server.settings import Settings
from kafelki.server.table.state import Secret
from kafelki.server.web import app as application
from tests.server.running_server import QuickPool, compile_nothing
from tests.server.services import end_with_parent, free_port
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
CHANCE = "KAFELKI_CHANCE"
"""Any text in the environment by which the draws of a server's tables are the same every time."""


class ServerProcess:
    """A server process: always at the same address, however often it is killed."""

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str] | None = None,
        quick_bots: bool = True,
    ) -> None:
        self.environment = environment
        self.quick_bots = quick_bots
        self.settings = replace(settings, port=free_port())
        self.url = f"http://127.0.0.1:{self.settings.port}"
        self.http = httpx.Client(timeout=PATIENCE, verify=False)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        given = asdict(self.settings) | {"data_folder": str(self.settings.data_folder)}
        with (self.settings.data_folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "tests.server.server_process"),
                    *(json.dumps(given), "quick" * self.quick_bots),
                ],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=partial(end_with_parent, signal.SIGKILL),
            )
        wait_until(self._answers, "the server process to answer")

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.settings.data_folder / "log").read_text()[-3000:]
        try:
            return self.http.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    @property
    def megabytes(self) -> float:
        """How much memory it has now."""
        assert self._process is not None
        return megabytes_of(self._process.pid)

    def kill(self) -> None:
        """Kill it, without any chance to finish anything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def close(self) -> None:
        """Stop it for good."""
        self.kill()
        self.http.close()


def main(given: dict[str, Any], quick_bots: bool) -> None:
    """Serve with quick bots and interpreted rules: a process that is there at once."""
    settings = Settings(**given | {"data_folder": Path(given["data_folder"])})
    fresh = Secret.fresh
    if CHANCE in os.environ:
        chance = Random(os.environ[CHANCE])
        fresh = lambda: Secret(chance.randbytes(32))  # noqa: E731
    with (
        patch.object(Secret, "fresh", fresh),
        patch.object(worker_pool, "LocalPool", QuickPool if quick_bots else worker_pool.LocalPool),
        patch.object(application, "load_in_background", compile_nothing),
    ):
        run_server(settings, os.environ.get("KAFELKI_LOG_LEVEL", "WARNING"))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2] == "quick")
