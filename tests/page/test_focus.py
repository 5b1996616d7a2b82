"""Whoever plays by the keyboard or by ear never finds the focus nowhere."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.server import players
from tests.server.running_server import Server

BOT = {"bot": "level-1"}
CELL = '[data-game] svg [data-cell][tabindex="0"]'


def press(button: Locator) -> None:
    """Use a button or a link by the keyboard alone, once it can be used."""
    expect(button).to_be_enabled()
    button.focus()
    button.press("Enter")


def at_the_board(person: Person) -> None:
    expect(person.page.locator(CELL)).to_be_focused()


def test_to_a_table_and_back(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    page = ania.page
    ania.go("/")
    press(page.get_by_role("button", name="Play:").first)
    press(page.get_by_role("button", name="Snail"))
    ania.wait_for_game()
    at_the_board(ania)
    page.go_back()
    expect(page.get_by_role("button", name="Play:").first).to_be_visible()
    expect(page.locator("main")).to_be_focused()
    page.go_forward()
    ania.wait_for_game()
    at_the_board(ania)
    press(page.get_by_role("button", name="Menu"))
    press(page.get_by_role("link", name="Replay from the start"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.go_back()
    at_the_board(ania)


def test_nothing_takes_the_focus_when_a_page_is_opened(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    table = ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, BOT], start=True)
    ania.sit_at(table)
    ania.page.locator(".beside > *").first.wait_for()
    expect(ania.page.locator("body")).to_be_focused()


def test_no_ring_after_a_click(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go("/")
    ania.page.get_by_role("button", name="Play:").first.click()
    ania.page.get_by_role("button", name="Snail").click()
    ania.wait_for_game()
    at_the_board(ania)
    assert ania.page.locator(f"{CELL}:focus-visible").count() == 0
    assert ania.page.evaluate("scrollY") == 0


def test_from_the_waiting_room(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go(f"/games/{WITH_RACKS}")
    press(ania.page.get_by_role("button", name="With friends"))
    press(ania.page.get_by_role("button", name="Open the table"))
    expect(ania.page.get_by_role("heading", level=1)).to_be_focused()
    press(ania.page.get_by_role("button", name="Add a bot"))
    press(ania.page.get_by_role("button", name="Start", exact=True))
    ania.wait_for_game()
    at_the_board(ania)


def test_with_the_device_in_hand(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    seats = [{"me": True}, {"label": "Kasia"}]
    table = ania.open_table(WITH_RACKS, 2, seats=seats, start=True)
    ania.go(f"/t/{table}")
    ready = ania.page.get_by_role("button", name="I am Ania")
    expect(ready).to_be_focused()
    ready.press("Enter")
    at_the_board(ania)


def test_after_a_hint(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    settings = {"private": True, "hints": True}
    table = ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, BOT], settings=settings, start=True)
    ania.sit_at(table)
    ania.until(lambda: bool(ania.legal), "one's turn")
    press(ania.page.get_by_role("button", name="Hint"))
    ania.told(lambda: press(ania.page.get_by_role("dialog").locator("li button").first))
    at_the_board(ania)


def test_to_a_rematch(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    table = ania.play_with(kasia, WITHOUT_CHANCE)
    kasia.does(table, "resign")
    press(ania.page.get_by_role("button", name="Rematch"))
    ania.page.get_by_role("button", name="Withdraw").wait_for()
    kasia.does(table, "answer", agree=True)
    ania.page.wait_for_url(lambda address: table not in address)
    ania.wait_for_game()
    at_the_board(ania)
