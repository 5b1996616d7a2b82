"""Gymnasium: one seat of a table, alone or against bots."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium

from kafelki.bots.protocol import Turn
from kafelki.bots.registry import bot_named
from kafelki.env.table import ILLEGAL_REWARD, EnvTable, Illegal, Observation
from kafelki.play.refusal import Refusal

ID = "Kafelki-v0"


class Seat(gymnasium.Env[Observation, int]):
    """A seat of a table; all others are a bot's, by its name."""

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        bot: str = "random",
        illegal: Illegal = "end",
    ) -> None:
        self.table = EnvTable(game, players, variant, options)
        if not 0 <= seat < players:
            raise Refusal(f"there is no seat {seat}: seats are 0 to {players - 1}")
        self.seat = seat
        self.illegal = illegal
        self.bot = bot_named(bot, game)
        self.observation_space = self.table.observation_space  # type: ignore[assignment]
        self.action_space = self.table.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and return what the seat observes once it is to act."""
        super().reset(seed=seed)
        self.table.begin(seed)
        self._random = Random(int(self.table.random.integers(2**63)))
        self._let_others_play()
        return self.table.observe(self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, let the others play, and return what that brought the seat."""
        before = self.table.reached(0)
        reward, over = ILLEGAL_REWARD, True
        if self.table.play(self.seat, action, self.illegal):
            self._let_others_play()
            reward, over = self.table.rewards(before)[self.seat], self.table.game.over
        return self.table.observe(self.seat), reward, over, False, {}

    def _let_others_play(self) -> None:
        game = self.table.game
        while game.to_act and self.seat not in game.to_act:
            other = game.to_act[0]
            game.play(self.bot.choose(Turn(game, other, self._random)), other)


gymnasium.register(ID, "kafelki.env.seat:Seat")
