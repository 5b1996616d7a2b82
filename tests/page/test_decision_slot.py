"""What else is asked than a placement has a place of its own: the tiles in hand stay in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kafelki.server.table.state import Secret
from tests.page.conftest import Newcomer
from tests.page.person import Person

SCREENS = ((1440, 900), (1366, 768), (390, 844))
GAMES = {  # a seed, and the moves after which a swap is offered, or an extra tile
    "a swap": (
        "axio",
        "f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e",
        "BO j7 j8, RB h7 i7, OV j9 k9, RR h10 h11, OG j10 k10, RV i11 j11",
    ),
    "an extra tile": (
        "geniusz",
        "cd072cd8be6f9f62ac4c09c28206e7e35594aa6b342f5d0a3a5e4842fab428f7",
        "BR k6 l7, BB g12 h12, BB f11 g11, BO h11 i11, BB e10 f10, BO g10 h10, BB d9 e9",
    ),
}


def tiles_of(person: Person, table: str) -> list[tuple[float, float]]:
    """Return from where to where the tiles of whoever moves reach, on each of the screens."""
    person.go(f"/t/{table}")
    person.page.locator("main .button.primary").click()  # whoever has the device
    rack = person.page.locator(".rack")
    person.page.locator(".side").wait_for()
    found = []
    for width, height in SCREENS:
        person.page.set_viewport_size({"width": width, "height": height})
        box = rack.bounding_box()
        assert box is not None
        found.append((box["y"], box["y"] + box["height"]))
    return found


@pytest.mark.parametrize("asked", GAMES)
def test_the_tiles_stay_where_they_are(
    asked: str, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seed, moves = GAMES[asked]
    monkeypatch.setattr(Secret, "fresh", lambda: Secret(bytes.fromhex(seed)))
    ania = newcomer("Ania", language="pl")
    seats = [{"me": True}, {"label": "Kasia"}]
    table = ania.open_table(game, 2, seats=seats, start=True)
    first, *others = moves.split(", ")
    play(ania, table, first)
    before = tiles_of(ania, table)
    for move in others:
        play(ania, table, move)
    after = tiles_of(ania, table)
    expect(ania.page.locator(".choices button").first).to_be_visible()
    for (width, height), (top, _), (still, end) in zip(SCREENS, before, after, strict=True):
        assert abs(still - top) < 1, f"the tiles move at {width} × {height}"
        assert end <= height, f"the tiles are out of sight at {width} × {height}"


def play(person: Person, table: str, move: str) -> None:
    view = person.look(table)
    person.does(table, "move", move=move, expected=view["after"], seat=view["to_act"][0])
