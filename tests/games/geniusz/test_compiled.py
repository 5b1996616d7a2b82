"""Compiled, Geniusz is as interpreted, also where random games hardly lead."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from kafelki.arena.playouts import Playouts
from kafelki.play.header import Header
from kafelki.rules.engine import compiled_engine
from kafelki.rules.registry import rules_of
from kafelki.testing.machine_code import assert_moves_are_fair
from tests.random_games import Table, plies


@pytest.mark.parametrize(("players", "published"), [(2, 38.1), (4, 73.4)])
def test_a_random_game_is_as_long_as_others_found(players: int, published: float) -> None:
    """The mean number of tiles placed; five standard errors, and the digit left out."""
    playouts = Playouts(Header("geniusz", players), compiled_engine("geniusz"), seed=23)
    see = rules_of("geniusz").layout
    placed = []
    for _ in range(2000):
        playouts.sample(1)
        covered = sum(value > 0 for value in see(playouts._position).cells)
        placed.append((covered - 6) / 2)
    error = np.std(placed) / math.sqrt(len(placed))
    assert abs(np.mean(placed) - published) < 5 * error + 0.05


@pytest.mark.parametrize("choice", ["pass", "swap"])
def test_samples_are_fair_where_there_is_more_to_choose_than_placements(choice: str) -> None:
    for number in range(60):
        for game in plies(Table("geniusz", 4, "pairs").begin(), Random(number)):
            if choice in game.legal_texts():
                assert_moves_are_fair(game, compiled_engine("geniusz").kernels)
                return
    pytest.fail(f"no game offered to {choice}")
