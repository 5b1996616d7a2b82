"""PettingZoo's own tests hold for every table, and moves bring what the game says."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from kafelki.env.aec import TableAEC
from kafelki.env.parallel import TableParallel
from kafelki.env.points import PointsAEC
from kafelki.play.refusal import Refusal
from kafelki.testing.random_games import Table
from tests.env.tables import EVERY_TABLE, every_table, settings_of
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE

pytestmark = pytest.mark.filterwarnings(
    "ignore:Action mask numpy array is all zeros",  # of those who wait, and at the end
    # Masks come with observations, as in its own board games.
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)
AT_ONCE_TABLES = [table for table in EVERY_TABLE if table.rules.simultaneous]
at_once = pytest.mark.parametrize("table", AT_ONCE_TABLES, ids=str)


@every_table
def test_api(table: Table) -> None:
    api_test(TableAEC(*settings_of(table)), num_cycles=5)


@every_table
def test_seeds(table: Table) -> None:
    seed_test(lambda: TableAEC(*settings_of(table)), num_cycles=3)


@at_once
def test_parallel(table: Table) -> None:
    parallel_api_test(TableParallel(*settings_of(table)), num_cycles=5)
    parallel_seed_test(lambda: TableParallel(*settings_of(table)), num_cycles=5)


@at_once
def test_cycles(table: Table) -> None:
    """This test chooses actions blindly, so others are played for them."""
    settings = settings_of(table)
    module = SimpleNamespace(
        env=partial(TableAEC, *settings, illegal="replace"),
        parallel_env=partial(TableParallel, *settings, illegal="replace"),
    )
    max_cycles_test(module)


@every_table
def test_states_in_turns(table: Table) -> None:
    env = TableAEC(*settings_of(table), illegal="replace")
    check_state_space(env)
    check_state(env, num_cycles=3)


@at_once
def test_states(table: Table) -> None:
    settings = settings_of(table)
    one = TableAEC(*settings, illegal="replace")
    state_test(one, TableParallel(*settings, illegal="replace"), num_cycles=3)


def test_a_whole_game_with_its_rewards() -> None:
    """O wins with the fifth in a row: each of the two gets what the other loses."""
    env = TableAEC(WITHOUT_CHANCE)
    env.reset(seed=1)
    random = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            break
        assert agent == f"seat_{env.table.game.to_act[0]}"
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    result = env.table.game.result
    assert result is not None
    assert sorted(env.rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert [place == 1 for place in result.places] == [r >= 0 for r in env.rewards.values()]


def test_an_illegal_action_ends_the_game_for_all() -> None:
    env = TableAEC(WITHOUT_CHANCE)
    env.reset(seed=1)
    env.step(0)  # XX is no tile
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert all(env.terminations.values())
    parallel = TableParallel(AT_ONCE)
    seen, _ = parallel.reset(seed=1)
    legal = int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])
    illegal = int(np.flatnonzero(seen["seat_1"]["action_mask"] == 0)[0])
    _, rewards, over, _, _ = parallel.step({"seat_0": legal, "seat_1": illegal})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert over == {"seat_0": True, "seat_1": True}
    assert parallel.agents == []


def test_points_are_rewards_by_colour() -> None:
    """Over a whole game they add up to the scores."""
    env = PointsAEC(WITH_RACKS)
    assert env.reward_space("seat_0").shape == (5,)
    env.reset(seed=2)
    random = np.random.default_rng(2)
    total = np.zeros((2, 5))
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(random.choice(np.flatnonzero(mask))))
        total += [env.rewards["seat_0"], env.rewards["seat_1"]]
    assert total.tolist() == env.table.game.scores
    assert total.sum() > 0
    with pytest.raises(Refusal, match="counts no points"):
        PointsAEC(WITHOUT_CHANCE)


if find_spec("momaland"):  # it brings 300 MB of other packages, so it is no part of ours

    @pytest.mark.filterwarnings("ignore:Observation is not NumPy array")
    @pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game != WITHOUT_CHANCE], ids=str)
    def test_momaland(table: Table) -> None:
        from momaland.test.api_test import api_test as vector_api_test

        vector_api_test(PointsAEC(*settings_of(table)), num_cycles=5)


def test_who_acts_in_turns_is_no_parallel_environment() -> None:
    with pytest.raises(Refusal, match="one after another"):
        TableParallel(WITHOUT_CHANCE)
