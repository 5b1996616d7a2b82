"""PostgreSQL, Redis and browsers for the tests: found or installed, started, stopped again.

`python -m tests.server.services` installs what is missing where that is possible: on Debian,
as root. Each test process starts its own instances, on loopback, with ports and folders of
their own; nothing that runs on the machine already is touched. Browsers are started by the tests
of the page.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.waiting import PATIENCE, wait_until

PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "chromium": "chromium",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}
"""Each program that is needed, and the Debian package that brings it."""
FASTER = "chromium-headless-shell"
"""A browser without windows, for most tests of the page; not every system has a package of it."""
_APT = ["apt-get", "--quiet"]
_INSTALL = [*_APT, "install", "--yes", "--no-install-recommends"]
_ASIDE = ("postgresql/*/bin", "*/webkit2gtk-*")
"""Folders of /usr/lib with programs that nobody is meant to call by name."""
_SET_PARENT_DEATH_SIGNAL = 1


def program(name: str) -> Path | None:
    """Return where a program is; Debian keeps those of PostgreSQL and WebKit out of the way."""
    found = shutil.which(name)
    if found:
        return Path(found)
    found_there = (path for folder in _ASIDE for path in Path("/usr/lib").glob(f"{folder}/{name}"))
    versions = sorted(found_there, key=lambda path: list(map(int, re.findall(r"\d+", str(path)))))
    return versions[-1] if versions else None


def missing(*names: str) -> list[str]:
    """Return the programs that are not there: of those named, or of all that are needed."""
    return [name for name in names or PACKAGES if program(name) is None]


def can_install() -> bool:
    """Whether packages can be installed here."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def must_be_there() -> bool:
    """Whether a missing service is an error: on a machine that tests, or that could install it."""
    return bool(os.environ.get("CI")) or can_install()


def install() -> None:
    """Install the packages of what is missing; their own services are not started."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    apt = partial(subprocess.run, env=environment)
    needed = [PACKAGES[name] for name in missing()]
    apt([*_APT, "update"], check=bool(needed))
    if needed:
        apt([*_INSTALL, *needed], check=True)
    apt([*_INSTALL, FASTER], check=False)


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


def main() -> int:
    """Install what is missing; say what could not be had. Return 1 when that is an error."""
    if can_install() and (missing() or program(FASTER) is None):
        install()
    lacking = missing()
    if not lacking:
        return 0
    print(f"Not installed: {', '.join(lacking)}. The tests that need them will not run.")
    return 1 if must_be_there() else 0


if __name__ == "__main__":
    sys.exit(main())
