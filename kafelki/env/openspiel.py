"""OpenSpiel: every game by the name of ``kafelki_…``, with chance as a player.

>>> import pyspiel
>>> from kafelki.env.openspiel import load
>>> game = load("exo")
>>> game.num_players(), game.num_distinct_actions()
(2, 2736)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from kafelki.batch.observing import observed, rewards_of
from kafelki.play.game import Event, Game
from kafelki.play.header import Header
from kafelki.rules.observation import observation_of

MOST_EVENTS = 1000
"""No game has more moves and draws."""
MOST_ALONE = 1000.0
"""Nobody who plays alone gets more points, nor less than minus this."""

Type = pyspiel.GameType


def load(
    game: str, players: int = 2, variant: str = "standard", **options: Any
) -> Any:  # a pyspiel.Game
    """Return a game of OpenSpiel; from then on ``pyspiel.load_game`` knows it by its name."""
    header = Header(game, players, variant, options)
    words = [game, players, *([variant] if variant != "standard" else [])]
    words += [f"{name}_{value}" for name, value in options.items()]
    return _registered("_".join(["kafelki", *map(str, words)]), _Frozen(header))


class _Frozen:
    """A header as a key."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self._key = (header.game, header.players, header.variant, *sorted(header.options.items()))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._key == other._key


@cache
def _registered(name: str, frozen: _Frozen) -> Any:
    kind = _game_type(name, frozen.header)

    class TableGame(_TableGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, frozen.header, parameters)

    pyspiel.register_game(kind, TableGame)
    return pyspiel.load_game(name)


def _game_type(name: str, header: Header) -> Any:
    rules = header.rules
    secrets = header.players > 1 and (rules.simultaneous or rules.hidden_outcomes)
    has_chance = bool(rules.outcome_rules)
    alone = header.players == 1
    return Type(
        short_name=name,
        long_name=rules.name.en,
        dynamics=Type.Dynamics.SEQUENTIAL,
        chance_mode=(
            Type.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else Type.ChanceMode.DETERMINISTIC
        ),
        information=(
            Type.Information.IMPERFECT_INFORMATION
            if secrets
            else Type.Information.PERFECT_INFORMATION
        ),
        utility=Type.Utility.GENERAL_SUM if alone else Type.Utility.ZERO_SUM,
        reward_model=Type.RewardModel.TERMINAL,
        max_num_players=header.players,
        min_num_players=header.players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )


class _TableGame(pyspiel.Game):
    def __init__(self, kind: Any, header: Header, parameters: Mapping[str, Any] | None) -> None:
        self.header = header
        alone = header.players == 1
        most = MOST_ALONE if alone else 1.0
        information = pyspiel.GameInfo(
            num_distinct_actions=header.rules.move_count,
            max_chance_outcomes=header.rules.most_outcomes if header.rules.outcome_rules else 0,
            num_players=header.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if alone else 0.0,
            max_game_length=MOST_EVENTS,
        )
        super().__init__(kind, information, parameters or {})

    def new_initial_state(self) -> _TableState:
        """Return the position before the first event."""
        return _TableState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> _Observer | None:
        """Return what shows a state as numbers: all that a seat knows, or nothing."""
        if parameters:
            raise ValueError(f"an observer takes no parameters, not {parameters}")
        own = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind and (kind.perfect_recall or not kind.public_info or kind.private_info != own):
            return None
        return _Observer(self.header)


class _TableState(pyspiel.State):
    def __init__(self, game: _TableGame) -> None:
        super().__init__(game)
        self.game = Game(game.header)

    def current_player(self) -> Any:
        """Return who is to act: the first of those who may."""
        if self.game.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.game.chance_due else self.game.to_act[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game.legal_moves(player).numbers.tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of what may happen, in the order of the rules, and how likely."""
        weights = self._outcomes()[1]
        return [(k, weight / weights.sum()) for k, weight in enumerate(weights.tolist())]

    def _outcomes(self) -> tuple[Any, Any]:
        return self.game._engine.outcomes(self.game._position)

    def _apply_action(self, action: int) -> None:
        game = self.game
        if game.chance_due:
            game.play_chance(game.rules.outcome_text(int(self._outcomes()[0][action])))
        else:
            game._repeat(Event(game.header.game, False, game.to_act[0], action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.game.rules.outcome_text(int(self._outcomes()[0][action]))
        return self.game.rules.move_text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.game.over

    def returns(self) -> list[float]:
        """Return what each seat has got: alone at the end what the game measures."""
        header = self.game.header
        if header.players == 1 and self.game.over:
            return [float(header.rules.measure.value(self.game.scores[0]))]
        return rewards_of(self.game)

    def __str__(self) -> str:
        return " ".join(event.text for event in self.game.events[-1:]) + f" {self.game.cells}"


class _Observer:
    """What a seat observes, as one row of numbers and by parts."""

    def __init__(self, header: Header) -> None:
        sight = observation_of(header.game)
        sizes = int(np.prod(sight.plane_shape)), len(sight.vector)
        self.tensor = np.zeros(sum(sizes), dtype=np.float32)
        self.dict = {"vector": self.tensor[sizes[0] :]}
        if sizes[0]:
            self.dict["planes"] = self.tensor[: sizes[0]].reshape(sight.plane_shape)

    def set_from(self, state: _TableState, player: int) -> None:
        """Show a state as a player sees it."""
        planes, vector = observed(state.game, player)
        self.dict["vector"][:] = vector
        if "planes" in self.dict:
            self.dict["planes"][:] = planes

    def string_from(self, state: _TableState, player: int) -> str:
        """Return a state as a player sees it, as text."""
        planes, vector = observed(state.game, player)
        return f"{player} {planes.tobytes().hex()} {vector.tolist()}"
