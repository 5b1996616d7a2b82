"""The page shows and plays a game of a stranger's, from what the server says of it alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kafelki.server.settings import Settings
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.server.players import Player, guest
from tests.server.server_process import CHANCE, ServerProcess
from tests.strangers import flowerbed as flowerbed
from tests.strangers import knowing

GAME = "flowerbed"
NAMES = {"T": "tulip", "R": "rose", "D": "daisy", "S": "sunflower"}


@pytest.fixture(scope="module")
def server(flowerbed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in whose process the game is installed."""
    settings = Settings(data_folder=tmp_path_factory.mktemp("data"), rate_limits=0)
    draws = {CHANCE: f"{os.environ.get('KAFELKI_DRAWS', '')} {GAME}"}
    server = ServerProcess(settings, knowing(flowerbed) | draws)
    yield server
    server.close()


def answers(kasia: Player, table: str, ania: Person) -> None:
    """Let Kasia plant something that brings her as little as can be; then it is Ania's turn."""
    view = kasia.look(table)["game"]
    legal = view["legal"]
    worth = {
        move: row[0]
        for move, row in zip(legal["moves"], legal["rows"], strict=True)
        if move != "barter"
    }
    kasia.does(table, "move", move=min(worth, key=lambda move: worth[move]), expected=view["after"])
    ania.until(lambda: bool(ania.legal) or ania.over, "one's turn")


def best(person: Person) -> tuple[str, int]:
    """Return a planting that brings most, and its points."""
    legal = person.view["legal"]
    moves = zip(legal["moves"], legal["rows"], strict=True)
    move, (points,) = max(moves, key=lambda each: (each[1][0], each[0] != "barter"))
    return move, points


def test_a_person_plays_it_against_a_friend(server: ServerProcess, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), guest(server, "Kasia")
    table = ania.play_with(kasia, GAME)
    page = ania.page
    expect(page).to_have_title(re.compile("Flowerbed"))
    assert len(ania.places()) == 25
    assert ania.board() == {}
    assert ania.rack() == ania.view["hands"][0]["tiles"]
    assert len(ania.rack()) == 3

    ania.choose(ania.rack()[0])
    expect(page.locator(".target")).to_have_count(25)
    ania.told(page.get_by_role("button", name="barter").click)  # the choice that lays nothing
    ania.until(lambda: len(ania.legal) > 0, "the draws")
    expect(page.get_by_role("button", name="barter")).to_have_count(0)

    move = f"{ania.rack()[0]} c3"
    ania.lay_by_mouse(move)
    assert ania.ghost() == [move]
    ania.told(page.locator(".bubble .place").click)
    assert ania.board() == {"c3": move[0]}

    answers(kasia, table, ania)
    ania.place_by_keys(best(ania)[0])
    points = 0
    while points == 0:
        answers(kasia, table, ania)
        move, points = best(ania)
        ania.lay_by_mouse(move)
        if points:
            expect(page.locator(".bubble")).to_contain_text(f"{points}")
        ania.told(page.locator(".bubble .place").click)
    (total,) = ania.view["scores"][0]
    assert total >= points
    expect(page.locator("[data-game]")).to_contain_text(re.compile(rf"Ania\W.*\b{total} points?\b"))
    history = page.get_by_role("tabpanel", name="Moves")
    expect(history).to_contain_text("barter")
    expect(history).to_contain_text(f"{NAMES[move[0]]} on {move.split()[1]}")

    page.keyboard.press("b")
    words = page.get_by_label("The board in words")
    expect(words).to_contain_text(NAMES[move[0]])
    page.keyboard.press("b")

    while not ania.over:
        answers(kasia, table, ania)
        if not ania.over:
            ania.type_move(best(ania)[0])
    expect(page.locator("#final")).to_be_visible()
    reason = {"bed full": "The bed is full.", "in bloom": "Twelve points reached."}
    expect(page.get_by_text(reason[ania.view["result"]["reason"]])).to_be_visible()
    final = ania.board()

    ania.go(f"/t/{table}/at/0")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    expect(page.locator("[data-piece]")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-piece]")).to_have_count(len(final))


def test_it_is_found_on_the_home_page_and_played_against_the_bot(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", language="pl")
    ania.go("/")
    ania.page.get_by_role("link", name="Rabatka").first.click()
    ania.page.get_by_role("button", name="Graj:").click()
    ania.wait_for_game()
    ania.until(lambda: bool(ania.legal), "one's turn")
    ania.type_move(best(ania)[0])
    ania.until(lambda: len(ania.view["cells"]) >= 2, "the bot's move")


def test_its_rules_can_be_read(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.go(f"/games/{GAME}/rules")
    expect(ania.page.get_by_role("heading", name="What is not allowed")).to_be_visible()
    expect(ania.page.get_by_text("a flower already grows there")).to_be_visible()


def test_it_fits_a_phone_and_is_played_by_touch(newcomer: Newcomer) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    ania = newcomer("Ania", **phone)
    table = ania.open_table(GAME, 1, seats=[{"me": True}])
    ania.does(table, "start")
    ania.sit_at(table)
    move = f"{ania.rack()[0]} b2"
    ania.place_by_touch(move)
    assert ania.board() == {"b2": move[0]}
    assert ania.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
