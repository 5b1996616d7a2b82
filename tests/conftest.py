"""What holds for all tests: those that did not run are named at the end, with the reason."""

from __future__ import annotations

from collections import defaultdict

import pytest


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
