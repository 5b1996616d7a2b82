"""Packages of strangers, with a game in them, installed for a test."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.arena import quick
from kafelki.batch import processor, room
from kafelki.bots import preparing
from kafelki.bots.registry import bots_of
from kafelki.drawing.style import style_of
from kafelki.play import view
from kafelki.rules import engine, observation, registry
from kafelki.rules.traits import traits_of
from kafelki.server.web import games
from kafelki.server.web.appearances import appearance_of
from kafelki.server.web.lessons import lessons_of

SIXTH_GAME = Path(__file__).parent / "sixth_game"

FOUND_ONCE = (
    registry._ids,
    registry._entries,
    registry._rules_in,
    registry.rules_of,
    registry.part_of,
    bots_of,
    style_of,
    traits_of,
    games._described,
    appearance_of,
    lessons_of,
    view._text_order,
    engine.compiled_engine,
    engine.loop_for,
    observation.observation_of,
    room.filled_in,
    processor._shared,
    quick._judged_by,
    quick._filled,
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that packages can be put into; nothing of them is known afterwards."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield tmp_path
    monkeypatch.undo()
    for name in set(sys.modules) - known:
        if name.startswith("stranger"):
            del sys.modules[name]
    forget()


def forget() -> None:
    """Know nothing any more that was found out about games once and for all."""
    for found in FOUND_ONCE:
        found.cache_clear()
    engine._loaded.clear()
    preparing._prepared.clear()


def install(site: Path, package: str, game: str, **files: str) -> None:
    """Put a package with a game into a folder, as an installer does."""
    (site / package).mkdir()
    (site / package / "__init__.py").touch()
    for name, text in files.items():
        (site / package / f"{name}.py").write_text(text)
    about = site / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[kafelki.games]\n{game} = {package}\n")


@pytest.fixture(scope="session")
def flowerbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which pip has installed the sixth game: one for all test processes."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    site = folder / "flowerbed"
    with (folder / "flowerbed.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists():
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            offline = ["--no-index", "--no-deps", "--no-build-isolation"]
            subprocess.run([*pip, *offline, "--target", site, SIXTH_GAME], check=True)
    return site


def knowing(site: Path, *others: Path) -> dict[str, str]:
    """Return an environment in which Python finds what is installed in folders."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (site, *others)))}
