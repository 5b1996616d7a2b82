"""Sequential halving, with values that were worked out beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from kafelki.bots.halving import Indices, Round, Values, is_clear, sequential_halving

WORTHS = np.array([5.0, 1.0, 9.0, 3.0, 7.0])


class Tries:
    """Tries two worlds a round; what was asked for is kept."""

    def __init__(self, *worlds: float) -> None:
        self.worlds = worlds or (0.0, 0.0)
        self.asked: list[tuple[Round, list[int]]] = []

    def __call__(self, stage: Round, left: Indices) -> Values:
        self.asked.append((stage, left.tolist()))
        return np.array([WORTHS[left] + world for world in self.worlds])


def test_the_worse_half_goes_in_each_round() -> None:
    tries = Tries()
    order, values = sequential_halving(np.arange(5), tries)
    assert tries.asked == [
        (Round(1, 3), [0, 1, 2, 3, 4]),
        (Round(2, 3), [2, 4, 0]),
        (Round(3, 3), [2, 4]),
    ]
    assert order.tolist() == [2, 4, 0, 3, 1]
    assert values.tolist() == [9.0, 7.0, 5.0, 3.0, 1.0]
    assert [stage.until for stage, _ in tries.asked] == pytest.approx([1 / 3, 2 / 3, 1])


def test_one_that_went_early_does_not_overtake_a_later_one() -> None:
    """In the second round all do worse by 4: candidate 2 has 9 and 5 then, in the mean 7."""

    def try_out(stage: Round, left: Indices) -> Values:
        return WORTHS[left][None] - 4.0 * (stage.number - 1)

    order, values = sequential_halving(np.array([2, 4, 0]), try_out)
    assert order.tolist() == [2, 4, 0]
    assert values.tolist() == [7.0, 5.0, 5.0]


def test_it_ends_with_a_round_that_is_enough() -> None:
    tries = Tries()
    order, values = sequential_halving(np.arange(5), tries, lambda rows: bool(rows[0, 0] == 9))
    assert len(tries.asked) == 1
    assert order.tolist() == [2, 4, 0, 3, 1]
    assert values.tolist() == [9.0, 7.0, 5.0, 3.0, 1.0]


def test_a_first_look_counts_like_worlds() -> None:
    """Two worlds of 5 and 1, and one of 0 and 12: means of 10 / 3 and 14 / 3."""
    order, values = sequential_halving(
        np.arange(2), Tries(), first_look=lambda tried, rows: (np.array([0.0, 12.0]), 1)
    )
    assert order.tolist() == [1, 0]
    assert values.tolist() == pytest.approx([14 / 3, 10 / 3])


def test_what_is_clear() -> None:
    ahead = np.array([[1.0, 0.0], [1.0, 0.5]] * 12)
    assert is_clear(ahead)
    assert not is_clear(ahead[:-2])  # too few worlds
    assert not is_clear(ahead[:, ::-1])
    # Ahead by 1 and by −0.8 in turns: by 0.1 in the mean, with an error of 0.9 / √24.
    assert not is_clear(np.array([[1.0, 0.0], [0.0, 0.8]] * 12))
    assert not is_clear(np.array([[1.0, 0.0, 1.0]] * 24))  # not of both others
