"""Compiled, AXIO is as interpreted, also where random games hardly lead."""

from __future__ import annotations

import pytest

from kafelki.rules.engine import compiled_engine
from kafelki.testing.machine_code import assert_moves_are_fair
from tests.games.weakest_colour.dominoes_table import set_up


@pytest.mark.parametrize(
    ("rack", "ways"),
    [("BB", 1), ("GO", 2), ("GG GG GG", 1), ("GG GO GO", 3), ("GO GR OR OR", 6)],
)
def test_equal_tiles_and_doubles_count_once(rack: str, ways: int) -> None:
    """A rack of several equal tiles offers no more than one of them does."""
    game = set_up("axio", rest="V", empty="d4 d5 e4 e5 f4", racks=[rack])
    assert len(game.legal_moves()) == 5 * ways
    assert_moves_are_fair(game, compiled_engine("axio").kernels)
