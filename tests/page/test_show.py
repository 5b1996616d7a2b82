"""The show around a move: what it counted lights up, and what others did stays marked."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITH_RACKS
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements
from tests.page.test_pace import APART, MOVING, play, sits
from tests.server import players
from tests.server.running_server import Server

COUNTED = "[data-show] [data-counted]"
POINTS = ".flying-points"


def hold_what_moves(person: Person) -> None:
    """Let animations stand still, too: the page's clock, which stands, is not theirs."""
    tools = person.context.new_cdp_session(person.page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})


def counts(newcomer: Newcomer, server: Server, motion: str) -> Person:
    """Return somebody before whose eyes, while time stands, another lays what counts most."""
    ania, kasia = newcomer("Ania", settings=MOVING), players.guest(server, "Kasia")
    ania.page.emulate_media(reduced_motion="reduce" if motion == "reduced" else "no-preference")
    ania.page.clock.install()
    table = ania.play_with(kasia, WITH_RACKS)
    ania.type_move(placements(ania.legal)[0])
    while ania.legal:
        ania.type_move(ania.legal[0])
    ania.see()
    ania.stop_time()
    hold_what_moves(ania)
    view = kasia.look(table)["game"]
    legal = view["legal"]
    row = max(range(len(legal["rows"])), key=lambda k: sum(legal["rows"][k][:5]))
    kasia.does(table, "move", move=legal["moves"][row], expected=view["after"])
    ania.until(lambda: bool(ania.view["last"]["seat"] == 1), "the other's move")
    return ania


def test_the_lines_of_anothers_move_light_up_and_their_points_travel(
    newcomer: Newcomer, server: Server
) -> None:
    ania = counts(newcomer, server, "full")
    lines = ania.view["last"]["counted"]["lines"]
    assert lines
    expect(ania.page.locator(COUNTED)).to_have_count(len(lines))
    of = ania.page.locator(COUNTED).evaluate_all("all => all.map(each => each.dataset.counted)")
    assert of == [line["of"] for line in lines]
    expect(ania.page.locator(POINTS)).to_have_text([f"+{line['points']}" for line in lines])
    ania.page.keyboard.press("Shift")
    expect(ania.page.locator(COUNTED)).to_have_count(0)
    expect(ania.page.locator(POINTS)).to_have_count(0)


def test_the_show_ends_by_itself(newcomer: Newcomer, server: Server) -> None:
    ania = counts(newcomer, server, "full")
    expect(ania.page.locator(COUNTED).first).to_be_attached()
    ania.page.clock.run_for(2000)
    expect(ania.page.locator(COUNTED)).to_have_count(0)


def test_nothing_moves_for_whoever_wants_stillness(newcomer: Newcomer, server: Server) -> None:
    ania = counts(newcomer, server, "reduced")
    ania.see()
    expect(ania.page.locator('[data-mark="1"]')).to_have_count(1)
    expect(ania.page.locator(COUNTED)).to_have_count(0)
    expect(ania.page.locator(POINTS)).to_have_count(0)


@pytest.mark.parametrize("settings", [{}, {"animation": "off"}], ids=["moving", "still"])
def test_what_others_laid_is_marked_and_numbered_until_one_moves(
    newcomer: Newcomer, server: Server, random: Random, settings: dict[str, str]
) -> None:
    ania, friends, table = sits(newcomer, server, **settings)
    marks = ania.page.locator("[data-mark]")
    expect(marks).to_have_count(0)
    play(ania, friends, table, random)
    for _ in range(3):
        ania.page.clock.run_for(APART)
    expect(marks).to_have_text(["1", "2"])
    assert marks.evaluate_all("all => all.map(each => each.dataset.seat)") == ["1", "2"]
    ania.page.clock.resume()
    ania.type_move(placements(ania.legal)[0])
    ania.see()
    expect(marks).to_have_count(0)
