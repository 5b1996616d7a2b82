"""One bad table costs one table: it is shown so and kept, and everything else goes on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text
from typer.testing import CliRunner

from kafelki.cli import app
from kafelki.server import archive
from kafelki.server.storage import schema
from kafelki.server.table.clock import day_of
from kafelki.server.table.state import TableState
from kafelki.server.upkeep import FORGOTTEN
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.server.players import guest, page_at, seated, sit_down
from tests.server.running_server import HOUR, MINUTE, Server

Break = Callable[[Connection, str], None]


def _entry(kind: str, change: str, **values: Any) -> Break:
    """Return what changes the last entry of a kind in a table's log."""

    def job(connection: Connection, table: str) -> None:
        last = "(select max(number) from entries where table_id = :table and kind = :kind)"
        statement = f"update entries set {change} where table_id = :table and number = {last}"
        connection.execute(text(statement), {"table": table, "kind": kind, **values})

    return job


def _data(kind: str, **data: Any) -> Break:
    return _entry(kind, "data = :data", data=json.dumps(data))


def _statement(statement: str) -> Break:
    def job(connection: Connection, table: str) -> None:
        connection.execute(text(statement), {"table": table})

    return job


def _as_sqlite_lets(statement: str) -> Break:
    """Return what breaks a table in a way that only SQLite allows; elsewhere its log is gone."""

    def job(connection: Connection, table: str) -> None:
        allowed = connection.dialect.name == "sqlite"
        _statement(statement if allowed else NO_LOG)(connection, table)

    return job


NO_LOG = "delete from entries where table_id = :table"
OPENING = {
    "game": WITHOUT_CHANCE,
    "players": 2,
    "variant": "standard",
    "options": {},
    "settings": {},
    "host": "somebody",
    "seats": [{"person": "somebody"}, {}],
}
BREAKS: dict[str, Break] = {
    "no JSON": _entry("move", "data = :data", data='{"event": '),
    "not an object": _entry("move", "data = :data", data="[1, 2]"),
    "another kind": _entry("move", "kind = 'dance'"),
    "no event": _data("move"),
    "a move that the rules refuse": _data("move", event={"seat": 1, "move": "XO a1 a2"}),
    "somebody else's move": _data("move", event={"seat": 0, "move": "XO c3 c4"}),
    "a number too high": _entry("move", "number = number + 7"),
    "the last entry gone": _statement(
        "delete from entries where table_id = :table and number = "
        "(select number - 1 from tables where id = :table)"
    ),
    "no log": _statement(NO_LOG),
    "bytes that are no text": _as_sqlite_lets(
        "update entries set data = cast(x'7b22ff227d' as text) "
        "where table_id = :table and kind = 'chat'"
    ),
    "no length": _as_sqlite_lets("update tables set number = 'none' where id = :table"),
    "a text for a seed": _as_sqlite_lets("update tables set seed = 'secret' where id = :table"),
    "no such seat": _data("sit", seat=-1, person="somebody"),
    "a second opening": _entry("sit", "kind = 'open', data = :data", data=json.dumps(OPENING)),
    "words of nobody": _data("chat", text="Hello"),
    "a game that is gone": _data("open", **OPENING | {"game": "chess"}),
    "seats for others": _data("open", **OPENING | {"seats": [{}]}),
    "other settings": _data("open", **OPENING | {"settings": {"clock": "sand"}}),
    "entries of tomorrow": _data("open", **OPENING | {"format": 99}),
    "a short seed": _statement("update tables set seed = substr(seed, 1, 5) where id = :table"),
}


def write(server: Server, job: Callable[..., Any], *args: Any) -> None:
    """Change something behind the server's back."""
    server.call(server.context.store.write(job, *args))


