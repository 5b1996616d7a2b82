"""The kernels of one game with the desk they work on, and the weights for one seating."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.bots.halving import Values
from kafelki.bots.machine_code import Described, compiled_kernel
from kafelki.bots.protocol import Turn
from kafelki.games.weakest_colour.bots import evaluation, features, search, value
from kafelki.kernels.language import Position, filled
from kafelki.kernels.randomness import random_state
from kafelki.play.header import Header
from kafelki.rules.engine import Engine, Numbers, engine_of, load_compiled
from kafelki.rules.registry import package_of, rules_of

LOOKED_AT = 48
"""How many moves of those that promise most at a glance get a closer look."""

WEIGHTS = Path(__file__).with_name("weights.npz")
"""The networks, a flat array each (see `network`), by game and seating: "axio-2", "geniusz-4p".

One with "-lead" after it also foretells the lead in the lowest colour. They are made by
self-play: `kafelki.games.weakest_colour.training.program`.
"""

SETTINGS = np.array([0.2, 0.08, 0.07, 1.0])
"""The settings of the glance, fitted by self-play of the glance alone (cross-entropy method)."""


def networks_in(path: Path) -> dict[str, npt.NDArray[np.float32]]:
    """Return the networks that a file holds, by name; none where there is no file yet."""
    if not path.exists():
        return {}
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


@cache
def _networks() -> dict[str, Values]:
    return {name: weights.astype(np.float64) for name, weights in networks_in(WEIGHTS).items()}


def network_name(header: Header) -> str:
    """Return the name of the network for a game's seating: "axio-2", "geniusz-4p"."""
    pairs = "p" if header.variant == "pairs" else ""
    return f"{header.game}-{header.players}{pairs}"


def network_for(header: Header, *, lead: bool = False) -> Values:
    """Return the weights of the network for a game's seating.

    With `lead`, of one that also foretells the lead in the lowest colour, where there is one.
    """
    networks = _networks()
    name = network_name(header)
    return networks.get(f"{name}-lead", networks[name]) if lead else networks[name]


@cache
def parts_of(game: str) -> tuple[ModuleType, ...]:
    """Return the templates filled in for a game: its rules first, the search last."""
    rules = rules_of(game)
    shared = import_module(f"{package_of(game)}.rules").shared
    cells, pairs = len(shared.TABLES.neighbours), len(shared.TABLES.pairs)
    colours, most_moves = len(rules.appearance.colours), rules.most_moves + 1
    desk = evaluation.desk_layout(cells, pairs, colours, most_moves)
    parts = [shared, filled(features, game, shared)]
    parts.append(filled(evaluation, game, *parts, desk=desk))
    parts.append(filled(value, game, *parts))
    return *parts, filled(search, game, *parts)


def kernels_of(game: str) -> ModuleType:
    """Return the search of a game."""
    return parts_of(game)[-1]


def described_kernels(game: str) -> Described:
    """Return the kernels of a game that its bots call, with their signatures."""
    from kafelki.kernels import compiler

    number, position, nothing = compiler.INTEGER, compiler.POSITION, compiler.NOTHING
    kernels = kernels_of(game)
    listed = number(position, position, number, number, position)
    tried = nothing(
        position, position.copy(ndim=2), position, compiler.NUMBERS, number, number, compiler.VALUES
    )
    return {
        "shortlist": (kernels.shortlist, listed),
        "try_candidates": (kernels.try_candidates, tried),
    }


class Workspace:
    """What a bot thinks with: kernels and a desk for one game, weights for its seating."""

    def __init__(self, engine: Engine, weights: Values | None = None) -> None:
        game = engine.rules.id
        kernels = kernels_of(game)
        self._shortlist, self._try = (
            compiled_kernel(game, name) if engine.compiled else getattr(kernels, name)
            for name in ("shortlist", "try_candidates")
        )
        self.state = kernels.desk.empty()
        self.desk = self.state.view(kernels.desk.dtype)[0]
        self.desk["settings"] = SETTINGS
        if weights is not None:
            self.desk["weights"], self.desk["has_network"] = weights, 1
        self._known = engine.rules.layout.empty()
        self._positions = np.zeros((3, engine.rules.layout.size), dtype=np.uint8)

    def shortlist(self, known: Position, seat: int, top: int = LOOKED_AT) -> tuple[Numbers, Values]:
        """Return the moves that promise most and what they are worth, best first."""
        top = min(top, len(self.desk["moves"]) - 1)
        count = self._shortlist(known, self._positions[0], seat, top, self.state)
        order = np.argsort(-self.desk["values"][:count], kind="stable")
        return self.desk["moves"][order], self.desk["values"][order]

    def look_ahead(self, turn: Turn, horizon: int, width: int) -> None:
        """Get ready to try moves in worlds that the turn's seat cannot tell apart."""
        self._known = turn.known
        self.desk["seat"], self.desk["horizon"], self.desk["width"] = turn.seat, horizon, width
        self.desk["random"] = random_state(turn.random.getrandbits(64))

    def try_out(self, moves: Numbers, worlds: int) -> Values:
        """Return a row a world: what the position is worth to the seat some turns after each."""
        results = np.empty(worlds * len(moves))
        self._try(self._known, self._positions, self.state, moves, len(moves), worlds, results)
        return results.reshape(worlds, len(moves))


class Workspaces:
    """The workspaces of a bot: one for each game and seating it is asked about."""

    def __init__(self, *, network: bool = True, lead: bool = False, compiled: bool = False) -> None:
        self.network = network
        self.lead = lead
        self.compiled = compiled
        self._made: dict[tuple[Any, ...], Workspace] = {}

    def for_turn(self, turn: Turn) -> Workspace:
        """Return the one for a turn's seating, compiled where the bot needs it or it is ready."""
        header = turn.header
        engine = turn.engine
        if self.compiled and not engine.compiled:
            load_compiled([header.game])
            engine = engine_of(header.game)
        key = (header.game, header.players, header.variant, engine.compiled)
        if key not in self._made:
            weights = network_for(header, lead=self.lead) if self.network else None
            self._made[key] = Workspace(engine, weights)
        return self._made[key]
