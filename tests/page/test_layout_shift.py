"""Nothing moves by itself while a page comes, on a slow network too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.examples import AT_ONCE, WITH_RACKS
from tests.page.conftest import Newcomer
from tests.page.person import Person

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 100_000,
}
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }
}).observe({ type: 'layout-shift', buffered: true });
"""
LEAST = 0.01
"""A smaller shift is of a fraction of a pixel or of a word."""
SETTLED = 400
"""Milliseconds after which what follows the first drawing has been drawn, too."""


def shifts(person: Person, path: str, last: str) -> list[Any]:
    """Return what moved by itself on a page, until its last part is there."""
    person.go(path)
    person.page.locator(last).first.wait_for()
    person.page.wait_for_timeout(SETTLED)
    found: list[Any] = person.page.evaluate("window.shifts")
    return [shift for shift in found if shift[0] >= LEAST]


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_moves_by_itself(screen: str, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **SCREENS[screen])
    bot = {"bot": "level-1"}
    table = ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, bot], start=True)
    ania.page.add_init_script(WATCH)
    slow = ania.context.new_cdp_session(ania.page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", NETWORK)
    for path, last in {
        f"/t/{table}": ".beside > *",
        "/": "section #mine",
        f"/games/{WITH_RACKS}": "#ratings",
        f"/games/{WITH_RACKS}/rules": ".try",
        f"/games/{AT_ONCE}/lesson": ".try div.side",
        f"/t/{table}/at/0": "aside",
    }.items():
        assert shifts(ania, path, last) == [], path
