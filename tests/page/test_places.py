"""Every place of the page: accessible in light and dark, and as wide as any screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.page.places import PLACES, Place

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""What axe finds otherwise in the dark; all else of a page is the same in any light."""
SCREENS = (
    (320, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
)


def complaints(
    person: Person, rules: Sequence[str] = STANDARD, within: str = "html", without: str = ""
) -> list[str]:
    """Return what axe finds wrong with the page as it is now: by rules, or by sets of rules."""
    part = {"include": [within], "exclude": [without] if without else []}
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text())
    with person.painted():
        found: dict[str, Any] = person.page.evaluate(
            "([part, runOnly]) => axe.run(part, { runOnly, resultTypes: ['violations'] })",
            [part, list(rules)],
        )
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def too_wide(person: Person) -> list[str]:
    """Return what sticks out of the window to the right."""
    found: list[str] = person.page.evaluate(
        """async () => {
            const frame = () => new Promise(requestAnimationFrame);
            for (let k = 0; k < 4; k++) await frame(); // what follows the window has followed it
            const root = document.scrollingElement;
            if (root.scrollWidth <= root.clientWidth) return [];
            return [...document.querySelectorAll('body *')]
                .filter((each) => each.getBoundingClientRect().right > root.clientWidth + 1)
                .slice(0, 3)
                .map((each) => each.outerHTML.slice(0, 120));
        }"""
    )
    return found


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_everybody_can_use_it_on_any_screen(place: Place, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.page.emulate_media(color_scheme="light")
    place.go(ania)
    wrong = {"light": complaints(ania, without=place.again)}
    if place.again:
        wrong["again"] = complaints(ania, OF_COLOURS, within=place.again)
    if "dark" in place.schemes:
        ania.page.emulate_media(color_scheme="dark")
        wrong["dark"] = complaints(ania, OF_COLOURS)
    assert not any(wrong.values()), wrong
    wide = {}
    for width, height in SCREENS:
        ania.page.set_viewport_size({"width": width, "height": height})
        wide[width] = too_wide(ania)
    assert not any(wide.values()), wide
