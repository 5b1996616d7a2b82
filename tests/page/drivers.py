"""Browsers beside Chromium, each driven by the protocol it speaks: Firefox and WebKit.

Firefox speaks WebDriver BiDi by itself; WebKit's MiniBrowser has a WebDriver, and needs a screen.
What fingers do is the same data in both protocols.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from websockets.sync.client import ClientConnection

from tests.page.laying import Json, Point
from tests.server.programs import program
from tests.server.services import end_with_parent
from tests.sockets import open_socket
from tests.waiting import PATIENCE, wait_until

WIDTH, HEIGHT = 1280, 800
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
"""Keys that write nothing, as WebDriver writes them."""

EMPTY = "about:blank"
LEFT_EARLY = (
    r"closed before the connection is established|establish a connection .*/live"
    r"|connection to .*/live.* was interrupted"
)
"""What browsers say when home, left at once, gives up the socket that it was about to open."""

WATCHING = """() => {
    window.troubles = [];
    const note = (...words) => window.troubles.push(words.join(' '));
    console.error = console.warn = note;
    addEventListener('error', (event) => note(event.message));
    addEventListener('unhandledrejection', (event) => note(event.reason));
}"""
"""Keeps what goes wrong once a page is loaded, where the driver does not tell of it."""


class Driver(ABC):
    """A browser with one window."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """Return what a function in the page's language gives, or will give."""

    @abstractmethod
    def written(self) -> list[str]:
        """Return the errors and warnings that the browser has written so far."""

    def troubles(self) -> list[str]:
        """Return those of them that tell of something wrong."""
        return [each for each in self.written() if not re.search(LEFT_EARLY, each)]

    @abstractmethod
    def _perform(self, source: Json) -> None:
        """Do what fingers do, and wait until the page has heard of it."""

    def press(self, key: str) -> None:
        """Press a key, by the name that it has in events."""
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": actions})

    def point_at(self, place: Point) -> None:
        """Move the mouse to a place on the screen."""
        self._point(_to(place))

    def click_at(self, place: Point) -> None:
        """Click on a place on the screen."""
        self._point(_to(place), *({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")))

    def _point(self, *actions: Json) -> None:
        mouse = {"parameters": {"pointerType": "mouse"}, "actions": list(actions)}
        self._perform({"type": "pointer", "id": "mouse", **mouse})


def _to(place: Point) -> Json:
    x, y = map(round, place)
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0}


class Firefox(Driver):
    """Firefox, over its own socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._troubles: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        # In the first window the keys go to the field for an address.
        self._window = self._ask("browsingContext.create", type="window")["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", context=self._window, viewport=size)
        self._ask("browsingContext.activate", context=self._window)

    def _ask(self, method: str, **parameters: Any) -> Json:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message: Json = json.loads(self._socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._log(message["params"])
            if message.get("id") == number:
                assert message["type"] == "success", message
                return dict(message["result"])

    def _log(self, entry: Json) -> None:
        if entry["level"] in ("error", "warn"):
            self._troubles.append(f"{entry['level']}: {entry['text']}")

    def go(self, address: str) -> None:
        def is_there() -> bool:
            where = {"context": self._window, "url": address}
            self._ask("browsingContext.navigate", **where, wait="complete")
            return bool(self.run("() => location.href") != EMPTY)

        # On a busy machine what is complete was once the page that a window begins with.
        wait_until(is_there, address)

    def run(self, function: str, *given: Any) -> Any:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=_as_text(function, given),
            awaitPromise=True,
            target={"context": self._window},
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def written(self) -> list[str]:
        return self._troubles

    def _perform(self, source: Json) -> None:
        self._ask("input.performActions", context=self._window, actions=[source])


class WebKit(Driver):
    """WebKit, by the driver that comes with it."""

    def __init__(self, browser: webdriver.Remote) -> None:
        self._browser = browser
        self._troubles: list[str] = []
        browser.set_window_size(WIDTH, HEIGHT)
        browser.set_script_timeout(PATIENCE)

    def go(self, address: str) -> None:
        self._troubles = self.written()
        self._browser.get(address)
        self.run(WATCHING)

    def run(self, function: str, *given: Any) -> Any:
        told = "const [tell] = arguments; const fail = (error) => tell({ error: String(error) });"
        text = f"{told} ({_as_text(function, given)})().then(tell, fail)"
        found = self._browser.execute_async_script(text)
        assert isinstance(found, str), found
        return json.loads(found)

    def written(self) -> list[str]:
        return [*self._troubles, *self.run("() => window.troubles ?? []")]

    def _perform(self, source: Json) -> None:
        self._browser.execute("actions", {"actions": [source]})


def _as_text(function: str, given: tuple[Any, ...]) -> str:
    """Return a function that gives as JSON what another gives for some values."""
    values = ", ".join(map(json.dumps, given))
    return f"async () => JSON.stringify((await ({function})({values})) ?? null)"


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Give a Firefox that runs until the block ends, with a profile of its own in a folder."""
    log = folder / "log"
    profile = folder / "profile"
    profile.mkdir()
    options = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with _process([str(program("firefox-esr")), *options], log):
        address = _found(log, r"WebDriver BiDi listening on (ws://\S+)") + "/session"
        with open_socket(address) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """Give a MiniBrowser that runs until the block ends, on a screen of its own."""
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(program("MiniBrowser"))
    options.add_argument("--automation")
    with _screen(folder / "screen") as display:
        service = webdriver.WebKitGTKService(
            str(program("WebKitWebDriver")), env=os.environ | {"DISPLAY": display}
        )
        service.start()
        try:
            there = RemoteConnection(client_config=ClientConfig(service.service_url))
            with webdriver.Remote(there, options=options) as browser:
                yield WebKit(browser)
        finally:
            service.stop()


@contextmanager
def _screen(log: Path) -> Iterator[str]:
    """Give a screen that nobody sees, until the block ends; keys go to where its middle is."""
    size = f"{WIDTH}x{HEIGHT + 100}x24"
    command = [str(program("Xvfb")), "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", size]
    with _process(command, log):
        yield ":" + _found(log, r"^(\d+)$")


@contextmanager
def _process(command: list[str], log: Path) -> Iterator[None]:
    """Let a program run until the block ends."""
    with log.open("wb") as writing:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=writing,
            preexec_fn=partial(end_with_parent, signal.SIGTERM),
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _found(log: Path, pattern: str) -> str:
    """Return what a program writes about itself, once it has."""
    found: list[str] = []

    def is_written() -> bool:
        found.extend(re.findall(pattern, log.read_text("utf-8", errors="replace"), re.M))
        return bool(found)

    wait_until(is_written, f"{pattern} in {log}")
    return found[0]
