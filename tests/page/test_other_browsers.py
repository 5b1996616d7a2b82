"""From home through a game to its replay, by mouse and by keys, in Firefox and in WebKit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import WITH_PAIRS, WITHOUT_CHANCE
from tests.page import drivers
from tests.page.drivers import Driver
from tests.page.laying import BUTTONS, placements
from tests.page.visitor import Visitor
from tests.server.conftest import have
from tests.server.running_server import Server
from tests.waiting import wait_until

BROWSERS = {
    "firefox": (drivers.firefox, ["firefox-esr"]),
    "webkit": (drivers.webkit, ["WebKitWebDriver", "MiniBrowser", "Xvfb"]),
}
"""How each is started, and the programs that this takes."""
BOT = "Hare"


@pytest.fixture(scope="module", params=BROWSERS)
def driver(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driver]:
    start, programs = BROWSERS[request.param]
    have(*programs)
    with start(tmp_path_factory.mktemp(request.param)) as driver:
        yield driver


@pytest.fixture
def visitor(driver: Driver, server: Server, chance: Random) -> Iterator[Visitor]:
    """Somebody at home who may not have complained at the end."""
    before = len(driver.troubles())
    visitor = Visitor(driver, server.url, chance.getrandbits(32))
    visitor.keep_settings()
    visitor.go("/")
    yield visitor
    assert driver.troubles()[before:] == []


def test_by_mouse_from_home_through_a_game_to_its_replay(visitor: Visitor, random: Random) -> None:
    sees_every_game(visitor)
    visitor.click("button", f"Play: {rules_of(WITHOUT_CHANCE).name.en}")
    visitor.click("dialog button", BOT)
    play(visitor, random, visitor.place_by_mouse)
    sees_the_end(visitor)
    visitor.click("a", "Replay")
    steps_through(visitor)


def test_by_keys_from_home_through_a_game_to_its_replay(visitor: Visitor, random: Random) -> None:
    sees_every_game(visitor)
    visitor.reach("button", f"Play: {rules_of(WITH_PAIRS).name.en}")
    visitor.press("Enter")
    wait_until(lambda: visitor.count("dialog[open] button:focus") > 0, "the question")
    visitor.reach("dialog button", BOT)
    visitor.press("Enter")
    play(visitor, random, visitor.place_by_keys)
    sees_the_end(visitor)
    assert visitor.count("#final:focus") == 1
    visitor.reach("a", "Replay")
    visitor.press("Enter")
    steps_through(visitor)


def sees_every_game(visitor: Visitor) -> None:
    """See all games at home, with nothing out of sight at the side."""
    names = {rules_of(game).name.en for game in GAMES}
    wait_until(lambda: names <= set(visitor.all("h2, h3", "each.innerText")), "the games")
    fits(visitor)


def fits(visitor: Visitor) -> None:
    """Have a page as wide as the window."""
    sizes = visitor.all("html", "[each.scrollWidth, innerWidth]")[0]
    assert sizes[0] <= sizes[1], "the page grows sideways"


def play(visitor: Visitor, random: Random, place: Callable[[str], None]) -> None:
    """Play until the game is over; whatever is played is drawn as the server knows it."""
    visitor.wait_for_game()
    fits(visitor)
    while True:
        visitor.wait_for_turn()
        visitor.can_play()
        assert visitor.board() == visitor.view["cells"]
        if visitor.over:
            return
        move = random.choice(visitor.legal)
        if placements([move]):
            place(move)
        else:
            visitor.reach(".choices button", BUTTONS[move])
            visitor.told(lambda: visitor.press("Enter"))


def sees_the_end(visitor: Visitor) -> None:
    """See who has won, as the server says."""
    wait_until(lambda: visitor.count("#final") == 1, "the result")
    seen = visitor.look()
    (mine,) = seen["you"]["seats"]
    places = seen["table"]["places"]
    won = "You won!" if places[mine] == 1 else f"{BOT} won"
    assert visitor.text("#final") == ("It is a tie" if places == [1, 1] else won)
    fits(visitor)


def steps_through(visitor: Visitor) -> None:
    """Go through a game with keys; the server says the same of each board."""
    wait_until(lambda: visitor.count("input[type=range]") == 1, "the replay")
    fits(visitor)
    slider = "input[type=range]"
    last = int(visitor.all(slider, "each.max")[0])
    for key, move in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        before = visitor.board()
        visitor.press(key)
        wait_until(partial(shows, visitor, move, before), f"the step by {key}")
        events = visitor.all("[data-game]", "each.dataset.after")[0]
        assert visitor.board() == visitor.ask(f"/tables/{visitor.table}/at/{events}")["cells"]


def shows(visitor: Visitor, move: int, before: dict[str, str]) -> bool:
    """Whether the replay has come to a move, and to a board that is not the one before."""
    at = visitor.all("input[type=range]", "Number(each.value)")
    return at == [move] and visitor.board() != before
