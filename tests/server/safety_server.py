"""A real server on loopback for tests of safety: its own thread, time and folder."""

from __future__ import annotations

import atexit
import json
import logging
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import httpx
from fastapi import FastAPI
from sqlalchemy import Connection
from websockets.sync.client import ClientConnection

from kafelki.server.identity import token_key
from kafelki.server.logs import JsonLines
from kafelki.server.running import server_of
from kafelki.server.settings import Settings
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import sessions
from kafelki.server.storage.database import connect as connect_database
from kafelki.server.storage.database import migrate
from kafelki.server.trusted_time import steady_milliseconds
from kafelki.server.web.app import make_app, milliseconds
from kafelki.server.web.context import Context
from tests.sockets import open_socket
from tests.waiting import PATIENCE, wait_until

NOON = 1_800_014_400_000  # 2027-01-15 12:00 UTC


class RunningServer:
    """A server that answers on loopback."""

    def __init__(self, app: FastAPI, port: int, logged: list[str]) -> None:
        self.app = app
        self.url = f"http://127.0.0.1:{port}"
        self.host = f"127.0.0.1:{port}"
        self.logged = logged
        """The lines of the log, as `kafelki serve` writes them."""
        self._answered = 0

    @property
    def context(self) -> Context:
        context: Context = self.app.state.context
        return context

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        """Return a client; with a token, one that is somebody."""
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return httpx.Client(
            base_url=self.url,
            headers=headers,
            timeout=PATIENCE,
            trust_env=False,
            verify=False,  # certificates take long to read, and there are none on loopback
            event_hooks={"response": [self._count]},
        )

    def _count(self, answer: httpx.Response) -> None:
        self._answered += 1

    def until_all_is_logged(self) -> None:
        """Wait for the lines of all requests: each is written when its answer has left."""
        wait_until(lambda: sum('"route"' in line for line in self.logged) >= self._answered)

    def socket(self, path: str, **headers: str) -> ClientConnection:
        """Return an open socket, to be used as a context manager."""
        return open_socket(f"ws://{self.host}{path}", additional_headers=headers, close_timeout=2)

    def guest(self, name: str) -> tuple[str, str]:
        """Return the id and the token of a new guest; a name that a member has is made up."""
        with self.client() as client:
            answer = client.post("/api/guests", json={"name": name, "token": True})
            if answer.status_code == 409:
                answer = client.post("/api/guests", json={"token": True})
            assert answer.status_code == 201, answer.text
            return answer.json()["person"], answer.json()["token"]


@contextmanager
def running(
    settings: Settings,
    now: Callable[[], int] = milliseconds,
    prepare: Callable[[Context], None] | None = None,
) -> Iterator[RunningServer]:
    """Run a server until the block is left; the rules run as they are, nothing is compiled."""
    app = make_app(settings, now, steady_milliseconds if now is milliseconds else now)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = server_of(app, settings)
    server.config.date_header = False
    server.config.timeout_graceful_shutdown = 1
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    compiling = patch("kafelki.server.web.app.load_in_background", _no_compiling)
    with _log_lines() as lines, compiling:
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started, lines
            if prepare is not None:
                prepare(app.state.context)
            yield RunningServer(app, listening.getsockname()[1], lines)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            listening.close()
    assert not thread.is_alive()


async def _no_compiling() -> None:
    pass


@contextmanager
def _log_lines() -> Iterator[list[str]]:
    """Collect what is logged meanwhile, at every level."""
    lines: list[str] = []

    class Collecting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # Of libraries the server writes warnings only; the test's own client is none of it.
            ours = record.name.startswith("kafelki") or record.levelno >= logging.WARNING
            if ours and record.name != "websockets.client":
                lines.append(self.format(record))

    handler = Collecting()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


@cache
def _empty_database() -> Path:
    folder = mkdtemp(prefix="kafelki-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "kafelki.db"
    migrate(f"sqlite:///{path}")
    return path


def new_database(folder: Path, fill: Callable[[Connection], None] | None = None) -> None:
    """Put a database into a folder: empty, or filled by a function."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "kafelki.db"
    shutil.copyfile(_empty_database(), target)
    if fill is not None:
        engine = connect_database(f"sqlite:///{target}")
        with engine.begin() as connection:
            fill(connection)
        engine.dispose()


def add_person(connection: Connection, person: str, name: str, token: str) -> None:
    """Add somebody with a token of the test's choice."""
    people_rows.add_person(connection, person, name, NOON)
    sessions.add(connection, token_key(token), person, "token", NOON)


def say(connection: ClientConnection, **message: Any) -> None:
    """Send a message."""
    connection.send(json.dumps(message))


def hear(connection: ClientConnection, seconds: float = PATIENCE) -> dict[str, Any]:
    """Return the next message."""
    message: dict[str, Any] = json.loads(connection.recv(timeout=seconds))
    return message


def heard_so_far(connection: ClientConnection) -> list[str]:
    """Return the messages that were sent before the server answers a ping now."""
    say(connection, type="ping")
    found: list[str] = []
    while True:
        message = connection.recv(timeout=PATIENCE)
        assert isinstance(message, str)
        if json.loads(message)["type"] == "pong":
            return found
        found.append(message)
