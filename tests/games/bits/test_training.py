"""Training the network and the glance of Bits: both learn, and the bots load what is written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kafelki.games.bits.bots import evaluation, network
from kafelki.games.bits.bots.features import STAGES
from kafelki.games.bits.bots.network import SHAPES, Weights
from kafelki.games.bits.kernels import see
from kafelki.games.bits.training.learning import fresh_weights, same_in_a_mirror, slope
from kafelki.games.bits.training.program import (
    Progress,
    store_glance,
    store_network,
    train_glance,
    train_network,
)
from kafelki.games.bits.training.rounds import (
    MOST_PLACED,
    TASKS,
    rounds_with_network,
    start_of_round,
)
from kafelki.kernels.randomness import random_state
from kafelki.rules import engine as engines

RATES = (0.004, 0.002)


@pytest.fixture(autouse=True)
def rules_as_before() -> Iterator[None]:
    """Leave no compiled rules behind for the tests of other files."""
    before = dict(engines._loaded)
    yield
    engines._loaded.clear()
    engines._loaded.update(before)


def fresh() -> Weights:
    return fresh_weights(np.random.default_rng(1))


def test_the_network_errs_less_and_scores_more() -> None:
    told: list[Progress] = []
    train_network(fresh(), 80, RATES, 10, seed=1, tell=told.append)
    first, last = told[:5], told[-5:]
    assert np.mean([p.error for p in last]) < 0.7 * np.mean([p.error for p in first])
    assert np.mean([p.points for p in last]) > np.mean([p.points for p in first]) + 1


def test_the_glance_scores_more() -> None:
    told: list[Progress] = []
    train_glance(np.zeros(evaluation.COUNT), 80, (0.5, 0.3), seed=1, tell=told.append)
    assert np.mean([p.points for p in told[-5:]]) > np.mean([p.points for p in told[:2]]) + 1


def test_training_can_be_repeated_exactly() -> None:
    one, other = (train_network(fresh(), 2, RATES, 50, seed=3) for _ in range(2))
    assert all(np.array_equal(one[name], other[name]) for name in SHAPES)


def test_the_slope_is_that_of_the_error() -> None:
    weights = {name: each.astype(np.float64) for name, each in fresh().items()}
    rounds = rounds_with_network(fresh(), (2, 3), 6, 0, random_state(1))
    # Without a trace the targets of all but the last guess move too: look at one guess a round.
    only_last = np.zeros_like(rounds.learned_from)
    only_last[np.arange(6), rounds.learned_from.sum(axis=1) - 1] = True
    batch = [((2, 3), rounds._replace(learned_from=only_last))]
    found, _ = slope(weights, batch)  # type: ignore[arg-type]
    for name in ("second", "last", "last_offset", "second_offsets"):
        for index in list(np.ndindex(SHAPES[name]))[:20]:
            changed = {each: value.copy() for each, value in weights.items()}
            changed[name][index] += 1e-3
            above = slope(changed, batch)[1]  # type: ignore[arg-type]
            changed[name][index] -= 2e-3
            below = slope(changed, batch)[1]  # type: ignore[arg-type]
            # The error is a mean of squares; the slope is that of half of it.
            assert (above - below) / 4e-3 == pytest.approx(found[name][index], abs=2e-3)


def test_a_mirrored_ramp_is_worth_the_same() -> None:
    weights = train_network(fresh(), 3, RATES, 0, seed=1)
    assert np.allclose(weights["rows"], same_in_a_mirror(weights["rows"]), atol=1e-6)


@pytest.mark.parametrize("tasks", [TASKS[0], TASKS[3], TASKS[-1]])
def test_rounds_are_played_to_the_end(tasks: tuple[int, int]) -> None:
    assert see(start_of_round(*tasks)).round == 1 + sum(task > 0 for task in tasks)
    rounds = rounds_with_network(fresh(), tasks, 5, 0, random_state(2))
    placed = rounds.learned_from.sum(axis=1) + 1
    assert (placed >= 7).all()
    assert (placed <= MOST_PLACED).all()
    # After each placement, every colour saw how many tiles there are, once.
    last = int(placed[0])
    stages = rounds.things[0, :last, :, :STAGES]
    assert (stages.argmax(axis=-1) == np.arange(1, last + 1)[:, None]).all()
    assert (stages.sum(axis=-1) == 1).all()


def test_the_expert_loads_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "network.npz"
    weights = train_network(fresh(), 1, RATES, 10, seed=1)
    store_network(path, weights)
    stored = network.stored_weights(path)
    assert all(np.allclose(stored[name], weights[name], atol=1e-3) for name in SHAPES)
    monkeypatch.setattr(network, "WEIGHTS_FILE", path)
    network.stored_weights.cache_clear()
    network.network_for.cache_clear()
    try:
        assert np.array_equal(network.network_for(1, 2), network.whole_numbers(stored, 1, 2))
    finally:
        network.stored_weights.cache_clear()
        network.network_for.cache_clear()


def test_the_glance_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "glance.npy"
    numbers = np.zeros(evaluation.COUNT)
    numbers[:3] = [1.4, -2.6, 1e9]
    digest = store_glance(path, numbers)
    assert np.load(path)[:4].tolist() == [1, -3, 32767, 0]
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(digest)
    assert np.load(evaluation.NUMBERS_FILE).shape == (evaluation.COUNT,)
