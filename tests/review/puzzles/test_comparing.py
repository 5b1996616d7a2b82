"""How clearly moves are the best, by trials whose results are known beforehand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from kafelki.bots.halving import Values
from kafelki.review.puzzles.comparing import MOST_RIGHT, Compared, compared
from kafelki.review.racing import CHUNK, race
from kafelki.rules.engine import Numbers


class Known:
    """Moves are worth the same in every world, or by turns a bit more and less."""

    def __init__(self, worths: Mapping[int, float], swing: Mapping[int, float] | None = None):
        self.worths, self.swing = worths, swing or {}
        self.tried = dict.fromkeys(worths, 0)

    def __call__(self, moves: Numbers, worlds: int) -> Values:
        for move in moves.tolist():
            self.tried[move] += worlds
        signs = np.where(np.arange(worlds) % 2, 1.0, -1.0)
        columns = [self.worths[m] + self.swing.get(m, 0.0) * signs for m in moves.tolist()]
        return np.column_stack(columns)


def found(first: int, *worths: float) -> Compared:
    trials = Known(dict(enumerate(worths)))
    return compared((first,), trials, list(range(len(worths))))


def test_the_best_move_is_right_where_it_is_far_ahead() -> None:
    result = found(2, 0.3, 0.25, 0.5, 0.1)
    assert result.right == (2,)
    assert result.margin == pytest.approx(0.2)
    assert [each.move for each in result.moves] == [2, 0, 1, 3]
    assert [each.value for each in result.moves] == pytest.approx([0.5, 0.3, 0.25, 0.1])


def test_moves_that_are_worth_the_same_are_all_right() -> None:
    result = found(2, 0.5, 0.25, 0.5, 0.495)
    assert result.right == (0, 2, 3)
    assert result.margin == pytest.approx(0.25)


def test_nothing_is_right_where_another_one_is_hardly_worse() -> None:
    assert found(0, 0.5, 0.47, 0.2).right == ()  # 3 of a hundred: no error, but not the same


def test_nothing_is_right_where_too_many_are() -> None:
    assert found(0, *[0.5] * (MOST_RIGHT + 1), 0.2).right == ()
    assert found(0, 0.5, 0.5, 0.5).right == ()  # nor where all are


def test_what_may_be_luck_is_not_clear() -> None:
    # By turns 0.3 better and worse in 16 worlds: 0.3 · √(16/15) / √16 = 0.0775 is the standard
    # error, so that 0.1 may well be chance; in 256 worlds it is 0.0188, and 0.1 − 2.6 · 0.0188
    # is 0.051, more than the 0.04 that are asked for.
    trials = Known({0: 0.5, 1: 0.4}, {1: 0.3})
    assert compared((0,), trials, [1], worlds=CHUNK).right == ()
    assert compared((0,), trials, [1], worlds=256).right == (0,)
    assert trials.tried[1] > 2 * CHUNK


def test_a_race_may_ask_for_more_than_a_lead() -> None:
    moves = np.arange(3, dtype=np.int32)
    for lead, worlds in ((0.0, CHUNK), (0.05, CHUNK), (0.15, 4 * CHUNK)):
        trials = Known({0: 0.6, 1: 0.5, 2: 0.2})
        race(moves, trials, 4 * CHUNK, lead)
        assert trials.tried == {0: worlds, 1: worlds, 2: CHUNK}
