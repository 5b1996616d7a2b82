"""What holds for all tests: what they write is in memory, and those that did not run are named."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.main

from kafelki.rules import engine
from kafelki.rules.engine import compiled_engine
from kafelki.rules.registry import GAMES

pytest.register_assert_rewrite("kafelki.testing")
collect_ignore_glob = ["sixth_game/*"]  # a package of its own, which test_sixth_game.py installs

MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30  # bytes

# A server waits for the disk with every move, and a test for the server. Only a power cut could
# tell memory from a disk, and no test cuts the power.
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    tempfile.tempdir = os.environ.get("TMPDIR", str(MEMORY))

# Tests and what they import are never garbage, and looking through them a sixth of all work.
gc.set_threshold(50_000, 20, 50)


# The command is put together once, not whenever it is called.
typer.main.get_command = cache(typer.main.get_command)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def compiled_rules() -> Iterator[None]:
    """Let a module play by compiled rules, and leave other tests what they had.

    It is for tests that are not about the rules: these run interpreted, where no number is out of
    bounds unseen, and the contract of each game holds both forms equal.
    """
    before = dict(engine._loaded)
    engine._loaded.update({game: compiled_engine(game) for game in GAMES})
    yield
    engine._loaded.clear()
    engine._loaded.update(before)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if not skipped:
        return
    by_reason: dict[str, list[str]] = defaultdict(list)
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        by_reason[str(reason).removeprefix("Skipped: ")].append(report.nodeid)
    terminalreporter.section("tests that did not run", sep="=", yellow=True)
    for reason, tests in by_reason.items():
        terminalreporter.line(f"{reason} ({len(tests)} tests):", yellow=True)
        for test in sorted(tests):
            terminalreporter.line(f"  {test}")
