"""A server and a browser for the tests of the page, and people to sit before it.

Draws are the same in every run, so that what fails once can be made to fail again;
KAFELKI_DRAWS, any text, gives others (make soak-page).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from kafelki.server.settings import Settings
from kafelki.server.table.state import Secret
from tests.page import chromium
from tests.page.person import Person
from tests.server.conftest import as_a_server_does as as_a_server_does
from tests.server.conftest import hasty_reviews as hasty_reviews
from tests.server.running_server import Server, serving
from tests.waiting import PATIENCE

PAGE = Path(__file__).parents[2] / "kafelki" / "server" / "page" / "index.html"
Newcomer = Callable[..., Person]
USUAL: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "service_workers": "block"}
"""How browsers are; to keep the page for later is a tenth of a visit's work, for tests of that."""
WITH_WORKER = {"service_workers": "allow"}

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers: one of it for them all."""
    assert PAGE.is_file(), "the page is not built: make page"
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium."""
    with chromium.running(playwright) as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with bots that play at once."""
    folder = tmp_path_factory.mktemp("data")
    settings = Settings(data_folder=folder, rate_limits=0, bot_workers=1, review_depth="quick")
    with serving(settings, lambda: int(time.time() * 1000)) as server:
        yield server


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Iterator[Random]:
    """Where all chance of a test comes from: the draws of its tables among it."""
    chance = Random(f"{os.environ.get('KAFELKI_DRAWS', '')} {request.node.nodeid}")
    with patch.object(Secret, "fresh", lambda: Secret(chance.randbytes(32))):
        yield chance


@pytest.fixture
def newcomer(browser: Browser, server: Server, chance: Random) -> Iterator[Newcomer]:
    """Makes people with a browser each; none of them may have complained at the end.

    What they see is not painted, which would be a third of all work, but for who looks at colours.
    """
    people: list[Person] = []

    def make(
        name: str = "",
        language: str = "en",
        settings: dict[str, Any] | None = None,
        painted: bool = False,
        **more: Any,
    ) -> Person:
        context = browser.new_context(**USUAL | more)
        chosen = {"language": language, "animation": "off", "sounds": False} | (settings or {})
        person = Person(context, server.url, chosen, chance.getrandbits(32), painted)
        if name:
            person.come_in(name)
        people.append(person)
        return person

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    for person in people:
        person.context.close()
    assert troubles == []


@pytest.fixture
def random(chance: Random) -> Random:
    """The choices that people make."""
    return Random(chance.getrandbits(32))
