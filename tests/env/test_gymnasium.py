"""Gymnasium's checker holds for every table; many tables at once are checked beside single ones."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from kafelki.env.seat import ID, Seat
from kafelki.env.vector import Seats
from kafelki.play.refusal import Refusal
from kafelki.testing.random_games import Table
from tests.env.tables import every_table
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE


@every_table
def test_one_seat(table: Table) -> None:
    made = gymnasium.make(
        f"kafelki.env.seat:{ID}",
        game=table.game,
        players=table.players,
        variant=table.variant,
        seat=table.players - 1,
    )
    check_env(made.unwrapped, skip_render_check=True)


def test_alone_rewards_are_points_as_they_come() -> None:
    env = Seat(AT_ONCE, 1)
    observation, _ = env.reset(seed=3)
    random = np.random.default_rng(3)
    total, over = 0.0, False
    while not over:
        action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, over, _, _ = env.step(action)
        total += reward
    assert total == sum(env.table.game.scores[0])


def test_there_is_such_a_seat() -> None:
    with pytest.raises(Refusal, match="seats are 0 to 1"):
        Seat(WITHOUT_CHANCE, seat=2)
    with pytest.raises(Refusal, match="has no bot 'nobody'"):
        Seat(WITHOUT_CHANCE, bot="nobody")


@pytest.mark.parametrize("seat", [0, 1])
def test_many_tables_at_once(seat: int) -> None:
    env = Seats(WITHOUT_CHANCE, 8, seat=seat, threads=1)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, _ = env.reset(seed=4)
    random = np.random.default_rng(4)
    rewards, ends = 0.0, 0
    for step in range(60):
        assert observation in env.observation_space
        masks = observation["action_mask"]
        assert masks.any(axis=1).all()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        if step == 20:
            actions[3] = 0  # XX is no tile
        observation, reward, over, cut, _ = env.step(actions)
        assert not cut.any()
        assert not reward[~over].any()
        assert (step == 20) <= (reward[3] == -1 and over[3])
        rewards, ends = rewards + np.abs(reward).sum(), ends + over.sum()
    assert ends >= 8
    assert rewards <= ends


def test_the_same_seed_gives_the_same_tables() -> None:
    stories = []
    for _ in range(2):
        env = Seats(AT_ONCE, 4, seat=1, threads=1)
        observation, _ = env.reset(seed=5)
        env.action_space.seed(5)
        told = [observation["observation"].copy()]
        for _ in range(5):
            actions = observation["action_mask"].argmax(axis=1)
            observation, reward, *_ = env.step(actions)
            told += [observation["observation"].copy(), reward.copy()]
        stories.append([array.tobytes() for array in told])
    assert stories[0] == stories[1]
