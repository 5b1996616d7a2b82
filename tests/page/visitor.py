"""Somebody at any browser: what they see is asked of the page, what is so of the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.page.drivers import Driver
from tests.page.laying import Json, Laying, Point
from tests.page.person import KNOWN_CHANCE, UNPAINTED
from tests.waiting import wait_until

SETTINGS = {"language": "en", "animation": "off", "sounds": False}
ASKING = """async (path, body) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`/api${path}`, body ? { ...sent, body: JSON.stringify(body) } : {});
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
}"""
NAMED = "(each) => (each.ariaLabel ?? each.innerText).replace(/\\s+/g, ' ').trim()"
"""What an element is called."""
FINDING = """async (selector, name) => {
    const found = [...document.querySelectorAll(selector)].find(
        (each) => each.checkVisibility() && NAMED(each).startsWith(name) && !each.disabled,
    );
    if (!found) return null;
    found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const middle = () => {
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const [before] = [middle(), await new Promise(requestAnimationFrame)];
    const rests = String(middle()) === String(before);
    return rests && found.contains(document.elementFromPoint(...before)) ? before : null;
}""".replace("NAMED", f"({NAMED})")
"""Where the first of some elements can be pressed; nowhere while it moves or is covered."""


class Visitor(Laying):
    """Somebody at a browser that was never here before."""

    def __init__(self, driver: Driver, address: str, chance: int) -> None:
        self.driver = driver
        self.address = address
        self._beginning = KNOWN_CHANCE % chance + UNPAINTED
        self._update: Json = {}

    # Coming and going

    def go(self, path: str) -> None:
        """Go to an address of the page."""
        self.driver.go(f"{self.address}{path}")
        self.driver.run(f"() => {{ {self._beginning} }}")

    def keep_settings(self) -> None:
        """Have chosen language, stillness and silence at an earlier time.

        It is done at a picture: what a page fetches while it is left, browsers complain of.
        """
        self.go("/icon.svg")
        kept = f"localStorage['kafelki.settings'] = {json.dumps(json.dumps(SETTINGS))}"
        self.driver.run(f"() => {{ {kept} }}")

    def ask(self, path: str, body: Json | None = None) -> Any:
        """Return what the server answers to who sits here."""
        return self.driver.run(ASKING, path, body)

    @property
    def table(self) -> str:
        """The table that the address is of."""
        return str(self.driver.run("() => location.pathname.split('/')[2]"))

    def wait_for_game(self) -> None:
        """Wait until the board is there."""
        wait_until(lambda: self.count("[data-game] [data-cell]") > 0, "the board")
        self.look()

    # What is so

    def look(self) -> Json:
        """Return the table as the server tells it now."""
        self._update = self.ask(f"/tables/{self.table}")
        return self._update

    @property
    def view(self) -> Json:
        view: Json = self._update["game"]
        return view

    @property
    def over(self) -> bool:
        """Whether the game at the table was over when last looked at."""
        return bool(self._update["table"]["status"] == "over")

    @property
    def legal(self) -> list[str]:
        """The moves that were legal when last looked at."""
        legal = self.view["legal"]
        return list(legal["moves"]) if legal else []

    def wait_for_turn(self) -> None:
        """Wait until it is one's turn, or the game is over."""
        wait_until(lambda: bool(self.look() and (self.over or self.legal)), "one's turn")

    # What is seen

    def all(self, selector: str, what: str) -> list[Any]:
        """Return something of each element, as an expression says."""
        every = f"[...document.querySelectorAll(selector)].map((each) => {what})"
        found: list[Any] = self.driver.run(f"(selector) => {every}", selector)
        return found

    def count(self, selector: str) -> int:
        """Return how many elements there are."""
        return len(self.all(selector, "1"))

    def text(self, selector: str) -> str:
        """Return what is to be read in an element."""
        return " ".join(self.all(selector, "each.innerText"))

    def board(self) -> dict[str, str]:
        """Return what lies on the board, as it is drawn."""
        return dict(self.all("[data-piece]", "[each.dataset.piece, each.dataset.value]"))

    def can_play(self) -> None:
        wait_until(self._shows_all, "the board to be drawn")

    def _shows_all(self) -> bool:
        shown = self.all("[data-game][data-after]", "Number(each.dataset.after)")
        waiting = self.count(".rack button:disabled")
        return (self.over or not waiting) and all(each >= self.view["after"] for each in shown)

    def rack(self) -> list[str]:
        return self.all(".rack [data-tile]", "each.dataset.tile")

    def ghost(self) -> list[str]:
        return self.all("[data-ghost]", "each.dataset.ghost")

    def places(self) -> dict[str, Point]:
        numbers = "each.getAttribute('transform').match(/-?[\\d.]+/g).slice(0, 2).map(Number)"
        return {
            cell: (x, y)
            for cell, (x, y) in self.all("svg [data-cell]", f"[each.dataset.cell, {numbers}]")
        }

    def cell(self, name: str) -> Point:
        box = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
        at = f'[data-game] svg [data-cell="{name}"]'
        (x, y), *_ = self.all(at, f"{box}(each.getBoundingClientRect())")
        return x, y

    def is_chosen(self, tile: str) -> bool:
        return "true" in self.all(_in_rack(tile), "each.ariaPressed")

    # What is done

    def press(self, key: str) -> None:
        self.driver.press(key)

    def point_at(self, place: Point) -> None:
        self.driver.point_at(place)

    def click_at(self, place: Point) -> None:
        self.driver.click_at(place)

    def click(self, selector: str, name: str = "") -> None:
        """Click on the first element of that name, once it is there to be clicked on."""
        found: list[Point] = []

        def is_there() -> bool:
            place = self.driver.run(FINDING, selector, name)
            found.extend([place] if place else [])
            return bool(found)

        wait_until(is_there, f"{selector} {name} to be pressed")
        self.click_at(found[0])

    def choose(self, tile: str) -> str:
        if not self.is_chosen(tile):
            self.click(_in_rack(tile))
        return str(self.all(_in_rack(tile), "each.dataset.tile")[0])

    def bring_into_sight(self, cell: str) -> None:
        if self.count(".tools .hint"):
            self.click(".tools .hint")
        self.all(f'svg [data-cell="{cell}"]', "each.scrollIntoView({ block: 'nearest' })")

    def told(self, doing: Callable[[], None]) -> None:
        before = self.look()["table"]["after"]
        doing()
        wait_until(lambda: self.look()["table"]["after"] > before, "the move to be played")

    def place_by_mouse(self, move: str) -> None:
        """Place a tile with the mouse."""
        self.lay_by_mouse(move)
        self.told(lambda: self.click(".bubble .place"))

    def reach(self, selector: str, name: str) -> None:
        """Go to an element of that name with the tabulator."""
        named = f"each.matches({json.dumps(selector)}) && ({NAMED})(each)"
        for _ in range(100):
            if any(str(each).startswith(name) for each in self.all(":focus", named) if each):
                return
            self.press("Tab")
        raise AssertionError(f"{name} can not be reached with the keyboard")


def _in_rack(tile: str) -> str:
    return f'.rack [data-tile="{tile}"], .rack [data-tile="{tile[::-1]}"]'
