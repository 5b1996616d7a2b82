"""Killing the server at any moment loses nothing that was acknowledged."""

from __future__ import annotations

from random import Random

from tests.server.conftest import NewSettings
from tests.server.killing import kill_under_load


def test_nothing_is_lost_when_the_server_is_killed_under_load(new_settings: NewSettings) -> None:
    seen = kill_under_load(new_settings(), kills=3, random=Random(1))
    assert seen["kills"] == 3
    assert seen["moves"] > 50
    assert seen["answers lost"] > 0
    assert seen["tables checked while down"] > 6
