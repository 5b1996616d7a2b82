"""The browser that the tests of the page run in: the system's Chromium, found or named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server import services

ARGUMENTS = ["--disable-quic", "--no-first-run", "--disable-background-networking"]


def needed() -> Path:
    """Return where Chromium is; the test is named as not run where there can be none."""
    found = services.program("chromium")
    if found is not None:
        return found
    reason = "chromium not installed"
    if services.must_be_there():
        pytest.fail(f"{reason}: python -m tests.server.services installs what is missing")
    pytest.skip(reason)
