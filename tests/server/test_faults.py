"""What storage may do to a server: a clear answer, nothing lost, and recovery by itself."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import event, insert, make_url

from kafelki.server.settings import Settings
from kafelki.server.storage import database, pulse, schema
from kafelki.server.storage.store import StorageTrouble
from tests.games.examples import WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.conftest import settings_for
from tests.server.players import Json, Player, guest, member, new_command, seated, sit_down
from tests.server.running_server import Server, serving
from tests.server.services import PostgreSQL
from tests.waiting import wait_until


def next_move(player: Player, table: str) -> Json:
    view = player.look(table)["game"]
    return new_command("move", move=view["legal"]["moves"][0], expected=view["after"])


def is_clear(response: Any) -> bool:
    """Whether an answer says in both languages that nothing could be stored."""
    body = response.json()
    return (
        response.status_code == 503
        and body["code"] == "unavailable"
        and all(body["text"][language] for language in ("en", "pl"))
    )


def is_well(server: Server) -> bool:
    """Whether a server says that it is."""
    response = server.http.get(f"{server.url}/healthz")
    assert response.json()["ok"] is (response.status_code == 200)
    return bool(response.json()["ok"])


def sent(player: Player, table: str, command: Json) -> Any:
    return player.ask("POST", f"/tables/{table}/commands", command)


@contextmanager
def locked(settings: Settings) -> Iterator[None]:
    """Hold the lock of a SQLite database, as a back-up that hangs would."""
    connection = sqlite3.connect(settings.data_folder / "kafelki.db", isolation_level=None)
    connection.execute("begin immediate")
    try:
        yield
    finally:
        connection.execute("rollback")
        connection.close()


@pytest.fixture
def impatient_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on SQLite that waits for a lock for a moment only."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    with serving(Settings(data_folder=tmp_path, rate_limits=0)) as server:
        yield server


def test_a_locked_database_is_told_and_the_same_command_works_later(
    impatient_server: Server,
) -> None:
    table, (ania, kasia) = seated(impatient_server, WITH_RACKS, 2)
    command = next_move(ania, table)
    with kasia.page(table) as page:
        with locked(impatient_server.settings):
            assert is_clear(sent(ania, table, command))
            body = {"name": "Ola", "token": True}
            assert is_clear(
                impatient_server.http.post(f"{impatient_server.url}/api/guests", json=body)
            )
            assert is_clear(ania.ask("POST", "/tables", {"game": WITHOUT_CHANCE, "players": 2}))
            assert is_clear(ania.ask("PATCH", "/me", {"name": "Julia"}))
            # What is there can be looked at all the while.
            assert kasia.look(table)["game"]["to_act"] == [0]
        answer = sent(ania, table, command).json()
        assert answer["ok"]
        page.until_number(answer["number"])
        assert page.kinds.count("update") == 1
    assert sent(ania, table, command).json() == answer


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Let the database not grow by a single page."""
    engine = server.context.store.engine

    def limit(connection: Any, *_: object) -> None:
        connection.execute("pragma max_page_count = 1")  # as many as there are now

    event.listen(engine, "checkout", limit)
    try:
        yield
    finally:
        event.remove(engine, "checkout", limit)

        def unlimit(connection: Any, *_: object) -> None:
            connection.execute("pragma max_page_count = 1073741823")

        event.listen(engine, "checkout", unlimit)


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(
    sqlite_server: Server, random: Random
) -> None:
    people = [member(sqlite_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE, settings={"chat": "members"})
    ania = people[0]
    said = 0
    with people[1].page(table) as page:
        with full_disk(sqlite_server):
            # Until the last page is full: first what is long, then what is as short as a move.
            for text in ("long words " * 20, "."):
                for _ in range(500):
                    command = new_command("chat", text=text)
                    response = sent(ania, table, command)
                    if not response.json().get("ok"):
                        break
                    said += 1
                assert is_clear(response)
            move = next_move(ania, table)
            assert is_clear(sent(ania, table, move))
        assert sent(ania, table, command).json()["ok"]
        answer = sent(ania, table, move).json()
        assert answer["ok"]
        page.until_number(answer["number"])
        kinds = [entry["kind"] for entry in page.entries.values()]
        assert kinds.count("chat") == said + 1
        assert kinds.count("move") == 1
    sqlite_server.drop_caches()
    assert ania.look(table)["game"]["after"] == 1


@pytest.fixture
def postgresql_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    with serving(settings_for(request, "postgresql", tmp_path)) as server:
        yield server


def insists(player: Player, table: str, command: Json) -> Json:
    """Return the answer to a command that is sent until it can be stored."""
    return _once_available(lambda: sent(player, table, command))


def _look(player: Player, table: str) -> Json:
    """Return a table once it can be read."""
    return _once_available(lambda: player.ask("GET", f"/tables/{table}"))


def _once_available(ask: Callable[[], Any]) -> Json:
    """Return what a server answers once it has recovered."""
    answers: list[Any] = []

    def is_there() -> bool:
        answers.append(ask())
        unavailable = answers[-1].json().get("code") == "unavailable"
        assert not unavailable or is_clear(answers[-1])
        return not unavailable

    wait_until(is_there, "the server to recover")
    found: Json = answers[-1].json()
    return found


def test_cut_connections_to_postgresql_cost_a_moment_and_no_move(
    postgresql_server: Server, postgresql: PostgreSQL
) -> None:
    table, people = seated(postgresql_server, WITHOUT_BOARD, 2)
    stopping = threading.Event()

    def cut() -> None:
        while not stopping.is_set():
            postgresql.cut_connections()
            time.sleep(0.02)

    thread = threading.Thread(target=cut)
    with people[1].page(table) as page:
        thread.start()
        moves = []
        try:
            for _ in range(20):
                seen = _look(people[0], table)
                person = people[seen["game"]["to_act"][0]]
                view = _look(person, table)["game"]
                command = new_command(
                    "move", move=view["legal"]["moves"][0], expected=view["after"]
                )
                answer = insists(person, table, command)
                assert answer["ok"], answer
                moves.append(command["move"])
        finally:
            stopping.set()
            thread.join()
        page.until_number(answer["number"])
        logged = [
            entry["event"]["move"] for entry in page.entries.values() if entry["kind"] == "move"
        ]
        assert logged == moves


def test_a_stopped_postgresql_is_told_and_the_server_recovers_by_itself(
    postgresql_server: Server, postgresql: PostgreSQL
) -> None:
    server = postgresql_server
    table, (ania, kasia) = seated(server, WITH_RACKS, 2)
    first, second = next_move(ania, table), None
    with kasia.page(table) as page:
        accepted = sent(ania, table, first).json()
        assert accepted["ok"]
        mover = [ania, kasia][ania.look(table)["game"]["to_act"][0]]
        second = next_move(mover, table)
        postgresql.stop()
        try:
            assert is_clear(sent(mover, table, second))
            response = server.http.post(f"{server.url}/api/guests", json={"token": True})
            assert is_clear(response)
            assert not is_well(server)
            refused = page.command("resign")
            assert refused["code"] == "unavailable"
        finally:
            postgresql.start()
        answer = insists(mover, table, second)
        assert answer["ok"]
        page.until_number(answer["number"])
        assert sent(ania, table, first).json() == accepted
    wait_until(lambda: is_well(server), "the server to say that it is well")
    assert guest(server).get("/me")["name"] == "Ania"
    assert ania.look(table)["table"]["status"] == "playing"


# What the server says of itself


def tells_of_trouble_and_its_end(server: Server, trouble: AbstractContextManager[None]) -> bool:
    """Whether a server says that it is not well while there is trouble, and is well after it."""
    wait_until(lambda: is_well(server), "the server to be well")
    with trouble:
        wait_until(lambda: not is_well(server), "the server to notice")
    wait_until(lambda: is_well(server), "the server to be well again")
    return True


def test_what_is_told_holds_for_less_than_five_seconds() -> None:
    assert pulse.FRESH + pulse.PATIENCE < 5


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """Leave no room in the database for what is as long as ten moves."""
    with full_disk(server):
        for number in range(1000):
            filling = {"name": f"filling {number}", "value": "x" * 10_000}
            try:
                server.call(server.context.store.write_rows({insert(schema.keys): [filling]}))
            except StorageTrouble:
                break
        yield


@contextmanager
def read_only(server: Server) -> Iterator[None]:
    """Let a SQLite database be read only."""
    engine = server.context.store.engine

    def forbid(connection: Any, *_: object) -> None:
        connection.execute("pragma query_only = on")

    def allow(connection: Any, *_: object) -> None:
        connection.execute("pragma query_only = off")

    event.listen(engine, "checkout", forbid)
    try:
        yield
    finally:
        event.remove(engine, "checkout", forbid)
        event.listen(engine, "checkout", allow)


@pytest.mark.parametrize("trouble", [no_room, read_only, lambda server: locked(server.settings)])
def test_a_server_tells_that_nothing_can_be_kept(
    sqlite_server: Server, trouble: Callable[[Server], AbstractContextManager[None]]
) -> None:
    assert tells_of_trouble_and_its_end(sqlite_server, trouble(sqlite_server))


def test_a_server_tells_that_postgresql_is_read_only(
    postgresql_server: Server, postgresql: PostgreSQL
) -> None:
    name = make_url(postgresql_server.settings.database).database

    @contextmanager
    def read_only() -> Iterator[None]:
        postgresql.execute(f"alter database {name} set default_transaction_read_only = on")
        postgresql.cut_connections()
        yield
        postgresql.execute(f"alter database {name} reset default_transaction_read_only")
        postgresql.cut_connections()

    assert tells_of_trouble_and_its_end(postgresql_server, read_only())


def test_asking_often_writes_seldom(sqlite_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "FRESH", 3600.0)
    with patch.object(pulse, "_write", wraps=pulse._write) as write:
        assert all(is_well(sqlite_server) for _ in range(20))
    assert write.call_count == 1
