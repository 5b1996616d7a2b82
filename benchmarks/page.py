"""How soon the page can be played on, and how smoothly: `make bench-page`.

The system's Chromium plays a phone of the middle range: its processor slowed down four
times, a network of 1.6 Mbit/s with 150 ms there and back. Needs Playwright for Python
(`pip install playwright`; it brings no browser) and a built page (`make page`).
With an address, the server that runs there is measured instead of one of our own.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Callable
from contextlib import nullcontext
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
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_638_400 / 8,
    "uploadThroughput": 768_000 / 8,
}
LOADS = 5
SECONDS = 4

# The tiles can be picked as soon as they are there: the page draws them with their handlers.
WATCH = """
const look = () => {
    const tile = document.querySelector('.game-area .rack button:not(:disabled)');
    if (tile && document.querySelector('.game-area svg')) window.shownAt = performance.now();
    else requestAnimationFrame(look);
};
requestAnimationFrame(look);
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


def newcomer(browser: Browser, url: str, game: str, players: int) -> tuple[BrowserContext, str]:
    """Return a browser that has never been here, and the page of a table where it plays."""
    context = browser.new_context(**PHONE)
    headers = {"Origin": url}
    context.request.post(f"{url}/api/guests", data={"name": "Ania"}, headers=headers)
    # Others on the same device: no bot thinks while the page is measured.
    seats = [{"me": True}, *({"label": f"{seat}"} for seat in range(2, players + 1))]
    table = {"game": game, "players": players, "seats": seats, "start": True}
    made = context.request.post(f"{url}/api/tables", data=table, headers=headers).json()
    return context, f"{url}/t/{made['id']}"


def slowed(page: Page, network: bool = True) -> CDPSession:
    """Slow a page down to a phone of the middle range."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    if network:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
    return session


def load(context: BrowserContext, address: str) -> tuple[float, int]:
    """Return after how many milliseconds a tile can be picked, and the bytes of script sent."""
    page = context.new_page()
    session = slowed(page)
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
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".game-area .rack button:not(:disabled)", timeout=60_000)
    page.wait_for_timeout(100)
    shown: float = page.evaluate("window.shownAt")
    page.close()
    return shown, sum(sizes)


def frames(page: Page) -> tuple[float, float]:
    """Return the frames a second while a tile moves over the board, and the slow ones' time."""
    page.locator(".game-area .rack button").first.click()
    times: list[float] = page.evaluate(MOVING, SECONDS * 1000)
    gaps = sorted(after - before for before, after in pairwise(times))
    return 1000 * len(gaps) / (times[-1] - times[0]), gaps[int(len(gaps) * 0.95)]


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
    where = nullcontext((given, [])) if given else servers(1)
    with where as ([url], _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        measure_loads(browser, url)
        measure_frames(browser, url)
        browser.close()


def measure_loads(browser: Browser, url: str) -> None:
    """Print how soon a table can be played on: the first time, and when the shell is there."""
    first: list[float] = []
    again: list[float] = []
    size = 0
    for _ in range(LOADS):
        context, address = newcomer(browser, url, "axio", 1)
        shown, size = load(context, address)
        first.append(shown)
        again.append(load(context, address)[0])
        context.close()
    print(f"script of the first load, compressed    {size / 1000:8.1f} kB")
    print(f"first load, until a tile can be picked  {statistics.median(first):8.0f} ms")
    print(f"next load, until a tile can be picked   {statistics.median(again):8.0f} ms")


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
