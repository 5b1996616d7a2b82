"""Clocks show the time that the server counts, whatever the device takes it for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements
from tests.server import players
from tests.server.running_server import Server

HALF_AN_HOUR = {"clock": {"kind": "minutes", "minutes": 30}}
WRONG = "const real = Date.now; Date.now = () => real() + (%d) * 3600_000;"


def minutes_left(person: Person, name: str) -> int:
    """Return the whole minutes that somebody has left, as it is shown."""
    clocks = person.page.get_by_role("list", name="Time")
    shown = clocks.get_by_role("listitem").filter(has_text=name).get_by_role("timer")
    found = re.fullmatch(r"(\d+):\d\d", shown.inner_text())
    assert found is not None, shown.inner_text()
    return int(found[1])


@pytest.mark.parametrize("hours", [-1, 1], ids=["slow", "fast"])
def test_a_device_whose_clock_is_wrong_shows_the_time_left(
    newcomer: Newcomer, server: Server, hours: int
) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    ania.context.add_init_script(WRONG % hours)
    ania.play_with(kasia, WITHOUT_CHANCE, settings=HALF_AN_HOUR)
    expect(ania.page.get_by_role("timer")).to_have_count(2)
    # A busy machine may take minutes for this, but not ten.
    assert 20 <= minutes_left(ania, "Ania") <= 30
    assert minutes_left(ania, "Kasia") == 30
    ania.type_move(placements(ania.legal)[0])
    running = ania.page.locator("li.running", has=ania.page.get_by_role("timer"))
    expect(running).to_contain_text("Kasia")
    assert 20 <= minutes_left(ania, "Kasia") <= 30
