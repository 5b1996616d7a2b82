"""Pictures of every place of the page: on a phone and on a desktop, in light and in dark.

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

from playwright.sync_api import Browser, sync_playwright

from kafelki.server.settings import Settings
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page import chromium
from tests.page.person import Json, Person
from tests.page.places import PLACES, Place
from tests.server.running_server import serving

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
AS_SEEN = ("home", "table")
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
    for screen, options in SCREENS.items():
        person = Person(browser.new_context(**options), address, settings)
        person.come_in("Ania")
        place.go(person)
        person.page.evaluate("scrollTo(0, 0)")
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            path = folder / f"{place.name}-{screen}-{scheme}.png"
            person.page.screenshot(path=path, full_page=not place.name.startswith(AS_SEEN))
        if person.troubles:
            print(f"{place.name}: {person.troubles}", file=sys.stderr)
        person.context.close()


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(data_folder=data, rate_limits=0, bot_workers=1)
        server = stack.enter_context(serving(settings, lambda: int(time.time() * 1000)))
        playwright = stack.enter_context(sync_playwright())
        browser = stack.enter_context(chromium.running(playwright))
        for place in PLACES:
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
