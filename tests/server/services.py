"""PostgreSQL and Redis for the tests: started, and stopped again.

Each test process starts its own instances, on loopback, with ports and folders of their own;
nothing that runs on the machine already is touched. Browsers are started by the tests of the page.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.server.programs import missing, program
from tests.waiting import PATIENCE, wait_until

_SET_PARENT_DEATH_SIGNAL = 1


def free_port() -> int:
    """Return a port on loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def end_with_parent(how: int) -> None:
    """In a child: end when the process that tests ends, however it does."""
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, how)


class Service:
    """A program that runs in a folder of its own and answers on a port of its own."""

    stopping = signal.SIGTERM

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.identity: dict[str, Any] = {}  # as whom it runs
        self._process: subprocess.Popen[bytes] | None = None

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _ask(self) -> None:
        """Raise an exception unless the service answers."""
        raise NotImplementedError

    def start(self) -> None:
        """Start, and wait until it answers; it may have been stopped before."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=partial(end_with_parent, self.stopping),
                **self.identity,
            )
        wait_until(self._answers, f"{type(self).__name__} to start")

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError((self.folder / "log").read_text(errors="replace")[-2000:])
        try:
            self._ask()
        except Exception:
            return False
        return True

    def stop(self) -> None:
        """Stop at once; what was committed stays."""
        if self._process is not None:
            self._process.send_signal(self.stopping)
            self._process.wait(PATIENCE)
            self._process = None


class PostgreSQL(Service):
    """A PostgreSQL server; as root it runs as somebody else, for it refuses to run as root."""

    stopping = signal.SIGQUIT  # at once: what was committed must be there all the same

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if os.geteuid() == 0:
            user = _some_user("postgres", "nobody")
            self.identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(folder, user.pw_uid, user.pw_gid)
        subprocess.run(
            [
                _needed("initdb"),
                *("-D", folder / "data", "-U", "kafelki", "--auth=trust"),
                *("--encoding=UTF8", "--locale=C", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd=folder,
            **self.identity,
        )

    def _command(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "port": self.port,
            "max_connections": 100,
            "shared_buffers": "32MB",
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        return [str(_needed("postgres")), "-D", str(self.folder / "data"), *options]

    def _ask(self) -> None:
        with psycopg.connect(self._address("postgres"), connect_timeout=2):
            pass

    def _address(self, database: str) -> str:
        return f"postgresql://kafelki@127.0.0.1:{self.port}/{database}"

    def url(self, database: str) -> str:
        """Return a database's address as SQLAlchemy writes it."""
        return self._address(database).replace("postgresql://", "postgresql+psycopg://")

    def execute(self, statement: str) -> None:
        """Run a statement that concerns the whole server."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def cut_connections(self) -> None:
        """End every connection to every database, as a network that fails would."""
        self.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where pid <> pg_backend_pid() and backend_type = 'client backend'"
        )


class Redis(Service):
    """A Redis server that keeps nothing on disk."""

    def _command(self) -> list[str]:
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        arguments = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        return [str(_needed("redis-server")), *arguments]

    def _ask(self) -> None:
        with redis.Redis(port=self.port, socket_timeout=2) as client:
            client.ping()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"


def _some_user(*names: str) -> pwd.struct_passwd:
    known = {each.pw_name: each for each in pwd.getpwall()}
    return next(known[name] for name in names if name in known)


def _needed(name: str) -> Path:
    found = program(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed")
    return found


def both_if_installed(stack: ExitStack) -> tuple[PostgreSQL, Redis] | None:
    """Return PostgreSQL and Redis, running until the stack ends; say so when they are missing."""
    lacking = missing("postgres", "redis-server")
    if lacking:
        print(f"Not installed: {', '.join(lacking)}. SQLite only.")
        return None
    return stack.enter_context(running(PostgreSQL)), stack.enter_context(running(Redis))


@contextmanager
def running(kind: type[Service]) -> Iterator[Any]:
    """Give a service of a kind that runs in a temporary folder until the block ends."""
    with tempfile.TemporaryDirectory(prefix="kafelki-", ignore_cleanup_errors=True) as folder:
        service = kind(Path(folder))
        service.start()
        try:
            yield service
        finally:
            service.stop()
