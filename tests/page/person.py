"""Somebody at a browser: what they see at a table, and what they do there."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Locator, WebSocket

from tests.page.laying import Json as Json
from tests.page.laying import Laying, Point
from tests.page.laying import lying as lying
from tests.page.laying import placements as placements
from tests.server.players import Player, new_command
from tests.waiting import PATIENCE

OFFLINE = ("net::ERR_", "WebSocket connection to")
"""What a browser itself complains of while it has no connection."""
TRIED_AGAIN = "WebSocket is closed before the connection is established"
"""What it says when the page gives a slow connection up for a new one: as on a busy machine."""
NO_WORKER = "Service Worker registration blocked"
"""What it says where the page is not kept for later."""
KNOWN_CHANCE = """if (location.protocol === 'http:') {
    const loads = Number(localStorage['loads'] ?? 0) + 1;
    localStorage['loads'] = String(loads);
    let state = (%d + 7919 * loads) >>> 0;
    crypto.getRandomValues = (bytes) =>
        bytes.map(() => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return state >>> 24;
        });
}"""
"""Lets a browser add to the draws what it added the last time."""
NOTHING_SEEN = "body { opacity: 0 }"
UNPAINTED = f"""window.unpainted = new CSSStyleSheet();
window.unpainted.replaceSync('{NOTHING_SEEN}');
document.adoptedStyleSheets.push(window.unpainted);"""
"""Lets a browser lay everything out and hear everything, but paint nothing."""
SEEN = """([selector, after, waiting]) => {
    const all = (selector) => (selector ? [...document.querySelectorAll(selector)] : []);
    const next = all('.next');
    next.forEach((each) => each.click());
    const late = all('[data-game][data-after]').some((each) => Number(each.dataset.after) < after);
    return next.length || late || all(waiting).length ? null : all(selector).map((each) => WHAT);
}"""
"""What is seen where the board shows what the page was told, and nothing else is to be waited for;
where the last round is still shown, the page goes on to the next.
"""


class Person(Laying):
    """A browser of one's own, that remembers every complaint it makes."""

    def __init__(
        self,
        context: BrowserContext,
        address: str,
        settings: Json,
        chance: int | None = None,
        painted: bool = True,
    ) -> None:
        self.context = context
        self.address = address
        self.troubles: list[str] = []
        self.offline = False
        self.update: Json = {}
        self.entries: dict[int, Json] = {}
        context.set_default_timeout(PATIENCE * 1000)
        if chance is not None:
            context.add_init_script(KNOWN_CHANCE % chance)
        if not painted:
            context.add_init_script(UNPAINTED)
        self._keep("kafelki.settings", json.dumps(settings))
        self._keep("kafelki.folded", "no")
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self.troubles.append(str(error.error)))
        self.page = context.new_page()
        self.page.on("websocket", self._listen)

    def _console(self, kind: str, text: str) -> None:
        signs = OFFLINE if self.offline else (TRIED_AGAIN, NO_WORKER)
        expected = any(sign in text for sign in signs)
        if kind in ("error", "warning") and not expected:
            self.troubles.append(f"{kind}: {text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)

    def _frame(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["type"] in ("snapshot", "update"):
            if message["type"] == "snapshot":
                self.entries = {}
            self.entries |= {entry["number"]: entry for entry in message["entries"]}
            self.update = message

    def _keep(self, key: str, value: str) -> None:
        """Let the browser have kept something from an earlier time."""
        setting = f"localStorage[{json.dumps(key)}] ??= {json.dumps(value)}"
        self.context.add_init_script(f"if (location.protocol === 'http:') {setting}")

    # Coming and going

    def come_in(self, name: str) -> None:
        """Be a guest with a name, as if having been here before."""
        self.ask("/guests", {"name": name})
        self._keep("kafelki.known", "1")

    def ask(self, path: str, body: Json) -> Any:
        """Return what the server answers to what the page would send."""
        answer = self.context.request.post(
            f"{self.address}/api{path}", data=body, headers={"Origin": self.address}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def open_table(self, game: str, players: int, **more: Any) -> str:
        """Return the id of a table that is opened without clicking."""
        table = {"game": game, "players": players, "settings": {"private": True}, "first": 0}
        table |= more
        return str(self.ask("/tables", table)["id"])

    def play_with(self, friend: Player, game: str, **more: Any) -> str:
        """Return the id of a table where a friend has sat down and the game has begun."""
        table = self.open_table(game, 2, **{"seats": [{"me": True}, {}]} | more)
        friend.does(table, "sit")
        self.does(table, "start")
        self.sit_at(table)
        return table

    def does(self, table: str, kind: str, **fields: Any) -> None:
        """Send a command without clicking; it must be accepted."""
        answer = self.ask(f"/tables/{table}/commands", new_command(kind, **fields))
        assert answer["ok"], answer

    def look(self, table: str) -> Json:
        """Return the game at a table, without looking at the page."""
        answer = self.context.request.get(f"{self.address}/api/tables/{table}")
        view: Json = answer.json()["game"]
        return view

    def look_until_turn(self, table: str) -> Json:
        """Return the game at a table, once it is one's turn or over."""
        views = [self.look(table)]

        def is_turn() -> bool:
            if not (views[-1]["legal"] or views[-1]["over"]):
                views.append(self.look(table))
            return bool(views[-1]["legal"] or views[-1]["over"])

        self.until(is_turn, "one's turn")
        return views[-1]

    def go(self, path: str) -> None:
        """Go to an address of the page."""
        self.page.goto(f"{self.address}{path}")

    def sit_at(self, table: str) -> None:
        """Open a table, and wait until the game on it is there."""
        self.update = {}
        self.go(f"/t/{table}")
        self.wait_for_game()

    def reload(self) -> None:
        """Reload the page at a table."""
        self.update = {}
        self.page.reload()
        self.wait_for_game()

    def wait_for_game(self) -> None:
        """Wait until the board is there."""
        self.until(lambda: bool(self.update.get("game")), "the game")
        self.page.locator("[data-game] [data-cell]").first.wait_for()

    def catch_up(self, after: int) -> None:
        """Wait until the page was told of as many events."""
        self.until(lambda: self.view["after"] >= after, "the others' moves")

    @contextmanager
    def painted(self) -> Iterator[None]:
        """Let the page be painted until the block ends, for who looks at its colours."""
        style = "css => window.unpainted?.replaceSync(css)"
        self.page.evaluate(style, "")
        yield
        self.page.evaluate(style, NOTHING_SEEN)

    def stop_time(self) -> None:
        """Let the page's time stand: nothing passes by unseen, however busy the machine is.

        Its clock is installed before the page comes.
        """
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 60_000"))

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something is true, while the browser goes on."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, f"waited {PATIENCE} s for {what}"
            self.page.wait_for_timeout(20)

    # What is seen

    @property
    def view(self) -> Json:
        """The game, as the page was told last."""
        view: Json = self.update["game"]
        return view

    @property
    def over(self) -> bool:
        """Whether the game at the table is over."""
        return bool(self.update["table"]["status"] == "over")

    @property
    def legal(self) -> list[str]:
        """The moves that the page was told are legal."""
        legal = self.view["legal"]
        return list(legal["moves"]) if legal else []

    def see(self) -> None:
        """Wait until the board, if there is one, shows what the page was told last.

        What a finished round has left is looked at, and put away.
        """
        self._seen("")

    def _seen(self, selector: str, what: str = "true", waiting: str = "") -> list[Any]:
        """Return something of each element, as an expression says, once the board is drawn.

        That, and all that it asks before, is asked at once: questions are much of a test's work.
        """
        found: list[list[Any]] = []

        def is_drawn() -> bool:
            given = [selector, self.view["after"], waiting]
            answer = self.page.evaluate(SEEN.replace("WHAT", what), given)
            found.extend([] if answer is None else [answer])
            return bool(found)

        self.until(is_drawn, "the board to be drawn")
        return found[0]

    def can_play(self) -> None:
        """Wait until keys are heard: the board is drawn, and the last move was answered."""
        self._seen("", waiting=".rack button:disabled")

    def board(self) -> dict[str, str]:
        """Return what lies on the board, as it is drawn."""
        return dict(self._seen("[data-piece]", "[each.dataset.piece, each.dataset.value]"))

    def ghost(self) -> list[str]:
        """Return the halves of the tile on its way, with the cells they are over."""
        found: list[str] = self.page.locator("[data-ghost]").evaluate_all(
            "all => all.map(each => each.dataset.ghost)"
        )
        return found

    def rack(self) -> list[str]:
        """Return the tiles in hand, in the order they are drawn in."""
        return self._seen(".rack [data-tile]", "each.dataset.tile")

    def cell(self, name: str) -> Point:
        """Return where the middle of a cell is on the screen."""
        box = self.page.locator(f'[data-game] svg [data-cell="{name}"]').bounding_box()
        assert box is not None, name
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def places(self) -> dict[str, Point]:
        """Return where each cell is on the board."""
        numbers = "each.getAttribute('transform').match(/-?[\\d.]+/g).slice(0, 2).map(Number)"
        found = self._seen("svg [data-cell]", f"[each.dataset.cell, {numbers}]")
        return {cell: (x, y) for cell, (x, y) in found}

    # What is done

    def tile(self, tile: str) -> Locator:
        """The button of a tile in hand, whichever of its halves comes first."""
        either = f'.rack [data-tile="{tile}"], .rack [data-tile="{tile[::-1]}"]'
        return self.page.locator(either).first

    def choose(self, tile: str, by: Callable[[Locator], None] = lambda tile: tile.click()) -> str:
        """Take a tile in hand; return it with its halves in the order of the rack."""
        self.see()
        button = self.tile(tile)
        if not self.is_chosen(tile):
            by(button)
        return button.get_attribute("data-tile") or ""

    def moves(self) -> int:
        """Return how many moves and draws of one's own the page was told of.

        Who does not swap is told of the draws that follow, and of nothing else.
        """
        own = self.update["you"]["seats"]
        kinds = ("move", "chance")
        events = (entry["event"] for entry in self.entries.values() if entry["kind"] in kinds)
        return sum(event.get("seat") in own for event in events)

    def told(self, doing: Callable[[], None]) -> None:
        """Do something, and wait until the page was told that it is played."""
        before = self.moves()
        doing()
        self.until(lambda: self.moves() > before, "the move to be played")

    def type_move(self, move: str) -> None:
        """Play a move by typing it."""
        self.see()
        self.typing().fill(move)
        self.told(self.page.locator("[data-game] form button").click)

    def typing(self) -> Locator:
        """The field for moves, which a key brings."""
        field = self.page.locator("[data-game] form input")
        if field.count() == 0:
            self.page.keyboard.press("t")
        return field

    def place_by_mouse(self, move: str, take: str = "") -> None:
        """Place a tile with the mouse; in Zawrót take another one with the same click."""
        self.lay_by_mouse(move)
        confirm = f'.bubble [data-tile="{take}"]' if take else ".bubble .place"
        self.told(self.page.locator(confirm).click)
        if take:
            self.until(lambda: not self.legal, "the tile to be taken")

    def is_chosen(self, tile: str) -> bool:
        """Whether a tile is the one in hand."""
        return self.tile(tile).get_attribute("aria-pressed") == "true"

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def point_at(self, place: Point) -> None:
        """Move the mouse to a place on the screen."""
        self.page.mouse.move(*place)

    def click_at(self, place: Point) -> None:
        """Click on a place on the screen."""
        self.page.mouse.click(*place)

    def place_by_touch(self, move: str) -> None:
        """Place a tile by taps: on the tile, on the cell of each half, on the tick."""
        self.lay_by_touch(move)
        self.told(self.page.locator(".bubble .place").tap)

    def lay_by_touch(self, move: str) -> None:
        """Lay a tile on its cells by taps."""
        tile, *cells = move.split()
        shown = self.choose(tile, by=lambda button: button.tap())
        if shown != tile:
            cells.reverse()
        for cell in cells:
            self.tap_cell(cell)
        if set(self.ghost()) != lying(move):  # the tile was flipped before, and still is
            self.page.locator(".bubble").get_by_role("button", name="Swap the halves").tap()
        assert set(self.ghost()) == lying(move)

    def bring_into_sight(self, cell: str) -> None:
        """Show the whole of a board that has grown out of sight, and scroll to a cell."""
        grown = self.page.locator(".tools .hint")
        if grown.count():
            grown.click()
        self.page.locator(f'svg [data-cell="{cell}"]').scroll_into_view_if_needed()

    def tap_cell(self, cell: str) -> None:
        """Tap in the middle of a cell."""
        self.bring_into_sight(cell)
        self.page.touchscreen.tap(*self.cell(cell))
