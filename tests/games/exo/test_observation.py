"""EXO as numbers, worked out by hand."""

from __future__ import annotations

import numpy as np

from kafelki.batch import observation_of
from kafelki.batch.laying import laying_of
from kafelki.batch.observing import mask_of, observed
from kafelki.play.game import Game
from kafelki.rules.registry import rules_of


def test_what_lies_on_top_and_how_high() -> None:
    """XO a1 b1, then OX a2 b2, then XO on b1 b2, which stand on two tiles of the same height."""
    game = Game("exo", options={"size": 6})
    for move in ("XO a1 b1", "OX a2 b2", "XO b1 b2"):
        game.play(move)
    planes, vector = observed(game, 1)
    names = observation_of("exo").planes
    assert planes.shape == (len(names), 19, 19)
    board, own, others, heights, right, above = planes
    assert board[:6, :6].all()
    assert board.sum() == 36
    # Seen from above: X a1, X b1, O a2, O b2; seat 1 plays O.
    assert own[:2, :2].tolist() == [[0, 0], [1, 1]]
    assert others[:2, :2].tolist() == [[1, 1], [0, 0]]
    assert heights[:2, :2].tolist() == [[1, 2], [1, 2]]
    # The tile on b1 and b2 stands; the halves of the others are covered on one side.
    assert not right.any()
    assert above[:2, :2].tolist() == [[0, 1], [0, 0]]
    assert vector.tolist() == [57, 6]
    assert (own.sum(), others.sum(), heights.sum()) == (2, 2, 6)
    assert above.reshape(-1).nonzero()[0].tolist() == [observation_of("exo").places["b1"]]


def test_moves_by_the_halves_that_they_lay() -> None:
    """Four cells have four pairs, of all those of the largest board: b2, c2, b3 and c3."""
    used = np.zeros((19, 19), dtype=np.bool_)
    used[1:3, 1:3] = True
    tiles, window, cells, moves, others = laying_of("exo", used)
    assert tiles == ["OO", "OX", "XO", "XX"]
    assert window == (slice(1, 3), slice(1, 3))
    assert cells.tolist() == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert [rules_of("exo").move_text(move) for move in moves[2]] == [
        "XO b2 c2",
        "XO b2 b3",
        "XO c2 c3",
        "XO b3 c3",
    ]
    assert others.tolist() == []


def test_the_mask_has_the_two_ways_to_lie_on_each_pair() -> None:
    game = Game("exo")
    mask = mask_of(game, 0)
    assert mask.size == 4 * 2 * 19 * 18
    assert mask.sum() == 2 * 2 * 10 * 9
    assert not mask_of(game, 1).any()
