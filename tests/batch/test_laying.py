"""Moves by what they lay: every move has its one place."""

from __future__ import annotations

import numpy as np
import pytest

from kafelki.batch import observation_of
from kafelki.batch.laying import laying_of
from kafelki.rules.registry import rules_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITHOUT_CHANCE


@pytest.mark.parametrize("game", [WITHOUT_CHANCE, WITH_PAIRS, AT_ONCE])
def test_every_move_is_there_once(game: str) -> None:
    laying = laying_of(game, np.ones(observation_of(game).shape, dtype=np.bool_))
    assert laying.moves.shape == (len(laying.tiles), len(laying.cells))
    numbers = np.concatenate([laying.moves.reshape(-1), laying.others])
    assert sorted(numbers.tolist()) == [*range(rules_of(game).move_count)]


def test_what_lays_no_tile_is_another_move() -> None:
    """On a board of one's own a tile lies elsewhere than in a plane of the game's board."""
    nothing = np.zeros(observation_of(WITH_PAIRS).shape, dtype=np.bool_)
    others = laying_of(WITH_PAIRS, nothing).others
    assert [rules_of(WITH_PAIRS).move_text(move) for move in others] == ["swap", "keep", "pass"]
    nothing = np.zeros(observation_of(AT_ONCE).shape, dtype=np.bool_)
    laying = laying_of(AT_ONCE, nothing)
    assert laying.moves.shape == (0, 0)
    assert laying.window == tuple(slice(0, side) for side in nothing.shape)
