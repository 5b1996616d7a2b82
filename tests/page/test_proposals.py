"""What others ask for does not get in the way of what one is doing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Newcomer
from tests.page.person import Person, placements
from tests.server import players
from tests.server.players import Player
from tests.server.running_server import Server

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


def with_kasia(server: Server, ania: Person, game: str) -> tuple[Player, str]:
    """Return Kasia, who moves first, and the table."""
    kasia = players.guest(server, "Kasia")
    table = ania.open_table(game, 2, seats=[{}, {"me": True}])
    kasia.does(table, "sit")
    ania.does(table, "start")
    return kasia, table


def move(kasia: Player, table: str) -> None:
    view = kasia.look(table)["game"]
    [first, *_] = placements(view["legal"]["moves"])
    kasia.does(table, "move", move=first, expected=view["after"])


def top_of(ania: Person, what: str) -> float:
    box = ania.page.locator(what).first.bounding_box()
    assert box is not None, what
    return box["y"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_question_moves_nothing(screen: str, server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **SCREENS[screen])
    kasia, table = with_kasia(server, ania, "exo")
    ania.sit_at(table)
    ania.page.locator("aside").wait_for()
    move(kasia, table)
    ania.until(lambda: bool(ania.legal), "one's turn")
    ania.see()
    before = top_of(ania, "[data-game] svg")
    kasia.does(table, "propose", what="take-back")
    agree = ania.page.get_by_role("button", name="Agree")
    expect(agree).to_be_in_viewport()
    assert top_of(ania, "[data-game] svg") == before
    agree.focus()
    ania.page.keyboard.press("Enter")
    expect(agree).to_be_hidden()
    ania.until(lambda: not ania.legal, "the move to be taken back")
    assert top_of(ania, "[data-game] svg") == before


def test_a_rematch_moves_nothing(server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **SCREENS["phone"])
    kasia, table = with_kasia(server, ania, "exo")
    ania.sit_at(table)
    kasia.does(table, "resign")
    ania.page.locator("#final").wait_for()
    before = top_of(ania, "[data-game] svg")
    kasia.does(table, "propose", what="rematch")
    agree = ania.page.get_by_role("button", name="Agree")
    expect(agree).to_be_in_viewport()
    assert top_of(ania, "[data-game] svg") == before
    agree.tap()
    ania.page.wait_for_url(lambda address: table not in address)
