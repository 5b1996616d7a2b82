"""Storage: migrations, the log's key, and what happens when somebody stops waiting for a write."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from unittest.mock import patch

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, insert, literal, select
from sqlalchemy.exc import IntegrityError, OperationalError

from kafelki.server.live import loading
from kafelki.server.storage import database, schema
from kafelki.server.storage.database import connect, for_reading, migrate
from kafelki.server.storage.store import Conflict, StorageTrouble
from kafelki.server.storage.writer import ATTEMPTS, PAUSE, Writer
from kafelki.server.table.commands import Chat
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server.conftest import NewSettings
from tests.server.players import guest, member, play_on, seated, sit_down
from tests.server.running_server import Server, serving
from tests.server.services import PostgreSQL
from tests.waiting import PATIENCE, wait_until


def test_the_migrated_database_is_the_one_that_the_program_knows(
    new_settings: NewSettings,
) -> None:
    url = new_settings(blank=True).database
    migrate(url)
    engine = connect(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() is not None
    engine.dispose()


def test_migrating_again_changes_nothing(new_settings: NewSettings) -> None:
    url = new_settings(blank=True).database
    migrate(url)
    engine = connect(url)
    with engine.begin() as connection:
        connection.execute(
            insert(schema.dailies).values(day="2026-03-04", game=WITH_RACKS, seed=b"x")
        )
    migrate(url)
    with engine.connect() as connection:
        assert connection.execute(select(schema.dailies.c.seed)).scalar_one() == b"x"
    engine.dispose()


def test_sqlite_waits_for_the_disk(sqlite_server: Server) -> None:
    with sqlite_server.context.store.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar_one() == 2  # FULL


def test_a_connection_that_has_rested_is_asked_before_it_is_used(postgresql: PostgreSQL) -> None:
    postgresql.execute("create database rested")
    engine = connect(postgresql.url("rested"))

    def use() -> None:
        with for_reading(engine).connect() as connection:
            assert connection.execute(select(literal(1))).scalar_one() == 1

    with patch.object(engine.dialect, "do_ping", wraps=engine.dialect.do_ping) as ping:
        use()
        use()
        assert not ping.called  # new, then busy
        postgresql.cut_connections()
        with patch.object(database, "RESTED", 0.0):
            use()
        assert ping.call_count == 1
    engine.dispose()


def test_a_log_has_every_number_once(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    play_on(people, table, 2, random)
    number = people[0].look(table)["table"]["number"]
    row = {"table_id": table, "number": number - 1, "kind": "chat", "time": 0, "data": "{}"}
    with (
        pytest.raises(IntegrityError),
        server.context.store.engine.execution_options(writes=True).begin() as connection,
    ):
        connection.execute(insert(schema.entries).values(row))
    with server.context.store.engine.connect() as connection:
        column = schema.entries.c
        query = select(column.number).where(column.table_id == table).order_by(column.number)
        assert list(connection.execute(query).scalars()) == list(range(number))


def held_up(writer: Writer, gate: threading.Event) -> Future[bool]:
    """Return what comes of a transaction that is under way, and waits at a gate."""
    begun = threading.Event()

    def job(connection: Connection) -> bool:
        begun.set()
        return gate.wait(PATIENCE)

    future = writer.submit(job)
    assert begun.wait(PATIENCE)
    return future


def test_a_job_that_fails_undoes_itself_alone(server: Server) -> None:
    writer = server.context.store.writer
    gate = threading.Event()
    waiting = held_up(writer, gate)
    days = ["2020-01-01", "2020-01-02", "2020-01-01", "2020-01-03"]

    def add(day: str) -> Callable[[Connection], None]:
        def job(connection: Connection) -> None:
            connection.execute(insert(schema.dailies).values(day=day, game=WITH_RACKS, seed=b"x"))

        return job

    futures = [writer.submit(add(day)) for day in days]
    gate.set()
    waiting.result(PATIENCE)
    outcomes = [type(future.exception(10)) for future in futures]
    assert outcomes == [type(None), type(None), Conflict, type(None)]
    with server.context.store.engine.connect() as connection:
        found = connection.execute(
            select(schema.dailies.c.day).where(schema.dailies.c.seed == b"x")
        ).scalars()
        assert sorted(found) == sorted(set(days))


def test_rows_of_several_are_written_by_one_statement_and_fail_alone(server: Server) -> None:
    engine = connect(server.context.store.url)  # where the server writes nothing meanwhile
    writer = Writer(engine)
    gate = threading.Event()
    statements: list[tuple[str, bool]] = []

    def seen(
        connection: object, cursor: object, text: str, row: object, around: object, many: bool
    ) -> None:
        statements.append((text.split()[0], many))

    def add(*days: str) -> Future[None]:
        rows = [{"day": day, "game": AT_ONCE, "seed": b"y"} for day in days]
        return writer.submit({adding: rows})

    def days_there() -> list[str]:
        query = select(schema.dailies.c.day).where(schema.dailies.c.seed == b"y")
        with engine.connect() as connection:
            return sorted(connection.execute(query).scalars())

    adding = insert(schema.dailies)
    event.listen(engine, "before_cursor_execute", seen)
    try:
        waiting = held_up(writer, gate)
        futures = [add("2020-01-01"), add("2020-01-02", "2020-01-03")]
        gate.set()
        waiting.result(PATIENCE)
        assert [future.result(PATIENCE) for future in futures] == [None, None]
        assert [many for word, many in statements if word == "INSERT"] == [True]
        assert days_there() == ["2020-01-01", "2020-01-02", "2020-01-03"]
        gate.clear()
        waiting = held_up(writer, gate)
        futures = [add("2020-01-04"), add("2020-01-05", "2020-01-01"), add("2020-01-06")]
        transactions = writer.transactions
        gate.set()
        waiting.result(PATIENCE)
        outcomes = [type(future.exception(10)) for future in futures]
        assert outcomes == [type(None), Conflict, type(None)]
        # One for who waited, one for the three: a conflict does not make the others wait.
        wait_until(lambda: writer.transactions >= transactions + 2, "the writer to count")
        assert writer.transactions == transactions + 2
        assert days_there() == [f"2020-01-0{k}" for k in (1, 2, 3, 4, 6)]
    finally:
        writer.close()
        engine.dispose()


class WritersTime:
    """Time as one writer has it: it stands still, and a pause lasts until the test ends it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks = 0
        self.pauses: queue.SimpleQueue[float] = queue.SimpleQueue()
        self.go_on = threading.Event()

    def monotonic(self) -> float:
        self.looks += 1
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.put(seconds)
        assert seconds == 0 or self.go_on.wait(PATIENCE)


