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
    laying = laying_of(game, set(observation_of(game).places.values()))
    assert laying.moves.shape == (len(laying.tiles), len(laying.cells))
    numbers = np.concatenate([laying.moves.reshape(-1), laying.others])
    assert sorted(numbers.tolist()) == [*range(rules_of(game).move_count)]


def test_what_lays_no_tile_is_another_move() -> None:
    """On a board of one's own a tile lies elsewhere than in a plane of the game's board."""
    others = laying_of(WITH_PAIRS, set()).others
    assert [rules_of(WITH_PAIRS).move_text(move) for move in others] == ["swap", "keep", "pass"]
    assert laying_of(AT_ONCE, set()).moves.shape == (0, 0)
