"""What is listed beside the board is seen on it: hints as ghosts, moves as squares lit up."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, expect

from tests.games.examples import WITH_RACKS, WITHOUT_BOARD
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements

BOT = {"bot": "level-1"}
GHOSTS = "svg [data-hint]"
LIT = "[data-lit]"


def sits(newcomer: Newcomer, game: str) -> Person:
    """Return somebody at a table on a screen that has room for the list of moves."""
    ania = newcomer("Ania", viewport={"width": 1440, "height": 900})
    settings = {"private": True, "hints": True}
    seats = [{"me": True}, BOT]
    ania.sit_at(ania.open_table(game, 2, seats=seats, settings=settings, start=True))
    return ania


def test_hints_are_numbered_ghosts_and_why_is_told_on_focus(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITH_RACKS)
    ania.page.get_by_role("button", name="Hint").click()
    ghosts = ania.page.locator(GHOSTS)
    expect(ghosts).to_have_count(3)
    listed = ania.page.get_by_role("dialog").get_by_role("listitem")
    expect(listed).to_have_count(3)
    numbers = ania.page.locator("svg .number")
    expect(numbers).to_have_text(["1", "2", "3"])
    places = numbers.evaluate_all("all => all.map(each => each.getAttribute('transform'))")
    assert len(set(places)) == 3, "a number covers another"
    second = ania.page.locator('svg [data-hint="2"]')
    listed.nth(1).get_by_role("button").focus()
    expect(second).to_have_class(re.compile(r"\blooked\b"))
    why = second.locator("title").text_content() or ""
    assert why
    expect(listed.nth(1)).to_contain_text(why)
    # The board stays in sight and in reach; Escape puts the hints away.
    ania.page.keyboard.press("Escape")
    expect(ghosts).to_have_count(0)


def test_a_hint_that_is_played_leaves_nothing_behind(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITH_RACKS)
    ania.page.get_by_role("button", name="Hint").click()
    first = ania.page.get_by_role("dialog").get_by_role("listitem").first
    ania.told(first.get_by_role("button").click)
    expect(ania.page.locator(GHOSTS)).to_have_count(0)
    expect(ania.page.get_by_role("dialog")).to_have_count(0)


def test_a_move_in_the_list_lights_its_squares(newcomer: Newcomer, random: Random) -> None:
    ania = sits(newcomer, WITHOUT_BOARD)
    placed = random.choice(placements(ania.legal))
    ania.type_move(placed)
    ania.type_move(ania.legal[0])
    ania.see()
    turn = ania.page.locator("aside ol a").first
    # What was laid and what was taken are one entry, each as a small tile.
    expect(turn.locator("[data-tile]")).to_have_count(2)
    for point, leave in ((Locator.hover, away), (Locator.focus, Locator.blur)):
        expect(ania.page.locator(LIT)).to_have_count(0)
        point(turn)
        expect(ania.page.locator(LIT)).to_have_attribute("data-lit", placed.split()[1])
        leave(turn)
    expect(ania.page.locator(LIT)).to_have_count(0)


def away(turn: Locator) -> None:
    """Take the mouse elsewhere."""
    turn.page.mouse.move(1, 1)
