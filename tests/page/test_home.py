"""The home page: two screens of a phone, a game in two presses, lists that change by themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.places import Site, among_tables
from tests.server.players import Player, guest
from tests.waiting import PATIENCE

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SCREENS = 2
BOTS = ["Snail", "Hare", "Hedgehog", "Fox", "Owl"]
BOT = {"bot": "level-1"}


def friend(address: str, http: httpx.Client, name: str = "Zofia") -> Player:
    return guest(Site(address, http), name)


def height(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollHeight")
    return found


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_newcomer_sees_all_games_on_two_screens_of_a_phone(
    newcomer: Newcomer, language: str
) -> None:
    ania = newcomer(language=language, **PHONE)
    ania.go("/")
    names = [rules_of(game).name._asdict()[language] for game in GAMES]
    for name in names:
        expect(ania.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    lesson = "in a minute" if language == "en" else "w minutę"
    expect(ania.page.get_by_role("link", name=lesson)).to_be_visible()
    assert len(names) == 5
    cut = "all => all.filter((each) => each.scrollHeight > each.clientHeight).length"
    assert ania.page.locator("article .summary").evaluate_all(cut) == 0
    assert height(ania.page) <= SCREENS * 844


def test_with_tables_of_ones_own_and_of_others_it_is_no_longer(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    for game in GAMES:
        ania.open_table(game, 2, seats=[{"me": True}, BOT], start=True, first=0)
    among_tables(ania)
    ania.page.get_by_role("button", name="Show all 6 games").wait_for()
    assert height(ania.page) <= SCREENS * 844


def test_a_game_begins_with_two_taps(newcomer: Newcomer) -> None:
    ania = newcomer(**PHONE)
    ania.go("/")
    ania.page.get_by_role("button", name=f"Play: {rules_of(WITHOUT_CHANCE).name.en}").tap()
    bots = ania.page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    assert [bots.nth(k).inner_text().split("\n")[0].strip() for k in range(5)] == BOTS
    ania.page.get_by_role("button", name="Hedgehog bot, 3 stars").tap()
    ania.wait_for_game()
    seats = ania.update["table"]["seats"]
    assert {"level-3"} == {seat["bot"] for seat in seats if seat["bot"]}


def test_by_keys_the_last_answer_is_ready(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go("/")
    play = ania.page.get_by_role("button", name=f"Play: {rules_of(WITHOUT_CHANCE).name.en}")
    play.focus()
    play.press("Enter")
    expect(ania.page.get_by_role("button", name="Hare")).to_be_focused()
    ania.page.keyboard.press("ArrowUp")
    ania.page.keyboard.press("Enter")
    ania.wait_for_game()
    ania.go("/")
    play.focus()
    play.press("Enter")
    expect(ania.page.get_by_role("button", name="Snail")).to_be_focused()
    ania.page.keyboard.press("Escape")
    expect(play).to_be_focused()


def test_the_other_ways_are_behind_three_dots(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go("/")
    name = rules_of(WITH_RACKS).name.en
    ania.page.get_by_role("button", name=f"{name}: other ways to play").click()
    ways = ania.page.get_by_role("dialog")
    for link in ("Solo", "Learn in a minute", "Rules", "About the game"):
        expect(ways.get_by_role("link", name=link)).to_be_visible()
    ways.get_by_role("button", name="With friends").click()
    ania.page.get_by_role("button", name="Open the table").click()
    expect(ania.page.get_by_role("heading", name="Send this link")).to_be_visible()


def test_what_others_do_shows_by_itself(newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania")
    with httpx.Client(timeout=PATIENCE) as http:
        zofia = friend(ania.address, http)
        table = ania.play_with(zofia, WITHOUT_CHANCE)
        ania.does(table, "move", move=ania.look(table)["legal"]["moves"][0], expected=0)
        ania.go("/")
        mine = ania.page.locator("section:has(#mine) li")
        expect(mine).to_contain_text("Waiting for others")
        zofia.move(table, random)
        expect(mine).to_contain_text("Your turn")
        expect(ania.page).to_have_title("(1) Kafelki")
        zofia.open(WITH_RACKS, 2)
        opened = ania.page.locator("section:has(#open)")
        expect(opened).to_contain_text("Zofia", timeout=PATIENCE * 1000)


def test_from_one_table_to_the_next_that_waits(newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania")
    with httpx.Client(timeout=PATIENCE) as http:
        zofia = friend(ania.address, http)
        other = ania.play_with(zofia, WITHOUT_CHANCE)
        ania.does(other, "move", move=ania.look(other)["legal"]["moves"][0], expected=0)
        ania.sit_at(ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, BOT], start=True))
        link = ania.page.get_by_role("link", name="Your turn at another table")
        expect(link).to_have_count(0)
        zofia.move(other, random)
        link.click()
    ania.page.wait_for_url(f"**/t/{other}")


def test_today_is_tried_and_counted(newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania")
    ania.go("/")
    today = ania.page.locator("[data-today]")
    today.get_by_role("button", name="Try it").click()
    ania.wait_for_game()
    table = ania.update["table"]["id"]
    ania.go("/")
    today.get_by_role("link", name="Go on").wait_for()
    while (view := ania.look(table))["to_act"]:
        move = random.choice(view["legal"]["moves"])
        ania.does(table, "move", move=move, expected=view["after"])
    expect(today).to_contain_text("1 day in a row", timeout=PATIENCE * 1000)
    expect(today).to_contain_text("place ")
    expect(today.get_by_role("img", name="on 1 of the last 35 days")).to_be_visible()
