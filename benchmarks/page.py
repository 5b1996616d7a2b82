"""How soon the page can be played on, and how smoothly: `make bench-page`.

The system's Chromium plays a phone of the middle range on Lighthouse's slow mobile network:
1.6 Mbit/s with 150 ms there and back. Its processor is slowed down until it does as much as
Chrome's developer tools expect of such a phone (a Lighthouse benchmark index of 1000), measured
anew before every load, because machines differ and are shared; and, to compare, always four
times, which is a slower phone on most machines. Needs Playwright for Python
(`pip install playwright`; it brings no browser) and a built page (`make page`).
With an address, the server that runs there is measured instead of one of our own.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kafelki.server.load.testing import servers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SLOWDOWN = 4
MID_RANGE = 1000
"""The index of a phone of the middle range."""
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 768_000 / 8,
}
LOADS = 9
UNDISTURBED = 3000
"""Milliseconds in which a page that loads is left alone."""
SECONDS = 4

# The tiles can be picked as soon as they are there: the page draws them with their handlers.
WATCH = """
const look = () => {
    const tile = document.querySelector('.game-area .rack button:not(:disabled)');
    if (!tile || !document.querySelector('.game-area svg')) return requestAnimationFrame(look);
    const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0);
    const needed = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    window.shown = [performance.now(), needed];
};
requestAnimationFrame(look);
"""

# The index: how often 10,000 letters are joined and 100,000 numbers copied, ten times a second.
INDEX = """
() => {
    const rate = (work) => {
        let rounds = 0;
        const began = performance.now();
        while (rounds % 10 || performance.now() - began < 250) work(rounds++);
        return (rounds * 100) / (performance.now() - began);
    };
    const numbers = [0, 1].map(() => Array.from({ length: 100_000 }, (_, k) => k));
    const join = () => {
        let text = '';
        for (let k = 0; k < 10_000; k++) text += 'a';
        return text;
    };
    const copy = (round) => {
        const [from, to] = round % 2 ? numbers : [numbers[1], numbers[0]];
        for (let k = 0; k < from.length; k++) to[k] = from[k];
    };
    rate(join); // the first round is slower than any after it
    return (rate(join) + rate(copy)) / 2;
}
"""

MOVING = """
async (milliseconds) => {
    const board = document.querySelector('.game-area .frame svg');
    const box = board.getBoundingClientRect();
    const times = [];
    const began = performance.now();
    return await new Promise((done) => {
        const step = (now) => {
            times.push(now);
            if (performance.now() - began > milliseconds) return done(times);
            const turn = (now - began) / 700;
            const radius = 0.38 * Math.abs(Math.sin(turn / 5));
            board.dispatchEvent(
                new PointerEvent('pointermove', {
                    bubbles: true,
                    pointerType: 'mouse',
                    clientX: box.x + box.width * (0.5 + radius * Math.cos(turn)),
                    clientY: box.y + box.height * (0.5 + radius * Math.sin(turn)),
                }),
            );
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    });
}
"""

# Frames while a placement is shown: from its landing to the last points on their way.
SHOWING = """
() => {
    window.shownFrames = [];
    let before = null;
    const look = (now) => {
        const shows = document.querySelector('[data-show], .flying-points') !== null;
        if (shows && before !== null) window.shownFrames.push(now - before);
        before = shows ? now : null;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}
"""
CHAIN = 8
"""How many placements are shown one after the other while frames are counted."""
SHOWN = 1500
"""Milliseconds for each."""
BEGUN = 24
"""How many lie on the board before that."""


def newcomer(browser: Browser, url: str, game: str, players: int) -> tuple[BrowserContext, str]:
    """Return a browser that has never been here, and the page of a table where it plays."""
    context = browser.new_context(**PHONE)
    headers = {"Origin": url}
    context.request.post(f"{url}/api/guests", data={"name": "Ania"}, headers=headers)
    # Others on the same device: no bot thinks while the page is measured.
    seats = [{"me": True}, *({"label": f"{seat}"} for seat in range(2, players + 1))]
    table = {"game": game, "players": players, "seats": seats, "start": True, "first": 0}
    made = context.request.post(f"{url}/api/tables", data=table, headers=headers).json()
    return context, f"{url}/t/{made['id']}"


def slowed(page: Page, slowdown: float = SLOWDOWN, network: bool = True) -> CDPSession:
    """Slow a page down to a phone."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    if network:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
    return session


@dataclass
class Load:
    """How a page came to be there."""

    shown: float
    """Milliseconds until a tile could be picked."""
    needed: int
    """Bytes of script, compressed, that were there by then."""
    slowdown: float


def sent_scripts(context: BrowserContext, address: str) -> int:
    """Return the bytes of script that a page sends for, with headers, until it rests.

    Who counts them hears of every packet: a load that is counted is not one that is timed.
    """
    page = context.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    scripts: set[str] = set()
    sizes: list[int] = []

    def heard(event: dict[str, Any]) -> None:
        if event["type"] == "Script":
            scripts.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in scripts:
            sizes.append(int(event["encodedDataLength"]))

    session.on("Network.responseReceived", heard)
    session.on("Network.loadingFinished", finished)
    page.goto(address, wait_until="networkidle")
    page.close()
    return sum(sizes)


def load(context: BrowserContext, address: str, slowdown: float | None = None) -> Load:
    """Load a page with a processor so many times slower, or as fast as a mid-range phone's."""
    page = context.new_page()
    if slowdown is None:
        index: float = page.evaluate(INDEX)
        slowdown = max(1.0, index / MID_RANGE)
    slowed(page, slowdown)
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    shown: list[float] | None = None
    while shown is None:
        # Playwright's own search for an element would keep the slowed processor busy meanwhile.
        page.wait_for_timeout(UNDISTURBED)
        shown = page.evaluate("window.shown ?? null")
    page.close()
    return Load(shown[0], int(shown[1]), slowdown)


def frames(page: Page) -> tuple[float, float]:
    """Return the frames a second while a tile moves over the board, and the slow ones' time."""
    page.locator(".game-area .rack button").first.click()
    times: list[float] = page.evaluate(MOVING, SECONDS * 1000)
    gaps = sorted(after - before for before, after in pairwise(times))
    return 1000 * len(gaps) / (times[-1] - times[0]), gaps[int(len(gaps) * 0.95)]


def best_move(context: BrowserContext, url: str, table: str) -> bool:
    """Play whatever counts most for whoever is to move on one device; False once it is over."""
    headers = {"Origin": url}
    seats = context.request.get(f"{url}/api/tables/{table}").json()["game"]["to_act"]
    if not seats:
        return False
    view = context.request.get(f"{url}/api/tables/{table}?seat={seats[0]}").json()["game"]
    legal = view["legal"]
    best = max(range(len(legal["rows"])), key=lambda row: sum(legal["rows"][row][:6]))
    command = {
        "type": "move",
        "id": f"{table}{view['after']}",
        "move": legal["moves"][best],
        "expected": view["after"],
        "seat": seats[0],
    }
    context.request.post(f"{url}/api/tables/{table}/commands", data=command, headers=headers)
    return True


def measure_show(browser: Browser, url: str) -> None:
    """Print how smoothly placements are shown on the largest board: lines, points, marks."""
    for slow in (False, True):
        players, address = newcomer(browser, url, "geniusz", 4)
        table = address.rsplit("/", 1)[1]
        for _ in range(BEGUN):
            best_move(players, url, table)
        # Somebody who looks on sees everybody's moves.
        context = browser.new_context(**PHONE)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".game-area svg [data-piece]")
        page.wait_for_timeout(UNDISTURBED)
        if slow:
            slowed(page, network=False)
        page.evaluate(SHOWING)
        for _ in range(CHAIN):
            best_move(players, url, table)
            page.wait_for_timeout(SHOWN)
        gaps = sorted(page.evaluate("window.shownFrames"))
        kind = f"slowed {SLOWDOWN} times" if slow else "as it is"
        print(
            f"points on 169 cells, {kind:<16} {1000 * len(gaps) / sum(gaps):10.1f} frames a second,"
            f" 95 % within {gaps[int(len(gaps) * 0.95)]:.1f} ms"
        )
        context.close()
        players.close()


def main() -> None:
    """Measure, and print the figures."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SystemExit("Playwright is missing: pip install playwright") from None
    named = os.environ.get("CHROMIUM", "")
    found: Callable[[str], str | None] = shutil.which
    program = named or next((path for path in map(found, PROGRAMS) if path), None)
    if program is None:
        raise SystemExit("Chromium is missing: install it, or say where it is in CHROMIUM")
    given = [url.rstrip("/") for url in sys.argv[1:2]]
    where: AbstractContextManager[tuple[list[str], list[int]]]
    where = nullcontext((given, [])) if given else servers(1)
    with where as ([url], _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        measure_loads(browser, url)
        measure_frames(browser, url)
        measure_show(browser, url)
        browser.close()


def measure_loads(browser: Browser, url: str) -> None:
    """Print how soon a table can be played on: the first time, and when the shell is there."""
    for fixed in (None, SLOWDOWN):
        first: list[Load] = []
        again: list[Load] = []
        for _ in range(LOADS):
            context, address = newcomer(browser, url, "axio", 1)
            first.append(load(context, address, fixed))
            again.append(load(context, address, fixed))
            context.close()
        if fixed is None:
            needed = max(each.needed for each in first)
            print(f"script until a tile can be picked       {needed / 1000:8.1f} kB")
            context, address = newcomer(browser, url, "axio", 1)
            sent = sent_scripts(context, address)
            context.close()
            print(f"script with what follows, and headers   {sent / 1000:8.1f} kB")
        slowest, fastest = (pick(each.slowdown for each in first + again) for pick in (max, min))
        many = f"{fastest:.1f} to {slowest:.1f}" if fixed is None else f"{fixed}"
        print(f"processor slowed {many} times, until a tile can be picked")
        for name, loads in (("first load", first), ("next load", again)):
            times = sorted(each.shown for each in loads)
            print(
                f"    {name:<10}  {statistics.median(times):33.0f} ms"
                f"   ({times[0]:.0f} to {times[-1]:.0f})"
            )


def measure_frames(browser: Browser, url: str) -> None:
    """Print how smoothly a tile moves over the largest board."""
    for slow in (False, True):
        context, address = newcomer(browser, url, "geniusz", 4)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(".game-area .rack button, .cover button, main button.primary")
        if not page.locator(".game-area .rack button").count():
            page.locator("main button.primary").click()
        page.wait_for_selector(".game-area .rack button:not(:disabled)")
        if slow:
            slowed(page, network=False)
        rate, slowest = frames(page)
        kind = f"slowed {SLOWDOWN} times" if slow else "as it is"
        print(
            f"169 cells, processor {kind:<16} {rate:9.1f} frames a second,"
            f" 95 % within {slowest:.1f} ms"
        )
        context.close()


if __name__ == "__main__":
    main()
