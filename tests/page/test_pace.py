"""What others do is shown one thing after the other, and never holds anybody up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.games.examples import WITHOUT_BOARD
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.server import players
from tests.server.players import Player
from tests.server.running_server import Server

APART = 700
"""Milliseconds for which each thing is seen, unless somebody has chosen otherwise."""
MOVING = {"animation": "full"}
HIDE = """() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def shown(page: Page) -> int:
    """Return how many events of the game the board shows."""
    after = page.locator("[data-game][data-after]").get_attribute("data-after")
    assert after is not None
    return int(after)


def sits(newcomer: Newcomer, server: Server, **settings: Any) -> tuple[Person, list[Player], str]:
    """Return somebody with two others at a table where it is the others' turn, and time stands."""
    ania = newcomer("Ania", settings=MOVING | settings)
    ania.page.clock.install()
    friends = [players.guest(server, name) for name in ("Kasia", "Julia")]
    table = ania.open_table(WITHOUT_BOARD, 3, seats=[{"me": True}, {}, {}])
    for friend in friends:
        friend.does(table, "sit")
    ania.does(table, "start")
    ania.sit_at(table)
    random = Random(1)
    while ania.legal:
        ania.type_move(random.choice(ania.legal))
    ania.see()
    ania.stop_time()
    return ania, friends, table


def play(ania: Person, friends: list[Player], table: str, random: Random) -> list[int]:
    """Let the others place and take; return how many events there were after each of the four."""
    counts = []
    for friend in (friends[0], friends[0], friends[1], friends[1]):
        counts.append(friend.move(table, random)["after"])
        ania.catch_up(counts[-1])
    return counts


def test_moves_of_others_come_one_after_the_other(
    newcomer: Newcomer, server: Server, random: Random
) -> None:
    ania, friends, table = sits(newcomer, server)
    counts = play(ania, friends, table, random)
    assert shown(ania.page) < counts[1]
    for k, count in enumerate(counts[1:], 1):
        ania.page.clock.run_for(APART)
        board = ania.page.locator("[data-game][data-after]")
        expect(board).to_have_attribute("data-after", str(count))
        # To place and to take is one turn.
        expect(ania.page.locator("aside ol a")).to_have_count(2 + k // 2)


@pytest.mark.parametrize("how", ["key", "press", "hidden"])
def test_whatever_somebody_does_skips_to_the_present(
    newcomer: Newcomer, server: Server, random: Random, how: str
) -> None:
    ania, friends, table = sits(newcomer, server)
    counts = play(ania, friends, table, random)
    assert shown(ania.page) < counts[-1]
    # The title tells that it is one’s turn, whatever is still to be seen.
    assert ania.page.title().startswith("●")
    match how:
        case "key":
            ania.page.keyboard.press("Shift")
        case "press":
            ania.page.locator("h1").click()
        case "hidden":
            ania.page.evaluate(HIDE)
    board = ania.page.locator("[data-game][data-after]")
    expect(board).to_have_attribute("data-after", str(counts[-1]))


@pytest.mark.parametrize("settings", [{"animation": "off"}, {"pace": "once"}], ids=str)
def test_who_wants_no_show_sees_everything_at_once(
    newcomer: Newcomer, server: Server, random: Random, settings: dict[str, str]
) -> None:
    ania, friends, table = sits(newcomer, server, **settings)
    counts = play(ania, friends, table, random)
    board = ania.page.locator("[data-game][data-after]")
    expect(board).to_have_attribute("data-after", str(counts[-1]))


def test_under_reduced_motion_everything_is_there_at_once(
    newcomer: Newcomer, server: Server, random: Random
) -> None:
    ania, friends, table = sits(newcomer, server)
    ania.page.emulate_media(reduced_motion="reduce")
    counts = play(ania, friends, table, random)
    board = ania.page.locator("[data-game][data-after]")
    expect(board).to_have_attribute("data-after", str(counts[-1]))
