"""Rewards that are vectors, as MOMAland has them: the points of a move, each kind by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from kafelki.env.aec import TableAEC
from kafelki.play.refusal import Refusal


class PointsAEC(TableAEC):
    """A table where a reward is how much each kind of a seat's points has grown: each colour."""

    def __init__(self, game: str, *settings: Any, **more: Any) -> None:
        super().__init__(game, *settings, **more)
        if not self.table.sight.points:
            raise Refusal(f"{game} counts no points: a reward there is no vector")
        least, most = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        form = spaces.Box(least, most, (len(self.table.sight.points),), np.float32)
        self.reward_spaces = dict.fromkeys(self.possible_agents, form)

    def reward_space(self, agent: str) -> spaces.Box:
        """Return the form of an agent's rewards."""
        return self.reward_spaces[agent]

    def no_reward(self) -> Any:
        """Return no points of any kind."""
        return np.zeros(len(self.table.sight.points), dtype=np.float32)

    def illegal_reward(self, guilty: bool) -> Any:
        """Return less than nothing of every kind for who has played what may not be."""
        return super().illegal_reward(guilty) + self.no_reward()

    def before(self) -> Any:
        """Return the points of every seat."""
        return self._all_points()

    def earned(self, before: Any) -> list[Any]:
        """Return how much the points of each seat have grown."""
        return [*(self._all_points() - before)]

    def _all_points(self) -> Any:
        seats = range(self.table.header.players)
        return np.array([self.table.points(seat) for seat in seats], dtype=np.float32)
