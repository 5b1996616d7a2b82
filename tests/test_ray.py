"""Tournaments and a server's bots on Ray: a worker that is killed costs no game.

One cluster serves both: to start one takes longer than all that is done on it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafelki.arena.executors import joined
from kafelki.kernels.compiler import cache_folder
from kafelki.play.record import parse_record, parse_text, read_texts
from kafelki.play.refusal import Refusal
from tests.waiting import MUCH_PATIENCE

ROOT = Path(__file__).parents[1]
HAS_RAY = importlib.util.find_spec("ray") is not None


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short name: Ray puts sockets into it."""
    with tempfile.TemporaryDirectory(prefix="kr-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed: pip install 'kafelki[ray]'")
def test_a_killed_worker_costs_no_game_and_bots_think_there_too(short_folder: Path) -> None:
    settings = {
        "HOME": str(short_folder),
        "KAFELKI_CACHE": str(cache_folder().parent),  # which is at home
        "RAY_TMPDIR": str(short_folder),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # keeps it on the loopback interface
    }
    finished = subprocess.run(
        [sys.executable, "-m", "tests.on_ray", str(short_folder)],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=MUCH_PATIENCE,
    )
    assert finished.returncode == 0, finished.stderr
    told: dict[str, Any] = json.loads((short_folder / "told.json").read_text())
    everything = list(range(10))
    assert all(address.startswith("127.") for address in [told["address"], *told["nodes"]])
    assert told["outcomes"] == everything
    assert told["lost"] == 0

    # It was killed while it played, and somebody else played that game.
    begun = told["begun"][told["killed_in"]]
    assert told["victim"] == begun[0]
    assert len(begun) == 2
    assert begun[1] != begun[0]

    texts = read_texts(short_folder / "cup.jsonl")
    records = [parse_record(parse_text(text)) for text in texts]
    assert sorted(record.extra["arena"]["index"] for record in records) == everything
    for record in records:
        record.verify()

    assert told["by_command"]["games"] == 2
    assert len(read_texts(short_folder / "command.jsonl")) == 2
    assert told["bots"] == {"legal": True, "same": True}


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refusal, match=r"pip install 'kafelki\[ray\]'"):
        joined("auto")
