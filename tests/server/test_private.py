"""What a server keeps is for its own eyes: files 0600 and folders 0700, whatever the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.server.private import private_folder
from kafelki.server.settings import Settings
from kafelki.server.storage.backup import back_up
from kafelki.server.storage.database import migrate
from tests.server.players import guest
from tests.server.running_server import HOUR, serving


@pytest.fixture(autouse=True)
def careless_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the mode of a folder and of all in it, by name."""
    return {
        str(path.relative_to(folder.parent)): oct(stat.S_IMODE(path.stat().st_mode))
        for path in [folder, *folder.rglob("*")]
    }


def test_what_a_server_keeps_is_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = Settings(data_folder=data, rate_limits=0, bot_workers=1)
    with serving(settings) as server:
        guest(server)
        server.clock.pass_by(6 * HOUR)  # from now on the time is sure
        server.call(server.context.upkeep.write_archive())
        back_up(settings.database, data / "backup.gz")
        found = modes(data)
        assert {"data/kafelki.db-wal", "data/kafelki.db-shm"} <= set(found)
    archived = [name for name in found if name.endswith(".jsonl.gz")]
    assert len(archived) == 7  # a week
    folders = {"data", "data/archive"}
    files = {"data/kafelki.db", "data/kafelki.db-wal", "data/kafelki.db-shm", "data/backup.gz"}
    assert found == dict.fromkeys(folders, "0o700") | dict.fromkeys(files | set(archived), "0o600")


def test_what_others_could_read_is_made_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = Settings(data_folder=data, rate_limits=0, bot_workers=1)
    migrate(settings.database)
    data.chmod(0o755)
    (data / "kafelki.db").chmod(0o644)
    with serving(settings):
        found = modes(data)
    assert found["data"] == "0o700"
    assert found["data/kafelki.db"] == "0o600"


def test_a_folder_of_everybody_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    private_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
