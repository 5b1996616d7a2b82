"""How long the home page takes at the server when there are many tables.

`python benchmarks/home.py` fills a SQLite database with 10,000 tables of 2,500 people, and asks
for the page as a browser does, for somebody who has thirty games under way. The figures are
milliseconds from the request to the whole answer, inside the server's process; and those of
the processor's time among them, which on a busy machine are fewer.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

import httpx
from sqlalchemy import Connection

from kafelki.play.header import Header
from kafelki.server.ids import new_id
from kafelki.server.settings import Settings
from kafelki.server.storage import people, tables
from kafelki.server.storage.database import connect, migrate
from kafelki.server.table.decision import Decision
from kafelki.server.table.seat import Seat
from kafelki.server.table.seating import begin, opened
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.state import TableState
from kafelki.server.web.app import make_app, milliseconds

GAMES = ("exo", "axio", "geniusz")
OF_MINE = 30
REQUESTS = 100
BROWSER = {"Sec-Fetch-Dest": "document", "Accept": "text/html", "Accept-Encoding": "gzip"}


def fill(connection: Connection, count: int, me: str, random: Random) -> None:
    """Add tables: a third wait for people, a third is played at, a third is over."""
    crowd = [new_id() for _ in range(count // 4)]
    for person in crowd:
        people.add_person(connection, person, f"P{person}", milliseconds())
    for number in range(count):
        host, other = (me if number < OF_MINE else random.choice(crowd)), random.choice(crowd)
        tables.add_table(connection, table(host, other, number, random), None)


def table(host: str, other: str, number: int, random: Random) -> TableState:
    """Return a table of two people in one of three stages."""
    header = Header(random.choice(GAMES), 2)
    stage = 1 if number < OF_MINE else number % 3
    now = milliseconds() - random.randrange(7 * 24 * 3600 * 1000)
    seats = [Seat(person=host), Seat() if stage == 0 else Seat(person=other)]
    state = opened(header, TableSettings(), host, seats, now)
    decision = Decision(state, now)
    if stage:
        begin(decision, set())
    if stage == 2:
        decision.add("resign", seat=1, why="resigned", bot="level-3")
    return state


async def measured(settings: Settings, token: str) -> list[tuple[float, float]]:
    """Return how many milliseconds each request took, and how many of the processor's."""
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            headers = BROWSER | {"Cookie": f"kafelki={token}"}
            took = []
            for _ in range(REQUESTS):
                before, worked = time.perf_counter(), time.process_time()
                response = await client.get("/", headers=headers)
                after, done = time.perf_counter(), time.process_time()
                took.append((1000 * (after - before), 1000 * (done - worked)))
                assert response.status_code == 200, response.status_code
                assert '"/api/me/tables"' in response.text
            return took


async def newcomer(settings: Settings) -> tuple[str, str]:
    """Return the id and the token of somebody new."""
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            me = (await client.post("/api/guests", json={"token": True})).json()
            return me["person"], me["token"]


def main() -> None:
    """Fill, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    count = parser.parse_args().tables
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_folder=Path(folder), rate_limits=0, bot_workers=1)
        migrate(settings.database)
        me, token = asyncio.run(newcomer(settings))
        with connect(settings.database).execution_options(writes=True).begin() as connection:
            fill(connection, count, me, Random(2026))
        took = asyncio.run(measured(settings, token))
    print(f"{count} tables, {REQUESTS} requests of the home page, {OF_MINE} games of one's own")
    for what, values in zip(("in all", "processor"), zip(*took, strict=True), strict=True):
        late = sorted(values)[-REQUESTS // 20]
        print(f"{what}: median {statistics.median(values):.1f} ms, 95 % within {late:.1f} ms")


if __name__ == "__main__":
    main()
