"""Pictures of every place of the page: on every screen, of every board, by day and by night.

    python -m tests.page.screenshots [FOLDER]

They go to build/screenshots, and three of them to docs/pictures, for the README.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from kafelki.rules.registry import GAMES
from kafelki.server.settings import Settings
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page import chromium
from tests.page.person import Json, Person
from tests.page.places import MORE, PLACES, Place
from tests.server.running_server import serving

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
DEVICES: tuple[tuple[dict[str, Any], dict[str, tuple[int, int]]], ...] = (
    (
        {"device_scale_factor": 2, "has_touch": True, "is_mobile": True},
        {"phone": (390, 844), "side": (844, 390)},
    ),
    (
        {},
        {
            "desktop": (1280, 800),
            "laptop": (1366, 768),
            "tablet": (820, 1180),
            "wide": (1920, 1080),
        },
    ),
)
"""What people sit before, and the sizes that its screen can have."""
BOARDS = ("slate", "paper", "contrast")
"""What a board can be made of besides wood: tables are shown on each."""
TABLES = tuple(f"table-{game}" for game in GAMES)
FIRST = tuple(next(iter(screens)) for _, screens in DEVICES)
"""The screens on which they are."""
AS_SEEN = ("home", "lesson", "new-table", "table")
"""Places that are shown as far as the screen goes; of others the whole is shown."""
FOR_README = {
    "page-home": "home-desktop-light",
    "page-table": f"table-{WITH_RACKS}-desktop-light",
    "page-phone": f"table-{WITHOUT_CHANCE}-phone-dark",
}
LARGEST = 400_000
"""Bytes that a picture in the repository may have."""


def take(browser: Browser, address: str, place: Place, folder: Path) -> None:
    """Take all pictures of one place."""
    settings: Json = {"language": "en", "animation": "off", "sounds": False}
    for options, screens in DEVICES:
        person = Person(browser.new_context(**options), address, settings)
        person.come_in("Ania")
        person.context.add_init_script("delete localStorage['kafelki.folded']")  # as at first
        person.page.set_viewport_size(_size(next(iter(screens.values()))))
        place.go(person)
        for screen, size in screens.items():
            person.page.set_viewport_size(_size(size))
            shoot(person.page, folder / f"{place.name}-{screen}", place)
            if place.name in TABLES and screen in FIRST:
                for board in BOARDS:
                    person.page.evaluate("it => document.documentElement.dataset.board = it", board)
                    shoot(person.page, folder / f"{place.name}-{screen}-{board}", place)
                person.page.evaluate("document.documentElement.dataset.board = 'wood'")
        if person.troubles:
            print(f"{place.name}: {person.troubles}", file=sys.stderr)
        person.context.close()


def shoot(page: Page, path: Path, place: Place) -> None:
    """Take a picture by day and one by night."""
    page.evaluate("scrollTo(0, 0)")
    for scheme in place.schemes:
        page.emulate_media(color_scheme=scheme)
        whole = not place.name.startswith(AS_SEEN)
        page.screenshot(path=f"{path}-{scheme}.png", full_page=whole)


def _size(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(data_folder=data, rate_limits=0, bot_workers=1, review_depth="quick")
        server = stack.enter_context(serving(settings, lambda: int(time.time() * 1000)))
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(chromium.running(playwright))
        for place in (*PLACES, *MORE):
            take(browser, server.url, place, folder)
            print(place.name)
    for name, shot in FOR_README.items():
        picture = (folder / f"{shot}.png").read_bytes()
        if len(picture) > LARGEST:
            print(f"{shot} has {len(picture)} bytes: too many", file=sys.stderr)
            return 1
        (PICTURES / f"{name}.png").write_bytes(picture)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
