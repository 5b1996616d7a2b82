"""What others ask for does not get in the way of what one is doing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from kafelki.server.bot_moves import BOT_IS_LATE
from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements
from tests.server import players
from tests.server.players import Player
from tests.server.running_server import Server

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
BOARD = "[data-game] svg"
KASIA_FIRST: list[dict[str, bool]] = [{}, {"me": True}]


def move(kasia: Player, table: str) -> None:
    view = kasia.look(table)["game"]
    [first, *_] = placements(view["legal"]["moves"])
    kasia.does(table, "move", move=first, expected=view["after"])


def top_of(ania: Person, what: str) -> float:
    box = ania.page.locator(what).first.bounding_box()
    assert box is not None, what
    return box["y"]


def asked(ania: Person, kasia: Player, table: str, what: str) -> Locator:
    """Let Kasia ask for something; return the button that agrees, having come over the page."""
    before = top_of(ania, BOARD)
    kasia.does(table, "propose", what=what)
    agree = ania.page.get_by_role("button", name="Agree")
    expect(agree).to_be_in_viewport()
    assert top_of(ania, BOARD) == before
    return agree


@pytest.mark.parametrize("screen", SCREENS)
def test_a_question_moves_nothing(screen: str, server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania", **SCREENS[screen]), players.guest(server, "Kasia")
    table = ania.play_with(kasia, WITHOUT_CHANCE, seats=KASIA_FIRST)
    ania.page.locator("aside").wait_for()
    move(kasia, table)
    ania.until(lambda: bool(ania.legal), "one's turn")
    ania.see()
    before = top_of(ania, BOARD)
    agree = asked(ania, kasia, table, "take-back")
    agree.focus()
    ania.page.keyboard.press("Enter")
    expect(agree).to_be_hidden()
    ania.until(lambda: not ania.legal, "the move to be taken back")
    assert top_of(ania, BOARD) == before


def test_a_rematch_moves_nothing(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania", **SCREENS["phone"]), players.guest(server, "Kasia")
    table = ania.play_with(kasia, WITHOUT_CHANCE, seats=KASIA_FIRST)
    kasia.does(table, "resign")
    ania.page.locator("#final").wait_for()
    agree = asked(ania, kasia, table, "rematch")
    agree.tap()
    ania.page.wait_for_url(lambda address: table not in address)


def test_why_one_waits_for_a_bot_is_told_until_it_moves(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    ania.page.clock.install()
    table = ania.play_with(kasia, WITHOUT_CHANCE, seats=KASIA_FIRST)
    ania.stop_time()

    async def tell() -> None:
        server.tables.audience.notice(table, BOT_IS_LATE)

    server.call(tell())
    notice = ania.page.get_by_text("The bot is getting ready")
    expect(notice).to_be_visible()
    move(kasia, table)  # as a bot would
    ania.catch_up(1)
    ania.see()
    assert notice.count() == 0, "what was true while one waited is still told"


def test_against_a_bot_a_move_is_taken_back_from_the_menu(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(
        ania.open_table(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"bot": "level-1"}], start=True)
    )
    ania.until(lambda: bool(ania.legal), "one's turn")
    before = ania.board()
    ania.type_move(ania.legal[0])
    ania.until(lambda: bool(ania.legal), "the bot to move")
    assert len(ania.board()) > len(before)
    ania.page.get_by_role("button", name="Table menu").click()
    ania.page.get_by_role("button", name="Take my move back").click()
    ania.until(lambda: ania.board() == before, "the board as it was")
