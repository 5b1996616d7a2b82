"""Twin tables that differ in what a viewer must not know: all that is told must be the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Timer

from tests.attack.tally import Tally
from tests.server.services import end_with_parent

TESTS = Path("tests", "server", "test_one_door.py")
SECONDS = 600.0
"""For as many pairs as can be compared in this time."""


def attack() -> Iterator[Tally]:
    """Yield what came of asking everything at pairs of tables, as the tests of secrecy do."""
    tally = Tally("twin tables: everything told is the same")
    pytest = subprocess.Popen(
        [
            sys.executable,
            "-u",
            "-m",
            "pytest",
            "-n",
            "0",
            "-vv",
            "-p",
            "no:cacheprovider",
            str(TESTS),
        ],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"KAFELKI_TWINS": "all"},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=partial(end_with_parent, signal.SIGKILL),
    )
    limit = Timer(SECONDS, pytest.kill)
    limit.start()
    assert pytest.stdout is not None
    for line in pytest.stdout:
        name, _, result = line.partition(" ")
        if "::" in name and result.startswith(("PASSED", "FAILED", "ERROR")):
            tally.note(result.startswith("PASSED"), f"another answer: {name.partition('::')[2]}")
    limit.cancel()
    pytest.wait()
    yield tally
