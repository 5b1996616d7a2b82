"""Compiled rules are the interpreted ones where the contract of every game does not lead."""

from __future__ import annotations

import pytest

from kafelki.testing.machine_code import (
    the_same_game_in_both,
)
from tests.random_games import OTHER_OPTIONS, Table


class TestStepByStep:
    @pytest.mark.parametrize("table", OTHER_OPTIONS, ids=str)
    def test_the_same_game_in_both(self, table: Table) -> None:
        the_same_game_in_both(table)
