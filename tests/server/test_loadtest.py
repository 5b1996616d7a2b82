"""The load test: real sockets and real games, and figures that tell what was held."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from unittest.mock import patch

from kafelki.server.load.disk import Disk
from tests.server.running_server import Server
from tests.waiting import PATIENCE, wait_until

TABLES = 3


def test_the_disk_is_measured_by_itself() -> None:
    slow, times = 0.03, 3

    def fsync(number: int) -> None:
        time.sleep(slow)

    with patch.object(os, "fsync", fsync), Disk(every=0.001) as disk:
        wait_until(lambda: len(disk.waits) >= times, "the disk to be asked")
    assert min(disk.waits) >= slow
    asked = len(disk.waits)
    time.sleep(0.05)
    assert len(disk.waits) == asked


def test_a_load_is_put_on_a_server_and_measured(sqlite_server: Server) -> None:
    load = ["--tables", str(TABLES), "--seconds", "2", "--interval", "0.25"]
    result = subprocess.run(
        [
            *(sys.executable, "-c", "from kafelki.cli import main; main()", "loadtest"),
            *("--url", sqlite_server.url, *load, "--json"),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    *lines, last = result.stdout.splitlines()
    whole = json.loads(lines[-1])
    assert whole["whole"] is True
    assert whole["tables"] == TABLES
    assert (whole["refused"], whole["lost"], whole["broken"]) == (0, 0, 0)
    assert 0 < whole["p50_ms"] <= whole["p99_ms"] <= whole["worst_ms"]
    assert whole["moves_a_second"] > TABLES  # asked for are four a second at each table
    assert 0 < whole["disk_p99_ms"] <= whole["disk_worst_ms"]
    # Whether it was held says the exit code, and the last line how much.
    assert whole["acceptable"] == (whole["p99_ms"] < 100)
    assert result.returncode == (0 if whole["acceptable"] else 1), result.stderr
    held = f"held: {TABLES} tables, {2 * TABLES} players, {TABLES} spectators"
    assert last.startswith(held if whole["acceptable"] else "not held")
    # All of it was played here.
    moves = sqlite_server.tables.moves
    assert moves >= whole["moves_a_second"] * 2 * 0.8
