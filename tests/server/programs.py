"""The programs that tests need beside Python's packages: found, or installed.

`python -m tests.server.programs` installs what is missing where that is possible: on Debian, as
root. It needs nothing but Python itself, so that it can run while packages are being installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

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
