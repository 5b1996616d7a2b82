"""What happened while one was away can be seen again, move by move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.games.examples import AT_ONCE, WITH_PAIRS
from tests.page.conftest import Newcomer
from tests.page.person import placements
from tests.server import players
from tests.server.running_server import Server


def test_what_others_did_since_my_move_plays_by_itself(server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    others = [players.guest(server, name) for name in ("Kasia", "Ola")]
    table = ania.open_table(WITH_PAIRS, 3, seats=[{"me": True}, {}, {}])
    for other in others:
        other.does(table, "sit")
    ania.does(table, "start")
    ania.sit_at(table)
    again = ania.page.get_by_role("link", name="Replay since my last move")
    expect(again).to_have_count(0)
    ania.type_move(placements(ania.legal)[0])
    mine = ania.board()
    after_mine = ania.view["after"]
    expect(again).to_have_count(0)
    for other in others:
        view = other.look(table)["game"]
        other.does(
            table, "move", move=placements(view["legal"]["moves"])[0], expected=view["after"]
        )
    ania.until(lambda: bool(ania.legal), "one's turn")
    now = ania.board()
    assert len(now) == len(mine) + 4

    shown: list[str] = []
    ania.page.on("framenavigated", lambda frame: shown.append(frame.url))
    again.click()
    # It goes on from there to the end without being asked to, and stops.
    expect(ania.page.get_by_role("slider", name="Move 3 of 3")).to_be_visible()
    expect(ania.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    ania.page.wait_for_url(re.compile(rf"/at/{after_mine + 4}$"))
    assert ania.page.locator("[data-piece]").count() == len(now)
    # What was played is told, not who would be next.
    expect(ania.page.locator(".prompt")).to_contain_text("Ola: ")
    stops = [int(each) for address in shown for each in re.findall(r"/at/(\d+)", address)]
    assert stops == [after_mine, after_mine + 2, after_mine + 4]  # a move and a draw each
    ania.page.get_by_role("link", name="To the table").click()
    ania.wait_for_game()
    assert ania.board() == now


COUNTING = """
window.changes = 0;
const replace = history.replaceState;
history.replaceState = (...all) => { window.changes += 1; return replace.apply(history, all); };
"""
PRESSING = """keys => {
    const press = (key) => new KeyboardEvent('keydown', { key, bubbles: true });
    for (const key of keys) document.body.dispatchEvent(press(key));
}"""
"""Faster than fingers: all within one moment."""


def test_stepping_through_asks_for_nothing_twice(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    table = kasia.open(AT_ONCE, players=2, seats=[{"me": True}, {}])
    ania.does(table, "sit")
    kasia.does(table, "start")
    for _ in range(6):
        for person in (kasia, ania):
            view = kasia.look(table)["game"] if person is kasia else ania.look(table)
            move = view["legal"]["moves"][0]
            person.does(table, "move", move=move, expected=view["after"])
    asked: list[str] = []
    ania.page.on("request", lambda request: asked.append(request.url))
    ania.page.add_init_script(COUNTING)
    ania.go(f"/t/{table}/at/0")
    slider = ania.page.get_by_role("slider")
    expect(slider).to_be_visible()
    keys = ["ArrowRight"] * 12 + ["ArrowLeft"] * 12 + ["End"]
    ania.page.evaluate(PRESSING, keys)
    expect(ania.page.get_by_role("slider", name="Move 12 of 12")).to_be_visible()
    # One sees one's own ramp, which is not that of the first seat.
    expect(ania.page.get_by_role("group", name="Ramp of Ania")).to_be_visible()
    mine = ania.look(table)["cells"][1]
    ania.until(lambda: ania.page.locator(".stage [data-piece]").count() == len(mine), "my ramp")
    tables = [address for address in asked if f"/api/tables/{table}" in address]
    assert len(tables) == len(set(tables))
    ania.page.wait_for_url(re.compile(rf"/at/{ania.look(table)['after']}$"))
    assert ania.page.evaluate("window.changes") == 1, "the address follows where one stays"
