"""PettingZoo, all agents at once: `ParallelEnv`, for games in which they act so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import ParallelEnv

from kafelki.env.table import ILLEGAL_REWARD, EnvTable, Illegal, Observation
from kafelki.play.refusal import Refusal


class TableParallel(ParallelEnv[str, Observation, int]):
    """A table of a game in which all act at once.

    Who has nothing to do in a step has an empty mask, and its action is not looked at.
    """

    render_mode = None

    def __init__(
        self,
        game: str,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        illegal: Illegal = "end",
        max_cycles: int | None = None,
    ) -> None:
        """Set up a table; with `max_cycles`, a game is cut after so many steps."""
        self.table = EnvTable(game, players, variant, options)
        if not self.table.header.rules.simultaneous:
            raise Refusal(f"in {game} seats act one after another: it is no parallel environment")
        self.metadata = {"name": f"kafelki_{game}", "render_modes": []}
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.table.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.table.action_space)
        self.state_space = self.table.state_space

    def observation_space(self, agent: str) -> Any:
        """Return the form of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers of all moves."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game and return what everybody observes."""
        self.table.begin(seed)
        self._steps = 0
        self.agents = self.possible_agents[:]
        return self._observations(), self._for_all({})

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Play what each agent has chosen, and return what that brought everybody."""
        before = self.table.reached(0)
        guilty = [
            seat
            for seat in self.table.game.to_act
            if not self.table.play(seat, actions[self.possible_agents[seat]], self.illegal)
        ]
        rewards = self.table.rewards(before)
        if guilty:
            rewards = [ILLEGAL_REWARD * (seat in guilty) for seat in range(len(rewards))]
        self._steps += 1
        over = bool(guilty) or self.table.game.over
        cut = self._steps == self.max_cycles and not over
        observations = self._observations()
        told = (
            observations,
            dict(zip(self.possible_agents, rewards, strict=True)),
            self._for_all(over),
            self._for_all(cut),
            self._for_all({}),
        )
        if over or cut:
            self.agents = []
        return told

    def _observations(self) -> dict[str, Observation]:
        names = enumerate(self.possible_agents)
        return {name: self.table.observe(seat) for seat, name in names}

    def _for_all(self, value: Any) -> dict[str, Any]:
        return {name: dict(value) if value == {} else value for name in self.possible_agents}

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the whole position."""
        return self.table.state()

    def render(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
