"""Training the networks of AXIO and Geniusz: the fit learns, and the bots load what it writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kafelki.bots.protocol import Turn
from kafelki.games.weakest_colour.bots import workspace
from kafelki.games.weakest_colour.bots.greedy import OneDeep
from kafelki.games.weakest_colour.bots.network import weight_count
from kafelki.games.weakest_colour.training.fitting import error, fresh_network, slope
from kafelki.games.weakest_colour.training.program import Plan, Progress, main, train
from kafelki.games.weakest_colour.training.self_play import SelfPlay
from kafelki.play.game import new_game
from kafelki.play.header import Header
from kafelki.rules import engine as engines

TINY = Plan(generations=2, games=400, epochs=4, rate=2e-3)


@pytest.fixture(autouse=True)
def rules_as_before() -> Iterator[None]:
    """Leave no compiled rules behind for the tests of other files."""
    before = dict(engines._loaded)
    yield
    engines._loaded.clear()
    engines._loaded.update(before)


def test_errors_drop_on_games_not_fitted_to() -> None:
    told: list[Progress] = []
    weights = train(Header("axio", 2), TINY, by_lead=0.25, tell=told.append)
    assert [each.generation for each in told] == [1, 2]
    assert told[0].after < told[0].before - 0.01
    assert told[1].moves > told[0].moves > 1000
    assert weights[-1] == 0.25


def test_training_can_be_repeated_exactly() -> None:
    plan = Plan(generations=1, games=5, epochs=1)
    one, other = (train(Header("axio", 2), plan) for _ in range(2))
    assert (one == other).all()


def test_bots_load_what_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights.npz"
    main("axio", players=3, generations=1, games=5, out=path)
    main("axio", players=2, by_lead=0.8, generations=1, games=5, out=path)
    assert set(workspace.networks_in(path)) == {"axio-3", "axio-2-lead"}
    monkeypatch.setattr(workspace, "WEIGHTS", path)
    workspace._networks.cache_clear()
    try:
        game = new_game("axio", players=3, seed=1)
        weights = workspace.network_for(game.header)
        move = OneDeep().choose(Turn(game, game.to_act[0], Random(1)))
    finally:
        workspace._networks.cache_clear()
    assert len(weights) == weight_count(SelfPlay(game.header).inputs)
    assert move in game.legal_moves()


def test_a_player_alone_learns_from_its_lowest_colour() -> None:
    play = SelfPlay(Header("axio", 1))
    weights = fresh_network(play.inputs, 0.0, np.random.default_rng(1))
    seen = play.learn(weights, 5, width=8, strays=0)
    lowest = seen.targets * 36
    assert np.allclose(lowest, lowest.round(), atol=1e-4)
    assert len(set(lowest.round().tolist())) > 1


def test_slope_is_that_of_the_error() -> None:
    random = np.random.default_rng(2)
    weights = fresh_network(5, 0.0, random)
    inputs = random.normal(size=(50, 5)).astype(np.float32)
    targets = random.random(50).astype(np.float32)
    found = slope(weights, inputs, targets)
    for k in random.choice(len(weights) - 1, 12, replace=False):
        step = np.zeros_like(weights)
        step[k] = 0.01
        rise = error(weights + step, inputs, targets) - error(weights - step, inputs, targets)
        assert rise / 0.02 == pytest.approx(found[k], abs=2e-3)


def test_equal_networks_are_worth_the_same() -> None:
    play = SelfPlay(Header("geniusz", 4, "pairs"))
    weights = fresh_network(play.inputs, 0.0, np.random.default_rng(3))
    share = play.compare(weights, weights, 8, width=4)
    assert 0.0 <= share <= 1.0
    assert share * 16 == round(share * 16)
