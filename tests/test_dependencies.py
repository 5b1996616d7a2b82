"""What is installed with Kafelki: enough for what it is asked to do, all of it said, no more."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kafelki.rules.registry import GAMES, rules_of

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PROVIDED = {
    module: {canonicalize_name(each) for each in distributions}
    for module, distributions in packages_distributions().items()
} | {"cupy": {"cupy-cuda13x"}}  # which only graphics processors need
"""Who brings a module that can be imported here."""

EXTRAS = {
    "arena": ["ray", "cuda"],
    "batch": ["cuda"],
    "cli": ["server"],
    "env": ["env", "openspiel"],
    "kernels": ["ptx", "cuda"],
    "server": ["server", "postgresql"],
}
"""Which extras the parts of the package may need, beside what is always there."""
TAKEN_BY_NAME = {"psycopg", "uvloop"}
"""By SQLAlchemy and by Uvicorn, where they are installed: nobody here imports them."""


def declared(extra: str = "") -> set[str]:
    """Return what is installed with an extra, or always; nothing that these bring in turn."""
    given = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    names: set[str] = {canonicalize_name(Requirement(each).name) for each in given}
    return names - {PROJECT["name"]}


def imported() -> dict[str, set[str]]:
    """Return the modules of others that each part of the package imports anywhere."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "kafelki").rglob("*.py"):
        part = path.relative_to(ROOT / "kafelki").parts[0]
        modules = {each.partition(".")[0] for each in _imports(path)}
        found.setdefault(part, set()).update(modules - sys.stdlib_module_names - {"kafelki"})
    return found


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_everything_that_is_imported_is_declared_where_it_belongs() -> None:
    missing = {
        (part, module)
        for part, modules in imported().items()
        for module in modules
        for known in [declared().union(*map(declared, EXTRAS.get(part, [])))]
        if not PROVIDED[module] & known
    }
    assert missing == set()


@pytest.mark.parametrize("extra", ["", "server", "postgresql", "ray"])
def test_everything_that_is_declared_is_imported(extra: str) -> None:
    used = {each for modules in imported().values() for m in modules for each in PROVIDED[m]}
    assert declared(extra) - used <= TAKEN_BY_NAME


def brought(*extras: str) -> set[str]:
    """Return all that `pip install kafelki` brings, with what that needs in turn."""
    found: set[str] = set()
    wanted = list(PROJECT["dependencies"])
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    while wanted:
        requirement = Requirement(wanted.pop())
        name = canonicalize_name(requirement.name)
        if name not in found and applies(requirement):
            found.add(name)
            its_own = map(Requirement, requires(name) or [])
            wanted += [str(each) for each in its_own if applies(each, requirement.extras)]
    return found


def applies(requirement: Requirement, extras: Iterable[str] = ()) -> bool:
    """Whether something is required here, by a package that is installed with extras."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))


PROGRAM = """
import io, json, sys

refused, commands = json.load(sys.stdin)

class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in refused:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare())
from kafelki.cli import main

told = []
for command in commands:
    sys.argv[1:] = command
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), io.StringIO(), io.StringIO()
    try:
        main()
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    told.append([code, sys.stdout.getvalue(), sys.stderr.getvalue()])
print(json.dumps(told), file=sys.__stdout__)
"""


def run_bare(commands: Sequence[Sequence[str]], *extras: str) -> list[tuple[int, str, str]]:
    """Return how commands end, and what they say, where nothing else than that is installed."""
    there = {*brought(*extras), PROJECT["name"]}
    refused = [module for module, by in PROVIDED.items() if not by & there]
    assert {"psycopg", "ray"} < set(refused)
    assert {"numpy", "numba", "typer"}.isdisjoint(refused)
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        input=json.dumps([refused, commands]),
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert ended.returncode == 0, ended.stderr
    return [(code, out, err) for code, out, err in json.loads(ended.stdout)]


def test_what_needs_no_server_works_without_it(tmp_path: Path) -> None:
    game = min(GAMES, key=lambda each: len(rules_of(each).seatings))  # the least to measure
    file = str(tmp_path / "games.jsonl")
    commands = [
        ["games", "--json"],
        ["rules", game],
        ["simulate", game, "--games", "2", "--out", file],
        ["replay", file, "--trace"],
        ["verify", file],
        ["show", file],
        ["show", file, "--svg", str(tmp_path / "position.svg")],
        ["play", game, "--bot", "greedy"],
        ["compile", game],
        ["bench", game, "--seconds", "0.05"],
        ["arena", game, "greedy", "random", "--games", "2", "--jobs", "1"],
        *([each, "--help"] for each in ("serve", "loadtest", "admin")),
    ]
    for command, (code, out, err) in zip(commands, run_bare(commands), strict=True):
        assert code == 0, (command, err)
        assert out or command[0] in ("simulate", "compile") or "--svg" in command


def test_the_server_says_what_it_needs(tmp_path: Path) -> None:
    commands = [
        ["serve", "--data", str(tmp_path)],
        ["loadtest"],
        ["admin", "stats", "--data", str(tmp_path)],
        ["admin", "ban", "somebody", "--why", "spam", "--data", str(tmp_path)],
    ]
    for code, out, err in run_bare(commands):
        assert (code, out) == (2, "")
        assert err.startswith("kafelki: ")
        assert err.endswith(" is not installed, which this needs: pip install 'kafelki[server]'\n")
        assert err.count("\n") == 1


def test_a_server_says_what_its_database_needs() -> None:
    url = "postgresql+psycopg://nobody@localhost/nothing"
    [(code, _, err)] = run_bare([["admin", "stats", "--database-url", url]], "server")
    needs = "psycopg is not installed, which this needs: pip install 'kafelki[postgresql]'"
    assert (code, err) == (2, f"kafelki: {needs}\n")


def test_numba_is_not_imported_before_it_is_needed(record_property: Any) -> None:
    program = (
        "import json, sys, time; begun = time.process_time(); import kafelki; "
        "print(json.dumps([time.process_time() - begun, list(sys.modules)]))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    seconds, modules = json.loads(told.stdout)
    record_property("seconds", seconds)  # promised to be under 0.3 where nothing else runs
    assert "kafelki.rules.registry" in modules
    assert not {"numba", "llvmlite", "scipy", "typer", "rich"} & set(modules)
