"""From every table one goes on to the game that has waited longest, during it and at its end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "wide": {"viewport": {"width": 1440, "height": 900}},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_next_game_is_a_click_away(screen: str, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **SCREENS[screen])
    seats = [{"me": True}, {"bot": "level-1"}]
    games = (WITHOUT_CHANCE, WITH_RACKS, WITHOUT_CHANCE)
    longest, _, here = (ania.open_table(game, 2, seats=seats, start=True) for game in games)
    ania.sit_at(here)
    following = ania.page.locator(f".elsewhere[href='/t/{longest}']")
    expect(following).to_be_visible()
    ania.does(here, "resign", seat=0)
    expect(ania.page.locator("#final")).to_be_visible()
    expect(ania.page.get_by_role("button", name="Rematch")).to_be_visible()
    following.click()  # nothing of the end lies over it
    expect(ania.page).to_have_url(re.compile(f"/t/{longest}$"))
