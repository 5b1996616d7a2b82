"""The browser that the tests of the page run in: the system's Chromium, found or named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tests.server import programs
from tests.server.conftest import have

ARGUMENTS = ["--disable-quic", "--no-first-run", "--disable-background-networking"]
WHOLE = "chromium"


@contextmanager
def running(playwright: Playwright, name: str = programs.FASTER) -> Iterator[Browser]:
    """Give a browser that runs until the block ends.

    By default the same engine without tabs, menus and windows: they cost twice what a page does.
    """
    browser = playwright.chromium.launch(executable_path=_needed(name), args=ARGUMENTS)
    yield browser
    browser.close()


def _needed(name: str) -> Path:
    """Return where a browser is; the test is named as not run where there can be none."""
    found = programs.program(name) or programs.program(WHOLE)
    if found is None:
        have(name)
    assert found is not None
    return found
