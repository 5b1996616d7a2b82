"""A database with every kind of entry that a log can have, frozen for the versions to come.

`python -m tests.server.every_kind NAME` plays games on a server of its own and writes what came
of them into tests/server/databases: a back-up, and beside it what people saw of their tables.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from kafelki.rules.registry import GAMES
from kafelki.server.settings import Settings
from kafelki.server.storage.backup import back_up
from kafelki.server.table.entries import KINDS
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, play_on, sit_down, to_act
from tests.server.running_server import Server, serving
from tests.waiting import wait_until

FOLDER = Path(__file__).parent / "databases"


def fill(server: Server) -> list[tuple[str, Player]]:
    """Let things happen until every kind of entry is in some log; return tables, each with a host.

    Many are left as they are in the middle of something.
    """
    random = Random(2026)
    ania, kasia, julia = (member(server, name) for name in ("Ania", "Kasia", "Julia"))
    found = [
        *_waiting_rooms(ania, kasia),
        *_under_way(ania, kasia, julia, random),
        *_agreed(server, ania, kasia, random),
        *_over(server, ania, kasia, random),
    ]
    seen = {entry["kind"] for table, host in found for entry in host.look(table)["entries"]}
    assert seen == set(KINDS), f"kinds of entries: {seen ^ set(KINDS)}"
    return found


def _waiting_rooms(ania: Player, kasia: Player) -> Iterable[tuple[str, Player]]:
    room = ania.open(WITHOUT_BOARD, 4, seats=[{"me": True}, {}, {}, {}], salt="ab12")
    kasia.does(room, "sit", salt="cd34")
    ania.does(room, "fill", seat=2, bot="level-2")
    ania.does(room, "fill", seat=3, label="Ola")
    yield room, ania
    left = ania.open(WITH_RACKS, 3)
    kasia.does(left, "sit", seat=2)
    ania.does(left, "leave")  # Kasia is the host now
    yield left, kasia
    closed = ania.open(WITH_PAIRS, 2, settings={"private": True})
    ania.does(closed, "close")
    yield closed, ania


def _under_way(
    ania: Player, kasia: Player, julia: Player, random: Random
) -> Iterable[tuple[str, Player]]:
    clock = {"clock": {"kind": "minutes", "minutes": 30, "increment": 5}, "chat": "everyone"}
    for game in GAMES:
        people = [ania, kasia]
        table = sit_down(people, game, settings=clock, salt="0f")
        play_on(people, table, 6, random)
        kasia.does(table, "chat", text="Zażółć gęślą jaźń <b>!</b>")
        yield table, ania
    rated = {"rated": True, "clock": {"kind": "days", "days": 3}}
    members = [julia, ania, kasia]
    three = sit_down(members, WITHOUT_BOARD, settings=rated)
    play_on(members, three, 3, random)
    ania.does(three, "resign")
    yield three, julia
    alone = julia.open(AT_ONCE, 1, start=True, settings={"hints": True})
    assert julia.ask("POST", f"/tables/{alone}/hints", {}).status_code == 200
    play_on([julia], alone, 2, random)
    yield alone, julia
    pairs = julia.open(
        WITH_PAIRS, 4, variant="pairs", start=True,
        seats=[{"me": True}, {"label": "Ola"}, {"label": "Jan"}, {"label": "Zoja"}],
    )  # fmt: skip
    for _ in range(4):
        julia.move(pairs, random)
    yield pairs, julia


def _agreed(
    server: Server, ania: Player, kasia: Player, random: Random
) -> Iterable[tuple[str, Player]]:
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    ania.move(table, random)
    ania.does(table, "propose", what="take-back")
    kasia.does(table, "answer", agree=True)
    ania.move(table, random)
    kasia.does(table, "propose", what="stand-in", seat=0)  # it is not Ania's turn: no bot moves
    ania.does(table, "return")
    kasia.move(table, random)
    kasia.does(table, "propose", what="take-back")  # and waits for an answer
    yield table, ania


def _over(
    server: Server, ania: Player, kasia: Player, random: Random
) -> Iterable[tuple[str, Player]]:
    ended = sit_down([ania, kasia], WITHOUT_CHANCE)
    while (acting := to_act([ania], ended)) and ania.look(ended)["table"]["status"] == "playing":
        [ania, kasia][acting[0]].move(ended, random)
    ania.does(ended, "propose", what="rematch")
    kasia.does(ended, "answer", agree=True)
    yield ended, ania
    yield ania.look(ended)["table"]["rematch"], ania
    given_up = sit_down([kasia, ania], WITH_RACKS, settings={"private": True})
    ania.does(given_up, "resign")
    yield given_up, kasia
    late = ania.open(AT_ONCE, 2, settings={"clock": {"kind": "minutes", "minutes": 1}})
    kasia.does(late, "sit")
    ania.does(late, "start")
    server.clock.pass_by(2 * 60 * 1000)
    server.look_after_due()
    wait_until(lambda: ania.look(late)["table"]["status"] == "over", "the clock")
    yield late, ania
    lonely = guest(server, "Feliks")
    response = lonely.ask("POST", f"/daily/{AT_ONCE}")
    assert response.status_code == 201, response.text
    daily = response.json()["id"]
    play_on([lonely], daily, 2, random)
    yield daily, lonely


def seen_by(host: Player, table: str) -> dict[str, Any]:
    """Return all that somebody may know of a table."""
    look = host.look(table)
    return {"look": look, "record": host.get(f"/tables/{table}/record"), "token": host.token}


def write(name: str) -> None:
    """Write a database, and what was seen of it."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_folder=Path(folder), rate_limits=0, bot_workers=1)
        with serving(settings) as server:
            tables = fill(server)
            server.drop_caches()
            seen = {table: seen_by(host, table) for table, host in tables}
            text = json.dumps({"now": server.clock.now, "tables": seen}, ensure_ascii=False)
            (FOLDER / f"{name}.seen.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
        back_up(settings.database, FOLDER / f"{name}.gz")


if __name__ == "__main__":
    write(sys.argv[1])
