"""Alone, on one device, against a bot, in pairs; by touch; by the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.laying import BUTTONS
from tests.page.person import Person, lying, placements

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
BOT = {"bot": "level-1"}
TITLES = {
    17: f"Mistrz {rules_of(AT_ONCE).name.pl}",
    13: "Imperator Obszaru",
    9: "Gwiazda Kolorów",
    5: "Zdobywca Barw",
}


BY_HAND = 5
"""Of so many of one's moves one is made on the page: all are alike there. The number is odd: where
placing and taking take turns, both come by hand.
"""


def turns(person: Person) -> Iterator[str]:
    """Give moves to be made on the page until the game is over; it follows those between."""
    choices, table = Random(len(person.legal)), person.update["table"]["id"]
    for turn in count():
        view = person.look_until_turn(table)
        if view["over"]:
            person.catch_up(view["after"])
            expect(person.page.locator("#final")).to_be_visible()
            return
        move = choices.choice(view["legal"]["moves"])
        if turn % BY_HAND == 0 or move in BUTTONS:
            person.catch_up(view["after"])
            yield move
        else:
            person.does(table, "move", move=move, expected=view["after"])


def play_on(person: Person) -> None:
    """Play by typing until the game is over; bots play the other seats."""
    for move in turns(person):
        person.type_move(move)


def test_alone_for_a_record(newcomer: Newcomer) -> None:
    ania = newcomer()
    ania.go(f"/games/{WITH_PAIRS}")
    ania.page.get_by_role("button", name="Start a solo game").click()
    ania.wait_for_game()
    play_on(ania)
    lowest = min(ania.view["scores"][0])
    expect(ania.page.locator("#final")).to_contain_text("Finished")
    lowest_shown = ania.page.locator("section[aria-labelledby=final] .colour.lowest strong")
    expect(lowest_shown).to_have_text(str(lowest))
    ania.go(f"/games/{WITH_PAIRS}")
    records = ania.page.get_by_role("table", name="Best results")
    expect(records).to_contain_text(ania.update["table"]["seats"][0]["name"])
    ania.page.set_viewport_size({"width": 320, "height": 640})
    width = "document.documentElement.scrollWidth"
    ania.until(lambda: ania.page.evaluate(width) <= 320, "the page to follow the window")
    ania.page.get_by_role("button", name="Take today’s challenge").click()
    ania.page.get_by_text("Daily challenge").first.wait_for()


def test_alone_a_title_is_earned(newcomer: Newcomer) -> None:
    """BI-18."""
    ania = newcomer("Ania", language="pl")
    table = ania.open_table(AT_ONCE, 1, seats=[{"me": True}], start=True)
    while (view := ania.look(table))["to_act"]:
        ania.does(table, "move", move=view["legal"]["moves"][0], expected=view["after"])
    points = sum(view["scores"][0])
    title = next((title for least, title in TITLES.items() if points >= least), "Kafelek")
    ania.go(f"/t/{table}")
    card = ania.page.locator("section[aria-labelledby=final]")
    expect(card).to_contain_text(f"Twój tytuł: {title}")


def test_against_a_bot_from_the_first_page(newcomer: Newcomer) -> None:
    ania = newcomer()
    ania.go("/")
    card = ania.page.locator("article").filter(has_text=rules_of(WITHOUT_CHANCE).name.en)
    card.get_by_role("button", name="Play:").click()
    ania.page.get_by_role("button", name="Hare").click()
    ania.wait_for_game()
    table = ania.update["table"]["id"]
    for move in turns(ania):
        ania.place_by_mouse(move)
    card = ania.page.locator("section[aria-labelledby=final]")
    expect(card).not_to_contain_text("points")  # which this game does not count
    won_with = ania.page.locator(".stage .line.under")
    expect(won_with).to_have_count(len(ania.view["lines"]))
    ania.page.get_by_role("button", name="Rematch").click()
    ania.page.wait_for_url(lambda address: table not in address)
    ania.until(lambda: not ania.over, "the new game")


def test_on_one_device_nobody_sees_the_others_tiles(newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania")
    ania.go(f"/games/{WITH_RACKS}")
    ania.page.get_by_role("button", name="On this device").click()
    ania.page.get_by_role("textbox", name="Player 2").fill("Kasia")
    ania.page.get_by_label("Who starts").select_option("2. Kasia")
    ania.page.get_by_role("button", name="Start the game").click()
    shown = set()
    for name in ("Kasia", "Ania") * 3:
        title = ania.page.get_by_role("heading", name=f"Pass the device to {name}")
        expect(title).to_be_visible()
        assert ania.page.locator("[data-tile]").count() == 0, "tiles behind the screen"
        expect(ania.page.locator(".banner")).to_have_count(0)
        ania.page.get_by_role("button", name=f"I am {name}").click()
        expect(ania.page.locator(".banner")).to_contain_text(f"{name}: ")
        ania.until(lambda: bool(ania.legal), "one's turn")
        shown.add(ania.view["viewer"])
        seat = ania.view["viewer"]
        while (
            not title.is_visible() and ania.view["viewer"] == seat and seat in ania.view["to_act"]
        ):
            ania.type_move(random.choice(ania.legal))
    assert shown == {0, 1}


def test_on_one_device_everybody_begins_with_the_tile_in_hand(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    seats = [{"me": True}, {"label": "Kasia"}]
    ania.sit_at(ania.open_table(WITHOUT_CHANCE, 2, seats=seats, start=True))
    for turn in range(4):
        ania.until(lambda: bool(ania.legal), "one's turn")
        ania.can_play()
        assert ania.ghost() == [], "the tile lies where one laid the last"
        expect(ania.page.locator(".bubble")).to_have_count(0)
        assert ania.view["after"] == turn
        ania.place_by_mouse(ania.legal[5 * turn])


def test_the_cover_between_turns_has_a_way_out(newcomer: Newcomer) -> None:
    ania = newcomer()
    ania.go(f"/games/{WITH_RACKS}")
    ania.page.get_by_role("button", name="On this device").click()
    ania.page.get_by_role("textbox", name="Name of player 1").fill("Ania")
    ania.page.get_by_role("button", name="Start the game").click()
    expect(ania.page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    ania.page.get_by_role("link", name="Leave the table for now").click()
    ania.page.wait_for_url(f"{ania.address}/")
    ania.page.go_back()
    ania.page.get_by_role("button", name="Table menu").click()
    menu = ania.page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Settings")).to_be_visible()
    expect(menu.get_by_role("link", name="Replay")).to_have_count(0)
    menu.get_by_role("button", name="Resign").click()
    sure = ania.page.get_by_role("dialog", name=re.compile("(Ania|Player 2): resign the game"))
    sure.get_by_role("button", name="Resign").click()
    expect(ania.page.locator("#final")).to_contain_text(re.compile("(Ania|Player 2) won"))


def test_partners_share_one_result(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go(f"/games/{WITH_PAIRS}")
    ania.page.get_by_role("button", name="With friends").click()
    ania.page.get_by_role("dialog").get_by_text("4 in pairs").click()
    ania.page.get_by_role("button", name="Open the table").click()
    for left in (3, 2, 1):
        buttons = ania.page.get_by_role("button", name="Add a bot")
        expect(buttons).to_have_count(left)
        buttons.first.click()
    ania.page.get_by_role("button", name="Start", exact=True).click()
    ania.wait_for_game()
    assert ania.view["teams"]
    scores = ania.page.get_by_label("Scores")
    play_on(ania)
    seats = ania.view["scores"]
    assert seats[0] == seats[2]
    assert seats[1] == seats[3]
    expect(ania.page.get_by_text("Partners share one result.")).to_be_visible()
    expect(scores.first).to_be_visible()
    results = ania.page.locator("section[aria-labelledby=final] ol > li")
    assert results.count() == 2
    shown = {
        tuple(map(int, results.nth(row).locator(".colour strong").all_inner_texts()))
        for row in range(2)
    }
    assert shown == {tuple(sorted(scores)) for scores in seats}


@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, AT_ONCE, WITHOUT_CHANCE])
def test_by_touch_on_a_phone(game: str, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    ania.sit_at(ania.open_table(game, 2, seats=[{"me": True}, BOT], start=True))
    for move in turns(ania):
        if move in BUTTONS:
            ania.told(ania.page.get_by_role("button", name=BUTTONS[move]).tap)
            continue
        if game == AT_ONCE:
            lay_on_ramp_by_touch(ania, move)
        else:
            ania.lay_by_touch(move)
        width = ania.page.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["viewport"]["width"], "the page grows sideways"
        ania.told(ania.page.locator(".bubble .place").tap)
        lies_there(ania, move)


def lies_there(person: Person, move: str) -> None:
    """Wait until the board shows what a move laid; a new round may begin with an empty one."""
    cells, game = set(move.split()[1:]), person.view["game"]
    person.until(
        lambda: cells <= set(person.board()) or (game == AT_ONCE and not person.board()), "the tile"
    )


def lay_on_ramp_by_touch(person: Person, move: str) -> None:
    """Tap the column of each half; in one column the first half is below, or is swapped."""
    tile, *cells = move.split()
    if person.rack()[0] != tile:
        cells.reverse()
    for cell in cells:
        person.tap_cell(f"{cell[0]}1")
    if set(person.ghost()) != lying(move):
        person.page.locator(".bubble").get_by_role("button", name="Swap the halves").tap()
    assert set(person.ghost()) == lying(move)


def test_by_touch_placing_and_taking_is_one_gesture(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    ania.sit_at(ania.open_table(WITHOUT_BOARD, 2, seats=[{"me": True}, BOT], start=True))
    for move in turns(ania):
        ania.lay_by_touch(move)
        bank, before = ania.view["bank"], ania.view["after"]
        if not bank:
            ania.told(ania.page.locator(".bubble .place").tap)
            continue
        expect(ania.page.locator(".bubble")).to_contain_text("Place and take:")
        ania.page.locator(f'.bubble [data-tile="{bank[0]}"]').tap()
        ania.catch_up(before + 2)
        lies_there(ania, move)
        assert ania.over or bank[0] in ania.rack()


@pytest.mark.parametrize("game", GAMES)
def test_by_the_keyboard_alone(game: str, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(game, 2, seats=[{"me": True}, BOT], start=True))
    for move in turns(ania):
        if move in BUTTONS:
            press_by_keys(ania, f'.choices button:has-text("{BUTTONS[move]}")')
        elif move.startswith("take"):
            take_by_keys(ania, move.split()[1])
        else:
            ania.place_by_keys(move)
            lies_there(ania, move)
        has_focus(ania, "[data-cell]", ".next")


def take_by_keys(person: Person, tile: str) -> None:
    """Take a tile from the bank, by its number or by going there."""
    number = person.view["bank"].index(tile) + 1
    if number == 1:
        press_by_keys(person, f'.bank [data-tile="{tile}"]')
    else:
        person.can_play()
        person.told(lambda: person.page.keyboard.press(str(number)))


def press_by_keys(person: Person, button: str) -> None:
    """Go to a button with the tabulator, and press it with Enter."""
    person.can_play()
    for _ in range(80):
        if person.page.locator(f"{button}:focus").count():
            person.told(lambda: person.page.keyboard.press("Enter"))
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"{button} can not be reached with the keyboard")


def has_focus(person: Person, *parts: str) -> None:
    """Wait until one of some parts of the page has the focus; after the end, the result."""
    person.until(
        lambda: any(
            person.page.locator(f"{part}:focus").count()
            for part in ([*parts, "#final"] if person.over else parts)
        ),
        f"the focus on {parts}",
    )


def test_the_focus_is_never_lost(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITH_PAIRS, 2, seats=[{"me": True}, BOT], start=True))
    keys = ania.page.keyboard
    ania.tile(ania.rack()[0]).focus()
    keys.press("Enter")
    keys.press("ArrowDown")
    has_focus(ania, "[data-cell]")
    keys.press("Escape")

    move = next(each for each in placements(ania.legal) if each[0] != each[1])
    ania.lay_by_mouse(move)
    for button, then in ((".flip", ".bubble .flip"), (".cancel", "[data-cell]")):
        ania.page.locator(f".bubble {button}").focus()
        keys.press("Enter")
        has_focus(ania, then)

    ania.lay_by_mouse(move)
    ania.page.locator(".bubble .place").focus()
    ania.told(lambda: keys.press("Enter"))
    has_focus(ania, *(f'[data-cell="{cell}"]' for cell in move.split()[1:]))

    ania.until(lambda: bool(placements(ania.legal)), "one's turn")
    ania.typing().fill(placements(ania.legal)[0])
    keys.press("Tab")
    ania.told(lambda: keys.press("Enter"))
    has_focus(ania, "form input")
