"""People of one name and bots of one level can be told apart, and break nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.games.examples import AT_ONCE
from tests.page.conftest import Newcomer

BOT = {"bot": "level-1"}


def test_two_of_a_name_and_two_bots_of_a_level(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    seats = [{"me": True}, {"label": "Ania"}, BOT, BOT]
    ania.sit_at(ania.open_table(AT_ONCE, 4, seats=seats, start=True))
    ania.page.keyboard.press("b")
    text = ania.page.get_by_label("The board in words")
    expect(text.get_by_role("heading", name="Ramp of Ania")).to_have_count(2)
    ania.go("/")
    row = ania.page.locator("section:has(#mine) li")
    expect(row).to_contain_text("Snail 1")
    expect(row).to_contain_text("Snail 2")
