"""Compiled, Kolorowy zawrót głowy is as interpreted, also where random games hardly lead."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.rules.engine import compiled_engine
from kafelki.testing.machine_code import assert_moves_are_fair
from tests.random_games import Table, plies


def test_samples_are_fair_where_some_placements_are_forbidden() -> None:
    """Fewer placements than tiles of the hand times open squares (ZG-7)."""
    for number in range(60):
        for game in plies(Table("zawrot", 2).begin(), Random(number)):
            opened = sum(word.bit_count() for word in game.position.fields.open.tolist())
            moves = len(game.legal_moves())
            if 3 < moves < opened * len(game.hands[(*game.to_act, 0)[0]]):
                assert_moves_are_fair(game, compiled_engine("zawrot").kernels)
                return
    pytest.fail("nothing was ever forbidden")
