"""Servers for tests to talk to, on SQLite and on PostgreSQL.

What depends on how things are stored is proved on both. A module of tests about what is decided
and told, which is the same whatever it was read from, says `DATABASES = ("sqlite",)`; a single
test says so with `@pytest.mark.databases("sqlite")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from kafelki.review.depths import DEPTHS, QUICK
from kafelki.server.settings import Settings
from kafelki.server.storage.database import migrate
from tests.server import programs, services
from tests.server.running_server import Server, Time, serving
from tests.server.safety_server import new_database
from tests.server.services import PostgreSQL, Redis

DATABASES = ("sqlite", "postgresql")

_numbers = count()


@pytest.fixture(autouse=True, scope="module")
def as_a_server_does(compiled_rules: None) -> None:
    """Play by compiled rules here."""


@pytest.fixture(autouse=True, scope="module")
def hasty_reviews() -> Iterator[None]:
    """Let servers review games at a glance: most tests that end a game ask nothing of its review,
    which goes on beside them all the same. How good one is, tests of reviews ask without a server.
    """
    with patch.dict(DEPTHS, quick=replace(QUICK, leaves=4, samples=2)):
        yield


def have(*names: str) -> None:
    """Go on where programs are installed; elsewhere the test is named as not run, or fails."""
    lacking = programs.missing(*names)
    if not lacking:
        return
    reason = f"{' and '.join(lacking)} not installed"
    if programs.must_be_there():
        pytest.fail(f"{reason}: python -m tests.server.programs installs what is missing")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of this test process alone."""
    have("postgres", "initdb")
    with services.running(PostgreSQL) as service:
        service.execute("create database migrated")
        migrate(service.url("migrated"))
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis server of this test process alone."""
    have("redis-server")
    with services.running(Redis) as service:
        yield service


NewSettings = Callable[..., Settings]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "new_settings" in metafunc.fixturenames:
        marker = metafunc.definition.get_closest_marker("databases")
        databases = marker.args if marker else getattr(metafunc.module, "DATABASES", DATABASES)
        metafunc.parametrize("new_settings", databases, indirect=True, scope="module")


@pytest.fixture(scope="module")
def new_settings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> NewSettings:
    """Makes the settings of a server with an empty database, of the module's kinds in turn."""

    def make(blank: bool = False) -> Settings:
        return settings_for(request, request.param, tmp_path_factory.mktemp("data"), blank)

    return make


def settings_for(
    request: pytest.FixtureRequest, database: str, folder: Path, blank: bool = False
) -> Settings:
    """Return the settings of a server with an empty database of a kind.

    Its tables are there already, as at a server's second start, unless it is to be blank.
    """
    url = ""
    if database == "postgresql":
        service: PostgreSQL = request.getfixturevalue("postgresql")
        name = f"kafelki{next(_numbers)}"
        service.execute(f"create database {name} template {'template0' if blank else 'migrated'}")
        url = service.url(name)
    elif not blank:
        new_database(folder)
    return Settings(
        database_url=url,
        data_folder=folder,
        rate_limits=0,
        bot_workers=1,
        review_depth="quick",
    )


@pytest.fixture(scope="module")
def server(new_settings: NewSettings) -> Iterator[Server]:
    """A server that the tests of a module share: each with people and tables of its own."""
    with serving(new_settings()) as server:
        yield server


@pytest.fixture
def own_server(new_settings: NewSettings) -> Iterator[Server]:
    """A server of this test alone: to stop, to restart, to count what is there."""
    with serving(new_settings()) as server:
        yield server


@pytest.fixture
def sqlite_server(tmp_path: Path) -> Iterator[Server]:
    """A server on SQLite, where the database does not matter."""
    new_database(tmp_path)
    settings = Settings(data_folder=tmp_path, rate_limits=0, bot_workers=1)
    with serving(settings, Time()) as server:
        yield server


@pytest.fixture
def random() -> Random:
    """The same choices every time."""
    return Random(2026)
