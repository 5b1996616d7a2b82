"""Drags: one that ends in the wrong place leaves nothing behind; two fingers zoom the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.laying import Point

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


def test_two_fingers_zoom_the_board_and_one_moves_it(newcomer: Newcomer) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    ania = newcomer("Ania", **phone)
    ania.sit_at(ania.open_table(WITH_PAIRS, 2, seats=[{"me": True}, BOT], start=True))
    ania.see()
    cell = ania.page.locator("[data-game] svg [data-cell]").first
    fingers = ania.context.new_cdp_session(ania.page)

    def touch(kind: str, *places: Point) -> None:
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def size() -> float:
        return float(cell.evaluate("it => it.getBoundingClientRect().width"))

    def place() -> list[float]:
        return list(cell.evaluate("it => [it.getBoundingClientRect()].flatMap(({x, y}) => [x, y])"))

    x, y = ania.cell("h8")
    before = size()
    touch("touchStart", (x - 40, y), (x + 40, y))
    for far in range(50, 101, 10):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    # From 80 pixels between the fingers to 200.
    ania.until(lambda: size() == pytest.approx(2.5 * before, rel=0.01), "the board to be zoomed")
    was = place()
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 12 * step, y + 8 * step))
    touch("touchEnd")
    moved = pytest.approx([was[0] + 60, was[1] + 40], abs=0.5)
    ania.until(lambda: place() == moved, "the board to be moved")
    assert ania.page.evaluate("visualViewport.scale") == 1
    expect(ania.page.locator(".bubble")).to_have_count(0)
