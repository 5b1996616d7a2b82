"""What else is asked than a placement has a place of its own: the tiles in hand stay in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kafelki.rules.registry import rules_of
from kafelki.server.table.state import Secret
from tests.games.examples import WITH_PAIRS, WITH_RACKS
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.page.test_telling import LISTEN
from tests.server.players import guest
from tests.server.running_server import Server

SCREENS = ((1440, 900), (1366, 768), (390, 844), (320, 640), (844, 390))
SMALLEST = 20
"""Pixels that half a tile must have at least, to be told from others."""
GAMES = {  # a seed, and the moves after which a swap is offered, or an extra tile
    "a swap": (
        WITH_RACKS,
        "f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e",
        "BO j7 j8, RB h7 i7, OV j9 k9, RR h10 h11, OG j10 k10, RV i11 j11",
    ),
    "an extra tile": (
        WITH_PAIRS,
        "cd072cd8be6f9f62ac4c09c28206e7e35594aa6b342f5d0a3a5e4842fab428f7",
        "BR k6 l7, BB g12 h12, BB f11 g11, BO h11 i11, BB e10 f10, BO g10 h10, BB d9 e9",
    ),
}


def tiles_of(person: Person, table: str) -> list[tuple[float, float]]:
    """Return from where to where the tiles of whoever moves reach, on each of the screens."""
    person.go(f"/t/{table}")
    person.page.locator("main .button.primary").click()  # whoever has the device
    return tiles_on_screens(person)


def tiles_on_screens(person: Person) -> list[tuple[float, float]]:
    """Return from where to where the tiles in hand reach, on each of the screens."""
    rack = person.page.locator(".rack")
    person.page.locator(".scores").wait_for()
    found = []
    for width, height in SCREENS:
        resize(person, width, height)
        box = rack.bounding_box()
        assert box is not None
        found.append((box["y"], box["y"] + box["height"]))
    return found


def resize(person: Person, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has followed it."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")


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
    *others, last = others
    for move in others:
        play(ania, table, move)
    tiles_of(ania, table)
    play(ania, table, last)
    expect(ania.page.locator(".choices button").first).to_be_visible()
    if called := rules_of(game).call:  # blue is full
        expect(
            ania.page.get_by_role("status").filter(has_text=f"Ania: {called.pl}")
        ).to_be_visible()
    after = tiles_on_screens(ania)
    for (width, height), (top, _), (still, end) in zip(SCREENS, before, after, strict=True):
        assert abs(still - top) < 1, f"the tiles move at {width} × {height}"
        assert end <= height, f"the tiles are out of sight at {width} × {height}"
    for width, height in SCREENS:
        resize(ania, width, height)
        assert covered(ania) == [], f"at {width} × {height}"


def covered(person: Person) -> list[str]:
    """Return what is asked but cannot be read: cut off, or under something beside it."""
    found: list[str] = person.page.evaluate(
        """() => {
            const prompt = document.querySelector('.prompt');
            const parts = document.querySelectorAll('.choices :is(p, svg, button)');
            const seen = [...parts].filter((each) => each.getBoundingClientRect().width > 1);
            const within = (one, other) => one !== other && other.contains(one);
            const meets = (one, other) => {
                const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
                return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            };
            const under = seen.filter((one) =>
                seen.some((other) => one !== other && !within(one, other) && !within(other, one)
                    && meets(one, other)));
            const cut = [prompt, ...seen].filter((each) => each.scrollWidth > each.clientWidth + 1);
            return [...under, ...cut].map((each) => each.textContent.trim());
        }"""
    )
    return found


def test_tiles_that_were_swapped_are_seen_and_told_until_the_next_placement(
    server: Server, newcomer: Newcomer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seed, moves = GAMES["a swap"]
    monkeypatch.setattr(Secret, "fresh", lambda: Secret(bytes.fromhex(seed)))
    ania, kasia = newcomer("Ania"), guest(server, "Kasia")
    table = ania.play_with(kasia, game)
    people: tuple[Any, ...] = (ania, kasia)
    for number, move in enumerate(moves.split(", ")):
        if number == 5:
            ania.catch_up(ania.look(table)["after"])
            before = tiles_on_screens(ania)
        people[number % 2].does(table, "move", move=move, expected=ania.look(table)["after"])
    ania.page.evaluate(LISTEN)
    kasia.does(table, "move", move="swap", expected=ania.look(table)["after"])
    told = kasia.look(table)["game"]["swapped"]
    assert told["seat"] == 1
    shown = ania.page.locator(".shown [data-tile]")
    expect(shown).to_have_count(4)  # five, less the one that was placed
    assert [tile.get_attribute("data-tile") for tile in shown.all()] == told["tiles"]
    after = tiles_on_screens(ania)
    for (width, height), top, still in zip(SCREENS, before, after, strict=True):
        assert abs(still[0] - top[0]) < 1, f"the tiles in hand move at {width} × {height}"
        resize(ania, width, height)
        for tile in shown.all():
            box = tile.bounding_box()
            assert box is not None
            assert box["width"] >= 2 * SMALLEST, f"a tile is too small at {width} × {height}"
            assert 0 <= box["x"] <= width - box["width"]
            assert 0 <= box["y"] <= height - box["height"]
    names = "".join(f"{tile.inner_text().strip()}, " for tile in shown.all())[:-2]
    said = f"Kasia showed before the swap: {names}"
    ania.until(lambda: said in " ".join(ania.page.evaluate("window.heard")), "the tiles to be told")
    ania.type_move(ania.legal[0])
    expect(shown).to_have_count(0)


def play(person: Person, table: str, move: str) -> None:
    view = person.look(table)
    person.does(table, "move", move=move, expected=view["after"], seat=view["to_act"][0])


@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS])
def test_beside_hints_board_and_rack_are_seen_whole(newcomer: Newcomer, game: str) -> None:
    ania = newcomer("Ania", viewport={"width": 1280, "height": 800})
    seats = [{"me": True}, {"bot": "level-1"}]
    settings = {"private": True, "hints": True}
    ania.sit_at(ania.open_table(game, 2, seats=seats, settings=settings, start=True))
    ania.page.get_by_role("button", name="Hint").click()
    hints = ania.page.get_by_role("dialog", name="Good moves")
    expect(hints.get_by_role("button", name="Play this")).to_have_count(3)
    right = hints.evaluate("it => it.getBoundingClientRect().right")
    for part in (".stage svg", ".rack"):
        box = ania.page.locator(part).first.bounding_box()
        assert box is not None
        assert box["x"] >= right, part
