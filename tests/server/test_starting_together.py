"""Several processes may start at once on a database in which there is nothing yet."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.games.examples import AT_ONCE
from tests.server.conftest import NewSettings

ROOT = Path(__file__).parents[2]
TOGETHER = 4
ROUNDS = 3

STARTER = f"""
import asyncio, json, sys
from kafelki.server.daily import seed_for
from kafelki.server.push import Notifier
from kafelki.server.storage.database import migrate
from kafelki.server.storage.store import Store

async def what_is_shared(url):
    # What the first to come makes for all.
    migrate(url)
    store = Store(url)
    key = await Notifier(store, "", None, None).public_key()
    seed = await seed_for(store, "2026-03-04", {AT_ONCE!r})
    store.close()
    return [key, seed.hex()]

print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    print(json.dumps(asyncio.run(what_is_shared(line.strip()))), flush=True)
"""


@pytest.fixture(scope="module")
def starters() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that start on each database that they are told."""
    with ExitStack() as stack:
        made = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", STARTER],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for _ in range(TOGETHER)
        ]
        assert [_said(each) for each in made] == ["ready"] * TOGETHER
        yield made


def test_processes_that_start_together_share_one_database(
    starters: list[subprocess.Popen[str]], new_settings: NewSettings
) -> None:
    rounds = []
    for _ in range(ROUNDS):
        url = new_settings(blank=True).database
        for each in starters:
            assert each.stdin is not None
            print(url, file=each.stdin, flush=True)
        found = [_said(each) for each in starters]
        assert found == found[:1] * TOGETHER  # the same key and the same draws
        rounds += found[:1]
    assert len({key for key, _ in rounds}) == ROUNDS


def _said(starter: subprocess.Popen[str]) -> Any:
    assert starter.stdout is not None
    return json.loads(starter.stdout.readline())
