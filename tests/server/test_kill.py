"""Killing the server at any moment loses nothing that was acknowledged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.server.conftest import NewSettings, settings_for
from tests.server.killing import kill_under_load
from tests.server.services import Redis


@pytest.mark.databases("sqlite")
def test_nothing_is_lost_when_the_server_is_killed_under_load(new_settings: NewSettings) -> None:
    seen = kill_under_load(new_settings(), kills=2, random=Random(1))
    assert seen["kills"] == 2
    assert seen["moves"] >= 3 * 3 * 6  # around each kill, three moves at each of six tables
    assert seen["answers lost"] > 0
    assert seen["tables checked meanwhile"] > 6


def test_nothing_is_lost_when_either_of_two_processes_is_killed(
    request: pytest.FixtureRequest, redis: Redis, tmp_path: Path
) -> None:
    settings = replace(settings_for(request, "postgresql", tmp_path), redis_url=redis.url)
    seen = kill_under_load(settings, kills=2, random=Random(2), processes=2)
    assert seen["kills"] == 2
    assert seen["moves"] >= 3 * 3 * 6  # around each kill, three moves at each of six tables
    assert seen["tables checked meanwhile"] > 6
