"""The connection to the database, and bringing its tables up to date."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InvalidatePoolError

from kafelki.server.private import private_file, tighten_file

BUSY_SECONDS = 5
MIGRATION_SECONDS = 600
MIGRATING = 0x6B61_6665_6C6B_6921
"""The lock that a process holds on PostgreSQL while it migrates."""
RESTED = 1.0
"""Seconds without use after which a connection is asked whether it still works."""
QUIET: dict[str, Any] = {"hide_parameters": True}
"""Errors do not say what was being written: seeds and tokens' hashes must not get into logs."""


def connect(url: str) -> Engine:
    """Return an engine for a database URL, such as `sqlite:///kafelki.db`."""
    if make_url(url).get_backend_name() == "sqlite":
        return _sqlite(url)
    return _postgresql(url)


def for_reading(engine: Engine) -> Engine:
    """Return an engine for transactions that only read.

    In PostgreSQL each statement sees what is committed by then, within a transaction as
    without one; beginning and ending one would double the messages to and fro.
    """
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _postgresql(url: str) -> Engine:
    engine = create_engine(url, pool_size=8, max_overflow=8, **QUIET)

    @event.listens_for(engine, "checkin")
    def note(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def check(connection: Any, record: Any, proxy: object) -> None:
        # A busy connection is not asked each time, as `pool_pre_ping` would.
        if time.monotonic() - record.info.get("used", time.monotonic()) < RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error:
            raise InvalidatePoolError from None  # so new ones are made

    return engine


def _sqlite(url: str) -> Engine:
    _prepare_file(url)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **QUIET)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, record: object) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
        # Text may be any bytes: damaged ones become `\xff`, which no JSON has, and so cost the
        # row that has them, and not every query that meets it.
        connection.text_factory = lambda kept: kept.decode("utf-8", "backslashreplace")
        cursor = connection.cursor()
        _use_wal(cursor)
        cursor.execute("PRAGMA synchronous=FULL")  # what was acknowledged survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that writes takes its lock at once: upgrading one could fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _prepare_file(url: str) -> None:
    """Let a database's file be private from its first moment: SQLite gives others of its kind."""
    name = make_url(url).database
    if not name or name == ":memory:" or name.startswith("file:"):
        return
    path = Path(name).expanduser()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    private_file(path)
    for ending in ("-wal", "-shm"):
        tighten_file(path.with_name(path.name + ending))


def _use_wal(cursor: Any) -> None:
    """Use the write-ahead log; SQLite does not wait for another that is changing to it."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def alembic_config(url: str) -> Config:
    """Return the settings with which Alembic finds our migrations."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def migrate(url: str, revision: str = "head") -> None:
    """Bring a database's tables to the newest version, making them if there are none.

    Or to another version, for what was written by it; not back from a later one.
    All or nothing, and one process after another: those that start together wait for the first.
    """
    engine = connect(url).execution_options(writes=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _wait_and_let_tables_be_replaced)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            config = alembic_config(url)
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    finally:
        engine.dispose()


def _wait_and_let_tables_be_replaced(connection: Any, record: object) -> None:
    """Wait for another that migrates; a table that is made anew takes no rows of others with it."""
    connection.execute(f"PRAGMA busy_timeout={MIGRATION_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys=OFF")
