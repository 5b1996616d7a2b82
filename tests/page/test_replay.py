"""What happened while one was away can be seen again, move by move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Newcomer
from tests.page.person import placements
from tests.server import players
from tests.server.running_server import Server


def test_what_others_did_since_my_move_plays_by_itself(server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    others = [players.guest(server, name) for name in ("Kasia", "Ola")]
    table = ania.open_table("geniusz", 3, seats=[{"me": True}, {}, {}])
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
    expect(ania.page.get_by_role("slider", name="Move 3 of 3")).to_be_visible(timeout=20_000)
    expect(ania.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert ania.page.locator("[data-piece]").count() == len(now)
    stops = [int(each) for address in shown for each in re.findall(r"/at/(\d+)", address)]
    assert stops == [after_mine, after_mine + 2, after_mine + 4]  # a move and a draw each
    ania.page.get_by_role("link", name="To the table").click()
    ania.wait_for_game()
    assert ania.board() == now
