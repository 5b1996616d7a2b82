"""Twin tables that differ in what a viewer must not know: all that is told must be the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.tally import Tally

TESTS = Path(__file__).parents[1] / "server" / "test_one_door.py"


class Counting:
    """Counts what the tests of secrecy find."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a pair of tables."""
        if report.when == "call" or report.failed:
            self._tally.note(report.passed, f"another answer: {report.nodeid.partition('::')[2]}")


def attack() -> Iterator[Tally]:
    """Yield what came of asking everything at pairs of tables."""
    tally = Tally("twin tables: everything told is the same")
    arguments = ["-n", "0", "-q", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
    pytest.main([*arguments, str(TESTS)], [Counting(tally)])
    yield tally
