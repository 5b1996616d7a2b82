"""Every place of the page: accessible in light and dark, and as wide as any screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.page.places import PLACES, Place

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCREENS = (
    (320, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
)


def complaints(person: Person) -> list[str]:
    """Return what axe finds wrong with the page as it is now."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text())
    found: dict[str, Any] = person.page.evaluate(
        "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", STANDARD
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
    wrong: dict[str, list[str]] = {}
    for scheme in place.schemes:
        ania.page.emulate_media(color_scheme=scheme)
        wrong[scheme] = complaints(ania)
    assert not any(wrong.values()), wrong
    wide = {}
    for width, height in SCREENS:
        ania.page.set_viewport_size({"width": width, "height": height})
        wide[width] = too_wide(ania)
    assert not any(wide.values()), wide
