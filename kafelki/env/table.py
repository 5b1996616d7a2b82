"""What all environments share: a game that begins anew, seen as arrays, moved by numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from kafelki.batch.observing import mask_of, observed, rewards_of
from kafelki.play.game import Game, Move, seed_of_number
from kafelki.play.header import Header
from kafelki.rules.observation import observation_of

Observation = dict[str, npt.NDArray[Any]]

Illegal = Literal["end", "replace"]
"""What follows an action that may not be played: the end, or any legal move in its place."""

ILLEGAL_REWARD = -1.0


class EnvTable:
    """A table where game after game is played."""

    def __init__(
        self, game: str, players: int, variant: str, options: Mapping[str, Any] | None
    ) -> None:
        self.header = Header(game, players, variant, dict(options or {}))
        self.sight = observation_of(game)
        self.random = np.random.default_rng()
        self.game: Game

    @property
    def observation_space(self) -> spaces.Dict:
        """The form of what a seat observes: planes, then the vector, in one row; and a mask."""
        numbers = int(np.prod(self.sight.plane_shape)) + len(self.sight.vector)
        least, most = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        return spaces.Dict(
            observation=spaces.Box(least, most, (numbers,), np.int16),
            action_mask=spaces.Box(0, 1, (self.header.rules.move_count,), np.int8),
        )

    @property
    def action_space(self) -> spaces.Discrete[Any]:
        """The numbers of all moves."""
        return spaces.Discrete(self.header.rules.move_count)

    @property
    def state_space(self) -> spaces.Box:
        """The form of a whole position."""
        return spaces.Box(0, 255, (self.header.rules.layout.size,), np.uint8)

    def begin(self, seed: int | None) -> None:
        """Begin a game; the same seed gives the same games from there on."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        number = int(self.random.integers(2**63))
        self.game = Game(self.header, seed=seed_of_number(number), deals=True)

    def observe(self, seat: int) -> Observation:
        """Return what a seat observes, and what it may play."""
        planes, vector = observed(self.game, seat)
        return {
            "observation": np.concatenate([planes.reshape(-1).astype(np.int16), vector]),
            "action_mask": mask_of(self.game, seat).astype(np.int8),
        }

    def state(self) -> npt.NDArray[np.uint8]:
        """Return the whole position, which no seat may know."""
        position: npt.NDArray[np.uint8] = self.game._position.copy()
        return position

    def play(self, seat: int, action: int, illegal: Illegal) -> bool:
        """Play a seat's move, or what stands for one that may not be; return False at an end."""
        legal = self.game.legal_moves(seat).numbers
        if int(action) not in legal:
            if illegal == "end":
                return False
            action = legal[self.random.integers(len(legal))]
        self.game.play(Move(self.header.game, int(action)), seat)
        return True

    def reached(self, seat: int) -> int:
        """Return how far a seat has come, as the game itself measures it."""
        return self.sight.reached(self.game._position, seat)

    def points(self, seat: int) -> npt.NDArray[np.int16]:
        """Return a seat's points."""
        points = np.zeros(len(self.sight.points), dtype=np.int16)
        self.sight.count(self.game._position, seat, points.data)
        return points

    def rewards(self, before: int) -> list[float]:
        """Return what a move brought each seat; alone, how much further than `before` it went."""
        if self.header.players == 1:
            return [float(self.reached(0) - before)]
        return rewards_of(self.game)
