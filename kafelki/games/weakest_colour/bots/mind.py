"""The kernels of one game with the space they work in and the weights for one seating."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Turn
from kafelki.games.weakest_colour.bots import search
from kafelki.games.weakest_colour.bots.board import kernels_module
from kafelki.games.weakest_colour.bots.space import float_space, number_space
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import RandomState, random_state
from kafelki.play.header import Header
from kafelki.rules.engine import Engine, engine_of, load_compiled

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int32]

WEIGHTS = Path(__file__).with_name("weights.npz")
"""The networks, a flat array each (see `network`), by game and seating: "axio-2", "geniusz-4p".

One with "-lead" after it also foretells the lead in the lowest colour. They are made by
self-play: `kafelki.games.weakest_colour.training.program`.
"""

SETTINGS = np.array([0.2, 0.08, 0.07, 1.0])
"""The settings of the glance, fitted by self-play of the glance alone (cross-entropy method)."""

NO_WEIGHTS = np.zeros(0)

RULES_USED = ("acting", "play", "chance_seat", "sample_outcome", "play_outcome", "redeal")
"""The functions of the rules that a search drives, in the order it takes them."""


@cache
def _networks() -> dict[str, Floats]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}


def network_name(header: Header) -> str:
    """Return the name of the network for a game's seating: "axio-2", "geniusz-4p"."""
    pairs = "p" if header.variant == "pairs" else ""
    return f"{header.game}-{header.players}{pairs}"


def network_for(header: Header, *, lead: bool = False) -> Floats:
    """Return the weights of the network for a game's seating.

    With `lead`, of one that also foretells the lead in the lowest colour, where there is one.
    """
    networks = _networks()
    name = network_name(header)
    return networks.get(f"{name}-lead", networks[name]) if lead else networks[name]


class Thinking(NamedTuple):
    """The kernels that bots of these games think with."""

    list_promising: Callable[..., int]
    standing: Callable[..., float]
    look_closer: Callable[..., int]
    try_candidates: Callable[..., int]


class Signatures(NamedTuple):
    """The types of the kernels that both games have of their own."""

    promising: Any
    standing: Any


def signatures() -> Signatures:
    """Return the types of a game's own kernels."""
    from kafelki.kernels import compiler

    values, numbers = compiler.VALUES, compiler.NUMBERS
    number, position = compiler.INTEGER, compiler.POSITION
    return Signatures(
        number(position, number, number, numbers, values, values, values, numbers),
        values.dtype(position, number, values, values, numbers),
    )


@cache
def compiled_thinking(game: str) -> Thinking:
    """Return the kernels as machine code: two of each game, and two that drive either."""
    from kafelki.kernels import compiler

    values, numbers, random = compiler.VALUES, compiler.NUMBERS, compiler.RANDOM
    number, position, pointer = compiler.INTEGER, compiler.POSITION, compiler.pointer
    spaces = (values, numbers)
    promising, standing = signatures()
    rules = [pointer(compiler.SIGNATURES[name]) for name in RULES_USED]
    closer = number(
        pointer(compiler.SIGNATURES["play"]), pointer(standing), *[position] * 2, number,
        numbers, number, values, values, *spaces,
    )  # fmt: skip
    tried = number(
        *rules, pointer(promising), pointer(standing), *[position] * 4, number, number, numbers,
        number, values, values, number, number, random, random, values, values, *spaces,
    )  # fmt: skip
    module = kernels_module(game)
    return Thinking(
        compiler.compiled_for(module.list_promising, promising),
        compiler.compiled_for(module.standing, standing),
        compiler.compiled_for(search.look_closer, closer),
        compiler.compiled_for(search.try_candidates, tried),
    )


class Mind:
    """What a bot thinks with: kernels and space for one game, weights for its seating."""

    def __init__(self, engine: Engine, weights: Floats, settings: Floats = SETTINGS) -> None:
        rules = engine.rules
        self.engine = engine
        module = kernels_module(rules.id)
        cells, colours = module.TABLES.neighbours.shape[0], len(rules.appearance.colours)
        floats = np.zeros(float_space(cells, colours))
        numbers = np.zeros(number_space(module.TABLES.pairs.shape[0]), dtype=np.int32)
        self.has_network = len(weights) > 0
        self._settings = engine.buffer(settings)
        self._weights = engine.buffer(weights)
        self._space = engine.buffer(floats), engine.buffer(numbers)
        self._positions = [rules.layout.empty() for _ in range(3)]
        self._rules = [getattr(engine.kernels, name) for name in RULES_USED]
        self._thinking = (
            compiled_thinking(rules.id)
            if engine.compiled
            else Thinking(
                module.list_promising, module.standing, search.look_closer, search.try_candidates
            )
        )

    def shortlist(self, known: Position, seat: int, top: int) -> tuple[Numbers, Floats]:
        """Return the moves that promise most and what they are worth, best first."""
        buffer = self.engine.buffer
        moves, values = np.zeros(top + 2, dtype=np.int32), np.zeros(top + 2)
        out = buffer(moves), buffer(values)
        think = self._thinking
        count = think.list_promising(known, seat, top, *out, self._settings, *self._space)
        if self.has_network and count > 1:
            think.look_closer(
                self.engine.kernels.play, think.standing, known, self._positions[0], seat,
                out[0], count, out[1], self._weights, *self._space,
            )  # fmt: skip
        order = np.argsort(-values[:count], kind="stable")
        return moves[order], values[order]

    def try_candidates(
        self,
        known: Position,
        seat: int,
        worlds: int,
        candidates: Numbers,
        sums: Floats,
        squares: Floats,
        horizon: int,
        width: int,
        random: RandomState,
    ) -> int:
        """Try each candidate in some worlds; add up values (see `search`); return the tries."""
        buffer = self.engine.buffer
        think = self._thinking
        return think.try_candidates(
            *self._rules, think.list_promising, think.standing, known, *self._positions, seat,
            worlds, buffer(candidates), len(candidates), buffer(sums), buffer(squares), horizon,
            width, buffer(random), buffer(random_state(0)), self._settings, self._weights,
            *self._space,
        )  # fmt: skip


class Minds:
    """The minds of a bot: one for each game and seating it is asked about."""

    def __init__(self, *, network: bool = True, lead: bool = False, compiled: bool = False) -> None:
        self.network = network
        self.lead = lead
        self.compiled = compiled
        self._made: dict[tuple[Any, ...], Mind] = {}

    def for_turn(self, turn: Turn) -> Mind:
        """Return the mind for a turn's seating, compiled where the bot needs it or it is ready."""
        header = turn.header
        engine = turn.engine
        if self.compiled and not engine.compiled:
            load_compiled([header.game])
            engine = engine_of(header.game)
        key = (header.game, header.players, header.variant, engine.compiled)
        if key not in self._made:
            weights = network_for(header, lead=self.lead) if self.network else NO_WEIGHTS
            self._made[key] = Mind(engine, weights)
        return self._made[key]
