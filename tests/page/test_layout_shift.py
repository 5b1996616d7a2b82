"""Nothing moves by itself while a page comes, on a slow network too."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.server.players import guest
from tests.server.running_server import Server

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 100_000,
}
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
SIZES = ((390, 844), (320, 640), (820, 1180), (1280, 800))
BOXES = """() => ['.stage', '.rack button'].map((each) => {
    const { top, width, height } = document.querySelector(each).getBoundingClientRect();
    return [top, width, height].map(Math.round);
})"""
FAR = 6
"""So many cells from its start, a table without edges shows more than it began with."""
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
    }
}).observe({ type: 'layout-shift', buffered: true });
"""
LEAST = 0.01
"""A smaller shift is of a fraction of a pixel or of a word."""
SETTLED = 400
"""Milliseconds after which what follows the first drawing has been drawn, too."""


def shifts(person: Person, path: str, last: str) -> list[Any]:
    """Return what moved by itself on a page, until its last part is there."""
    person.go(path)
    person.page.locator(last).first.wait_for()
    person.page.wait_for_timeout(SETTLED)
    found: list[Any] = person.page.evaluate("window.shifts")
    return [shift for shift in found if shift[0] >= LEAST]


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_moves_by_itself(screen: str, newcomer: Newcomer) -> None:
    ania = newcomer("Ania", painted=True, **SCREENS[screen])
    bot = {"bot": "level-1"}
    table = ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, bot], start=True)
    ania.page.add_init_script(WATCH)
    slow = ania.context.new_cdp_session(ania.page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions", NETWORK)
    for path, last in {
        f"/t/{table}": ".beside > *",
        "/": "section #mine",
        f"/games/{WITH_RACKS}": "#ratings",
        f"/games/{WITH_RACKS}/rules": ".try",
        f"/games/{AT_ONCE}/lesson": ".try div.side",
        f"/t/{table}/at/0": "aside",
    }.items():
        assert shifts(ania, path, last) == [], path


def test_all_pieces_are_drawn_at_once(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", painted=True, **SCREENS["desktop"])
    ania.page.add_init_script(WATCH)
    assert shifts(ania, "/design", "#dark > section:last-child") == []


def boxes(person: Person, table: str) -> list[Any]:
    """Return where the board stands and how large a tile in hand is, in windows of each size."""
    found = []
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        person.sit_at(table)
        person.see()
        person.page.locator(".scores").wait_for(state="attached")
        found.append(person.page.evaluate(BOXES))
    return found


def test_what_comes_with_a_round_has_its_room_from_the_start(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", language="pl")
    table = ania.open_table(AT_ONCE, 1, seats=[{"me": True}], start=True)
    first = boxes(ania, table)
    while (view := ania.look(table))["round"] < len(view["scores"][0]):
        ania.does(table, "move", move=view["legal"]["moves"][0], expected=view["after"])
    assert boxes(ania, table) == first


def test_tiles_in_hand_keep_their_size_while_the_table_grows(
    server: Server, newcomer: Newcomer
) -> None:
    ania, kasia = newcomer("Ania"), guest(server, "Kasia")
    table = ania.play_with(kasia, WITHOUT_BOARD)
    first = [tile for _, tile in boxes(ania, table)]

    def reach(move: str) -> int:
        return max((int(x) for x in re.findall(r"(-?\d+),", move)), default=0)

    farthest = 0
    while (view := ania.look(table))["to_act"] != [0] or farthest < FAR:
        mine = view["to_act"] == [0]
        moves = (view if mine else kasia.look(table)["game"])["legal"]["moves"]
        move = max(moves, key=reach)
        farthest = max(farthest, reach(move))
        (ania if mine else kasia).does(table, "move", move=move, expected=view["after"])
    assert [tile for _, tile in boxes(ania, table)] == first
