"""The connection to the database, and bringing its tables up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url

BUSY_SECONDS = 5
QUIET: dict[str, Any] = {"hide_parameters": True}
"""Errors do not say what was being written: seeds and tokens' hashes must not get into logs."""


def connect(url: str) -> Engine:
    """Return an engine for a database URL, such as `sqlite:///kafelki.db`."""
    if make_url(url).get_backend_name() == "sqlite":
        return _sqlite(url)
    return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=8, **QUIET)


def _sqlite(url: str) -> Engine:
    name = make_url(url).database
    if name and name != ":memory:":
        Path(name).expanduser().parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **QUIET)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, record: object) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # what was acknowledged survives a power cut
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that writes takes its lock at once: upgrading one could fail half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def alembic_config(url: str) -> Config:
    """Return the settings with which Alembic finds our migrations."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def migrate(url: str) -> None:
    """Bring a database's tables to the newest version, making them if there are none."""
    engine = connect(url)
    try:
        with engine.connect() as connection:
            config = alembic_config(url)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
