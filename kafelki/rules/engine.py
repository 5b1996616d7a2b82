"""A game's rules ready to run: interpreted from the first second, compiled once loaded.

Interpreted and compiled functions differ in one thing only: the first take their
buffers as memoryviews, the second as arrays. `Engine` hides that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import Position, called, filled
from kafelki.rules.contract import Kernels, Rules
from kafelki.rules.registry import GAMES, rules_of

log = logging.getLogger(__name__)

Numbers = npt.NDArray[np.int32]


class Engine:
    """The functions of one game, and buffers of the right size for them."""

    def __init__(self, rules: Rules, kernels: Kernels | None = None) -> None:
        self.rules = rules
        self.kernels = kernels or rules.kernels
        self.compiled = kernels is not None

    def buffer(self, array: npt.NDArray[Any]) -> Any:
        """Return an array in the form that this engine's functions take."""
        return array if self.compiled else array.data

    def first_position(self, players: int, variant: int, option: int) -> Position:
        """Return the position before the first event."""
        position = self.rules.layout.empty()
        self.kernels.set_up(position, players, variant, option)
        return position

    def moves(self, position: Position, seat: int) -> Numbers:
        """Return the numbers of a seat's legal moves."""
        found = np.empty(self.rules.most_moves, dtype=np.int32)
        count = self.kernels.list_moves(position, seat, self.buffer(found))
        return found[:count].copy()

    def outcomes(self, position: Position) -> tuple[Numbers, Numbers]:
        """Return the outcomes of the chance event due, and the number of tiles that give each."""
        found = np.empty((2, self.rules.most_outcomes), dtype=np.int32)
        count = self.kernels.list_outcomes(position, self.buffer(found[0]), self.buffer(found[1]))
        return found[0, :count], found[1, :count]

    def result(self, position: Position, players: int) -> tuple[int, tuple[int, ...]]:
        """Return why the game is over (0: it is not) and each seat's place."""
        places = np.zeros(players, dtype=np.int32)
        reason = self.kernels.result(position, self.buffer(places))
        return reason, tuple(places.tolist())

    def consequences(self, position: Position, seat: int, moves: Numbers) -> npt.NDArray[np.int16]:
        """Return a row for each move: what it would bring, by `Rules.consequence_names`."""
        rows = np.zeros((len(moves), len(self.rules.consequence_names)), dtype=np.int16)
        self.kernels.consequences(position, seat, self.buffer(moves), len(moves), self.buffer(rows))
        return rows


_loaded: dict[str, Engine] = {}


def engine_of(game: str) -> Engine:
    """Return a game's compiled engine if it is loaded, else the interpreted one."""
    return _loaded.get(game) or Engine(rules_of(game))


def load_compiled(
    games: Iterable[str] = GAMES, advance: Callable[[str], None] = lambda function: None
) -> None:
    """Compile games, or load them from the cache; `engine_of` gives these from then on.

    `advance` is called with the name of each function that has become ready:
    there are `FUNCTIONS` of them a game.
    """
    for game in games:
        if game not in _loaded:
            rules = rules_of(game)
            try:
                kernels = compiled(rules, lambda name, game=game: advance(f"{game} {name}"))  # type: ignore[misc]
            except Exception as wrong:  # it costs that game only, which runs interpreted
                log.warning("%s cannot be compiled: %s: %s", game, type(wrong).__name__, wrong)
            else:
                _loaded[game] = Engine(rules, kernels)


def compiled(rules: Rules, advance: Callable[[str], None] = lambda name: None) -> Kernels:
    """Return a game's functions as machine code, from the cache where it holds them.

    `advance` is told the name of each function once it is ready.
    """
    from kafelki.kernels.compiler import SIGNATURES, compiled_for

    functions = {}
    for each in fields(Kernels):
        source = getattr(rules.kernels, each.name)
        functions[each.name] = compiled_for(source, SIGNATURES[each.name])
        advance(each.name)
    return Kernels(**functions)


@cache
def compiled_engine(game: str) -> Engine:
    """Return a game's compiled engine, without making it everybody's."""
    rules = rules_of(game)
    return Engine(rules, compiled(rules))


FUNCTIONS = len(fields(Kernels))


@cache
def loop_for(game: str, template: ModuleType, **more: Any) -> ModuleType:
    """Return a template of loops over any game, filled in with the functions of one, and more.

    The loops call them by direct reference: so they do on every machine. Machine code is kept by
    the names of game and template, so what else is filled in must follow from these.
    """
    kernels = rules_of(game).kernels
    functions = {
        each.name: called(getattr(kernels, each.name), each.name) for each in fields(kernels)
    }
    return filled(template, game, **functions, **more)
