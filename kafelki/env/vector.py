"""Gymnasium: one seat of many tables at once, alone or against random moves, on a batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kafelki.batch import RESTART, WAIT, Batch
from kafelki.env.table import ILLEGAL_REWARD, EnvTable, Observation


class Seats(VectorEnv[Observation, npt.NDArray[np.int32], npt.NDArray[Any]]):
    """A seat of many tables; an action that may not be played ends its game.

    A game that ends is followed by the next in the same step: the observation is of that one.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        threads: int | None = None,
        compiled: bool = True,
    ) -> None:
        self.batch = Batch(
            game, num_envs, players, variant, options, threads=threads, compiled=compiled
        )
        table = EnvTable(game, players, variant, options)
        self.num_envs = num_envs
        self.seat = seat
        self.single_observation_space = table.observation_space
        self.single_action_space = table.action_space
        self.observation_space = batch_space(table.observation_space, num_envs)
        self.action_space = batch_space(table.action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games and return what the seats observe once they are to act."""
        if seed is not None:
            self.batch.seed(seed if isinstance(seed, int) else seed[0])
        self.batch.reset()
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_))
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.int32]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play a move at every table, let the others play, and return what that brought."""
        legal = self.batch.look().mask[np.arange(self.num_envs), actions]
        seen = self.batch.step(np.where(legal, actions, RESTART))
        rewards = np.where(legal, seen.rewards[:, self.seat].astype(np.float64), ILLEGAL_REWARD)
        ended = seen.ended | ~legal
        self._let_others_play(rewards, ended)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), {}

    def _let_others_play(self, rewards: npt.NDArray[Any], ended: npt.NDArray[Any]) -> None:
        """Play random moves until the seat is to act everywhere; add up what they bring."""
        seen = self.batch.look()
        while (others := seen.seats != self.seat).any():
            seen = self.batch.step(np.where(others, self.batch.sample(), WAIT))
            rewards += seen.rewards[:, self.seat]
            ended |= seen.ended

    def _observations(self) -> Observation:
        seen = self.batch.look()
        planes = seen.planes.reshape(self.num_envs, -1).astype(np.int16)
        return {
            "observation": np.concatenate([planes, seen.vector], axis=1),
            "action_mask": seen.mask.astype(np.int8),
        }