class World:
    """A server with bad tables of all kinds, and one good one, of the same people."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ania, self.kasia = guest(server, "Ania"), guest(server, "Kasia")
        clock = {"clock": {"kind": "minutes", "minutes": 5}, "chat": "everyone"}
        self.bad = {name: self._table(clock) for name in BREAKS}
        self.good = self._table(clock)
        for name, table in self.bad.items():
            self.write(BREAKS[name], table)
        self.server.drop_caches()
        self.kept = self.rows()

    def _table(self, settings: Any) -> str:
        table = sit_down([self.ania, self.kasia], WITHOUT_CHANCE, settings=settings)
        self.ania.does(table, "move", move="XO a1 a2", expected=0)
        self.kasia.does(table, "move", move="XO b1 b2", expected=1)
        self.kasia.does(table, "chat", text="Cześć")
        return table

    def write(self, job: Callable[..., Any], *args: Any) -> None:
        write(self.server, job, *args)

    def read(self, job: Callable[..., Any], *args: Any) -> Any:
        return self.server.call(self.server.context.store.read(job, *args))

    def rows(self) -> list[Any]:
        """Return the logs of the bad tables, as they are in the database."""
        e = schema.entries.c
        query = select(schema.entries).where(e.table_id.in_(list(self.bad.values())))
        return list(self.read(lambda c: c.execute(query.order_by(e.table_id, e.number)).all()))


@pytest.fixture(scope="module")
def world(server: Server) -> Iterator[World]:
    """Made once for each kind of database."""
    world = World(server)
    yield world
    assert world.rows() == world.kept, "the log of a bad table was changed"


@pytest.mark.parametrize("name", BREAKS)
def test_a_bad_table_is_said_to_be_one_in_both_languages(world: World, name: str) -> None:
    table = world.bad[name]
    for _ in range(2):  # found out, and known
        response = world.ania.ask("GET", f"/tables/{table}")
        assert response.status_code == 410, response.text
        assert response.json()["code"] == "unreadable"
        assert "cannot be read" in response.json()["text"]["en"]
        assert "nie można teraz odczytać" in response.json()["text"]["pl"]
    assert world.kasia.is_refused(table, "resign") == "unreadable"
    assert world.ania.ask("GET", f"/tables/{table}/record").status_code == 410
    with page_at(world.server, table, world.ania.token) as page:
        assert page.others[-1]["type"] == "bye"
        assert page.others[-1]["code"] == "unreadable"
        assert page.closed_with() == 4410


def test_lists_go_on_and_show_who_sits_there_what_cannot_be_read(world: World) -> None:
    for table in world.bad.values():
        world.ania.ask("GET", f"/tables/{table}")
    mine = world.ania.get("/me/tables")
    shown = {each["table"]["id"]: each["table"]["status"] for each in mine}
    assert shown == {world.good: "playing"} | dict.fromkeys(world.bad.values(), "unreadable")
    (one,) = [each for each in mine if each["table"]["id"] == world.bad["no JSON"]]
    assert [seat["name"] for seat in one["table"]["seats"]] == ["Ania", "Kasia"]
    assert one["my_turn"] is False
    public = world.ania.get("/tables", playing=True)
    assert [each["id"] for each in public] == [world.good]
    response = world.server.http.get(
        world.server.url, headers={"Sec-Fetch-Dest": "document", "Accept": "text/html"}
    )
    assert world.good in response.text


def test_bad_tables_are_counted_listed_and_exported(world: World, tmp_path: Path) -> None:
    for table in world.bad.values():
        world.ania.ask("GET", f"/tables/{table}")
    metrics = world.server.http.get(f"{world.server.url}/metrics").text
    assert f"\nkafelki_unreadable_tables {len(BREAKS)}.0\n" in metrics
    target = tmp_path / "bad.jsonl"
    url = world.server.settings.database
    words = ["admin", "unreadable", "--export", str(target), "--database-url", url]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    listed = [json.loads(line) for line in result.stdout.splitlines()]
    assert {row["table_id"] for row in listed} == set(world.bad.values())
    why = {row["table_id"]: row["why"] for row in listed}
    assert "XO a1 a2 is not allowed" in why[world.bad["a move that the rules refuse"]]
    assert "it is for seat 1" in why[world.bad["somebody else's move"]]
    rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    entries = [row["row"] for row in rows if row["table"] == "entries"]
    assert len(entries) == len(world.kept)
    seeds = {row["row"]["id"]: row["row"]["seed"] for row in rows if row["table"] == "tables"}
    assert len(seeds[world.bad["no JSON"]]) == 64
    assert target.stat().st_mode & 0o077 == 0


def test_downloads_the_archive_and_backups_leave_out_or_keep_what_is_bad(
    world: World, tmp_path: Path
) -> None:
    response = world.ania.ask("GET", "/me/games.jsonl")
    assert [json.loads(line)["table"] for line in response.text.splitlines()] == [world.good]
    table, people = seated(world.server, WITHOUT_CHANCE, 2)
    other, _ = seated(world.server, WITHOUT_CHANCE, 2)
    people[1].does(table, "resign")
    world.write(
        lambda c: c.execute(
            text("update tables set status = 'over' where id = :table"),
            {"table": world.bad["no JSON"]},
        )
    )
    day = day_of(world.server.clock.now)
    path = world.read(archive.write_day, tmp_path, day)
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert [json.loads(line)["table"] for line in lines] == [table]
    url = world.server.settings.database
    words = ["admin", "backup", str(tmp_path / "backup.gz"), "--database-url", url]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert world.bad["no log"] in gzip.decompress((tmp_path / "backup.gz").read_bytes()).decode()
    assert people[0].look(other)["table"]["status"] == "playing"


def test_clocks_run_out_bots_move_and_forgotten_tables_close_beside_bad_ones(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = world.server
    room = world.ania.open(WITHOUT_CHANCE, 2)
    failing = sit_down([world.ania, world.kasia], WITHOUT_CHANCE, settings={"clock": None})
    due = "update tables set deadline = 1, bots_owe = 1, remind_at = 1 where id = :table"
    for table in [*world.bad.values(), failing]:
        world.write(_statement(due), table)
    whole = server.tables.loaded.state_of

    async def state_of(table: str) -> TableState:
        if table == failing:
            raise ZeroDivisionError("nobody has thought of that")
        return await whole(table)

    monkeypatch.setattr(server.tables.loaded, "state_of", state_of)
    server.clock.pass_by(10 * MINUTE)
    server.look_after_due()
    server.remind()
    assert world.ania.look(world.good)["table"]["status"] == "over"
    server.clock.pass_by(FORGOTTEN + HOUR)
    world.write(
        _statement("update tables set status = 'open' where id = :table"), world.bad["no log"]
    )
    server.call(server.context.upkeep.close_forgotten())
    assert world.ania.look(room)["table"]["status"] == "closed"


def test_who_deletes_their_data_is_not_stopped_by_a_bad_table(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2, settings={"chat": "everyone"})
    good = sit_down([ania, kasia], WITHOUT_CHANCE, settings={"chat": "everyone"})
    for each in (table, good):
        ania.does(each, "chat", text="a secret")
    write(server, _entry("sit", "data = '{'"), table)
    write(server, _entry("chat", "data = '{'"), table)
    server.drop_caches()
    assert ania.ask("DELETE", "/me").status_code == 204
    seen = kasia.look(good)
    assert "a secret" not in json.dumps(seen)
    assert seen["table"]["seats"][0]["name"] == "—"


def test_a_table_that_goes_bad_while_it_is_watched_lets_its_people_know(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    with ania.page(table) as page:
        number = page.number
        write(
            server,
            lambda c: c.execute(
                text(
                    "insert into entries (table_id, number, kind, time, data) "
                    "values (:table, :number, 'dance', 1, '{}')"
                ),
                {"table": table, "number": number},
            ),
        )
        news = {"table": table, "number": number + 1, "entries": [[number, "dance", 1, "{}"]]}
        server.call(server.tables.news.heard(news))
        assert page.closed_with() == 4408  # and comes back, to be told why
    assert kasia.is_refused(table, "resign") == "unreadable"


def test_what_was_mended_can_be_read_again(own_server: Server) -> None:
    table, (ania, _) = seated(own_server, WITHOUT_CHANCE, 2)
    write(own_server, _entry("start", "kind = 'dance'"), table)
    own_server.drop_caches()
    assert ania.ask("GET", f"/tables/{table}").status_code == 410
    write(own_server, _entry("dance", "kind = 'start'"), table)
    assert ania.ask("GET", f"/tables/{table}").status_code == 410  # it is not tried each time
    url = own_server.settings.database
    result = CliRunner().invoke(app, ["admin", "check", "--database-url", url])
    assert result.stdout == "1 tables, 0 of them cannot be read\n"
    assert ania.look(table)["table"]["status"] == "playing"
    write(own_server, _entry("start", "kind = 'dance'"), table)
    result = CliRunner().invoke(app, ["admin", "check", "--database-url", url])
    assert result.stdout == "1 tables, 1 of them cannot be read\n"
    write(own_server, _entry("dance", "kind = 'start'"), table)
    own_server.restart()
    own_server.call(own_server.context.upkeep.bring_up_to_date())
    assert ania.look(table)["table"]["status"] == "playing"


def test_of_a_bad_daily_challenge_only_who_plays_it_may_know(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    write(server, _entry("start", "data = '{'"), table)
    server.drop_caches()
    assert ania.ask("GET", f"/tables/{table}").status_code == 410
    assert kasia.ask("GET", f"/tables/{table}").status_code == 404
    assert kasia.is_refused(table, "leave") == "not-found"


def test_what_an_entry_says_beyond_its_kind_is_passed_over(server: Server) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    before = ania.look(table)["entries"]
    write(server, _data("start", salt="", first=0, event="level-1", to=3), table)
    server.drop_caches()
    assert ania.look(table)["entries"] == before
