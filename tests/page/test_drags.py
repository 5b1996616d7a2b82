"""A drag that ends somewhere else than it should leaves nothing behind."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer

BOT = {"bot": "level-1"}


def test_a_drag_that_leaves_the_board_ends_there(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITHOUT_CHANCE, 2, seats=[{"me": True}, BOT], start=True))
    ania.until(lambda: bool(ania.legal), "one's turn")
    mouse = ania.page.mouse
    box = ania.page.locator(".stage svg").first.bounding_box()
    assert box is not None
    mouse.move(box["x"] + 3, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] - 60, box["y"] + box["height"] / 2)
    mouse.up()
    mouse.move(*ania.cell("e5"))
    assert any(half.endswith("e5") for half in ania.ghost()), "the tile follows the mouse again"


def test_a_drag_that_is_taken_away_leaves_no_tile_on_the_board(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, BOT], start=True))
    ania.until(lambda: bool(ania.legal), "one's turn")
    tile = ania.page.locator(".rack [data-tile]").first
    box = tile.bounding_box()
    assert box is not None
    ania.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ania.page.mouse.down()
    ania.page.mouse.move(*ania.cell("f7"), steps=4)
    assert ania.ghost()
    tile.dispatch_event("pointercancel")
    assert ania.ghost() == []
    ania.page.mouse.up()
    expect(ania.page.locator(".bubble")).to_have_count(0)
