"""PettingZoo, one agent at a time: `AECEnv`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from kafelki.env.table import ILLEGAL_REWARD, EnvTable, Illegal, Observation


class TableAEC(AECEnv[str, Observation, int]):
    """A table of any game; who may act at once acts one after another, without seeing the others.

    An observation has the planes and then the vector of `observation_of` in one row, and a mask.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        illegal: Illegal = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up a table; with `max_cycles`, a game is cut after so many moves for each seat."""
        super().__init__()
        self.table = EnvTable(game, players, variant, options)
        self.metadata = {
            "name": f"kafelki_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.render_mode = render_mode
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.begin(seed)
        self._moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = {name: self.no_reward() for name in self.agents}
        self._cumulative_rewards = {name: self.no_reward() for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {name: {} for name in self.agents}
        self.agent_selection = self._next()

    def _next(self) -> str:
        return self.possible_agents[self.table.game.to_act[0]]

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes."""
        return self.table.observe(self.possible_agents.index(agent))

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the whole position."""
        return self.table.state()

    def step(self, action: Any) -> None:
        """Play the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = self.no_reward()
        before = self.before()
        if self.table.play(self.possible_agents.index(agent), action, self.illegal):
            rewards = self.earned(before)
            over = self.table.game.over
        else:
            rewards = [self.illegal_reward(name == agent) for name in self.possible_agents]
            over = True
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._moves += 1
        cut = self.max_cycles is not None and self._moves >= self.max_cycles * len(self.agents)
        if over or cut:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut and not over)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self._next()
        self._accumulate_rewards()

    # What differs where rewards are vectors

    def no_reward(self) -> Any:
        """Return what nothing is worth."""
        return 0.0

    def illegal_reward(self, guilty: bool) -> Any:
        """Return what it brings an agent that somebody, or it, has played what may not be."""
        return ILLEGAL_REWARD if guilty else 0.0

    def before(self) -> Any:
        """Return what `earned` has to know of the position before a move."""
        return self.table.reached(0)

    def earned(self, before: Any) -> list[Any]:
        """Return what a move has brought each seat."""
        return self.table.rewards(before)

    def render(self) -> str | None:
        """Return the board as text, as its view has it."""
        return str(self.table.game.cells) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""