def test_a_busy_writer_lets_more_share_a_transaction_and_an_idle_one_writes_at_once(
    new_settings: NewSettings,
) -> None:
    engine = connect(new_settings().database)
    writer = Writer(engine, clock := WritersTime())

    def nothing(connection: Connection) -> None:
        pass

    wait_until(lambda: clock.looks == 1, "the writer to begin")
    clock.now += 1
    writer.submit(nothing).result(PATIENCE)
    assert clock.pauses.get(timeout=PATIENCE) == 0  # it had rested for a second
    wait_until(lambda: clock.looks == 3, "the writer to be done")
    futures = [writer.submit(nothing)]
    assert clock.pauses.get(timeout=PATIENCE) == pytest.approx(PAUSE)
    futures.append(writer.submit(nothing))  # while the first waits
    clock.go_on.set()
    for future in futures:
        future.result(PATIENCE)
    writer.close()
    engine.dispose()
    assert (writer.jobs, writer.transactions) == (3, 2)


def test_writing_goes_on_when_somebody_stops_waiting(server: Server) -> None:
    writer = Writer(server.context.store.engine)
    gate = threading.Event()
    first = writer.submit(lambda connection: gate.wait(PATIENCE))
    second = writer.submit(lambda connection: "second")
    third = writer.submit(lambda connection: "third")
    first.cancel()
    second.cancel()
    gate.set()
    assert third.result(PATIENCE) == "third"
    assert writer.submit(lambda connection: "fourth").result(PATIENCE) == "fourth"
    writer.close()


def test_a_command_whose_sender_went_away_is_carried_out_and_told(
    server: Server, random: Random
) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    gate = threading.Event()
    server.context.store.writer.submit(lambda connection: gate.wait(PATIENCE))
    person = server.call(server.context.identity.who(people[0].token))
    assert person is not None
    with people[1].page(table) as page:
        known = page.number

        async def send_and_leave() -> bool:
            command = Chat(id="gone", type="chat", text="Cześć!")
            task = asyncio.create_task(server.tables.command(table, person, command))
            await asyncio.sleep(0.1)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return task.cancelled()

        assert server.call(send_and_leave())
        gate.set()
        page.until_number(known + 1)
        assert page.entries[known]["text"] == "Cześć!"
        answer = people[0].move(table, random)
        page.until_number(answer["number"])
        assert answer["number"] == known + 2


def test_who_watches_is_told_what_another_process_wrote_before(
    new_settings: NewSettings, random: Random
) -> None:
    """Two processes that cannot tell each other anything: the log does."""
    settings = new_settings()
    with serving(settings) as one, serving(settings) as other:
        people = [member(one, name) for name in ("Ania", "Kasia")]
        table = sit_down(people, WITHOUT_CHANCE)
        with people[1].page(table) as page:
            people[0].server = other
            people[0].move(table, random)
            people[0].does(table, "chat", text="Your move")
            answer = people[1].does(table, "chat", text="Thank you")
            page.until_number(answer["number"])
            assert sorted(page.entries) == list(range(answer["number"]))
            assert page.game["to_act"] == [1]


def test_tables_that_nobody_watches_may_be_forgotten(
    server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "MOST_IDLE", 3)
    monkeypatch.setattr(server.tables.loaded, "_evict_at", 3)
    watched, people = seated(server, WITHOUT_CHANCE, 2)
    with people[0].page(watched) as page:
        ania = guest(server)
        opened = [ania.open(WITHOUT_CHANCE, 2) for _ in range(8)]
        for table in opened:
            assert ania.look(table)["table"]["status"] == "open"
        assert watched in server.tables.audience.tables
        assert opened[0] not in server.tables.audience.tables
        assert ania.look(opened[0])["table"]["status"] == "open"
        answer = people[0].move(watched, random)
        page.until_number(answer["number"])
    wait_until(
        lambda: not server.tables.audience.tables[watched].listeners, "the page to be closed"
    )


class Deadlock(Exception):
    """What PostgreSQL says to one of two who wait for each other."""

    sqlstate = "40P01"


def test_who_was_in_anothers_way_is_written_again(sqlite_server: Server) -> None:
    attempts = 0

    def job(connection: Connection, in_the_way: int) -> int:
        nonlocal attempts
        attempts += 1
        if attempts <= in_the_way:
            raise OperationalError("update", {}, Deadlock())
        return attempts

    # Its own: with something of the server's in the same transaction there is one attempt more.
    writer = Writer(sqlite_server.context.store.engine)
    assert writer.submit(lambda connection: job(connection, 2)).result(PATIENCE) == 3
    attempts = 0
    with pytest.raises(StorageTrouble):  # but not for ever
        writer.submit(lambda connection: job(connection, 99)).result(PATIENCE)
    assert attempts == ATTEMPTS
    writer.close()
