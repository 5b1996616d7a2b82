"""The example client of the protocol: sixty lines that play a whole game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kafelki.play.record import parse_record
from kafelki.rules.registry import GAMES
from tests.server.running_server import Server
from tests.waiting import PATIENCE

CLIENT = Path(__file__).parents[2] / "docs" / "example_client.py"


def test_it_has_sixty_lines() -> None:
    assert len(CLIENT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_a_game_to_its_end(sqlite_server: Server, game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), sqlite_server.url, game],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "refused" not in done.stdout
    found = re.search(r"at table (\w+)", done.stdout)
    assert found is not None, done.stdout
    record = sqlite_server.http.get(f"{sqlite_server.url}/api/tables/{found[1]}/record").json()
    assert record["seed"] in done.stdout
    played = parse_record(record).verify()
    assert played.result is not None
    assert f"places {list(played.result.places)}" in done.stdout
