"""The end of a round: its boards stay, and what they are worth is counted up before one's eyes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.games.examples import AT_ONCE
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.page.test_pace import MOVING

EACH = 450
"""Milliseconds for each area."""
AREAS = "[data-area-points]"
WORTH = "round_points"
TRIES = 10


def played(ania: Person) -> tuple[str, int]:
    """Return a table where the first round was just played, and what the ramp was worth."""
    table = ania.open_table(AT_ONCE, 1, seats=[{"me": True}], start=True)
    view = ania.look(table)
    while view["round"] == 1:
        legal = view["legal"]
        worth = legal["columns"].index(WORTH)
        best = max(range(len(legal["rows"])), key=lambda row: legal["rows"][row][worth])
        ania.does(table, "move", move=legal["moves"][best], expected=view["after"])
        view = ania.look(table)
    return table, view["scores"][0][0]


def ended(newcomer: Newcomer, settings: dict[str, str]) -> tuple[Person, int]:
    """Return somebody before the first round's end while time stands, and what it is worth."""
    ania = newcomer("Ania", settings=settings)
    # Only where several areas count can they do so one after the other.
    table, worth = next(found for found in (played(ania) for _ in range(TRIES)) if found[1] >= 2)
    ania.page.clock.install()
    ania.go("/")
    ania.stop_time()
    ania.go(f"/t/{table}")
    ania.page.locator("[data-total]").wait_for(state="attached")
    return ania, worth


def test_areas_light_up_one_after_the_other_and_are_counted(newcomer: Newcomer) -> None:
    ania, worth = ended(newcomer, MOVING)
    areas = ania.page.locator(AREAS)
    expect(areas).to_have_count(0)
    for count in (1, 2):
        ania.page.clock.run_for(EACH)
        expect(areas).to_have_count(count)
    ania.page.clock.run_for(20 * EACH)
    points = areas.evaluate_all("all => all.map(each => Number(each.dataset.areaPoints))")
    assert sum(points) == worth
    expect(ania.page.locator("[data-total]")).to_have_attribute("data-total", str(worth))


@pytest.mark.parametrize("how", ["still", "key"])
def test_all_is_there_at_once_for_whoever_wants_no_show(newcomer: Newcomer, how: str) -> None:
    ania, worth = ended(newcomer, {} if how == "still" else MOVING)
    if how == "key":
        ania.page.keyboard.press("Shift")
    expect(ania.page.locator("[data-total]")).to_have_attribute("data-total", str(worth))
    expect(ania.page.locator(".next")).to_be_visible()
