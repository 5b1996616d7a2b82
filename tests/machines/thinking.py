"""What bots ask their kernels, written down: calls with all that goes in and what comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np

from kafelki.bots import machine_code
from kafelki.bots.judging import compiled_evaluate
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import advisers_of, bot_named
from kafelki.play.game import Game
from kafelki.rules.engine import compiled_engine
from kafelki.testing.random_games import Table, tables_of

BUDGETS = 300, 8000
"""In nodes: one that is soon spent, and one in which experts do all that they can."""
MOVES = 9
"""So many moves are played before anybody thinks."""
KEPT = 2
"""So many calls of each kernel are kept of a decision."""


@dataclass
class Calls:
    """What was asked, as a machine repeats it, and what came of it; the arrays in one file."""

    told: list[dict[str, Any]] = field(default_factory=list)
    made: list[list[Any]] = field(default_factory=list)
    arrays: bytearray = field(default_factory=bytearray)
    kept: Counter[str] = field(default_factory=Counter)

    def recorder(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        """Return a kernel that is written down while it runs."""

        def recorded(*values: Any) -> Any:
            arrays = [value for value in values if isinstance(value, np.ndarray)]
            before = [array.tobytes() for array in arrays]
            result = run(*values)
            if self.kept[name] < KEPT:
                self.kept[name] += 1
                self._keep(name, values, arrays, before, result)
            return result

        return recorded

    def _keep(
        self, name: str, values: Any, arrays: list[Any], before: list[bytes], result: Any
    ) -> None:
        number = iter(range(len(arrays)))
        parameters = [
            [next(number), *value.shape] if isinstance(value, np.ndarray) else int(value)
            for value in values
        ]
        sizes = [len(each) for each in before]
        call = {"name": name, "from": len(self.arrays), "arrays": sizes, "parameters": parameters}
        self.told.append(call)
        self.arrays += b"".join(before)
        after = sha256(b"".join(array.tobytes() for array in arrays))
        self.made.append([int(result or 0), after.hexdigest()])


@contextmanager
def _written_down(game: str, calls: Calls) -> Iterator[None]:
    """Have all calls of a game's bots to their kernels written down."""
    ready = {
        (game, name): calls.recorder(name, machine_code.compiled_kernel(game, name))
        for name in machine_code.kernels_of_bots(game)
    }
    with (
        patch.dict(machine_code._ready, ready),
        patch(
            "kafelki.bots.judging.compiled_evaluate",
            lambda evaluate: calls.recorder("evaluate", compiled_evaluate(evaluate)),
        ),
    ):
        yield


def calls_of(game: str) -> Calls:
    """Return what a game's bots ask at tables of few and of many players."""
    calls = Calls()
    tables = tables_of(game)
    with _written_down(game, calls):
        for table, nodes in zip((tables[0], tables[-1]), BUDGETS, strict=True):
            for name in advisers_of(game):
                calls.kept.clear()
                begun = _begun(table)
                turn = Turn(begun, begun.to_act[0], Random(nodes), Budget(None, nodes))
                bot_named(name, game).choose(turn)
    assert {call["name"] for call in calls.told} == set(machine_code.kernels_of_bots(game))
    return calls


def _begun(table: Table) -> Game:
    game = table.begin(engine=compiled_engine(table.game), seed=bytes(32), deals=True)
    random = Random(1)
    for _ in range(MOVES):
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        game.play(moves[random.randrange(len(moves))], seat)
    return game


def write(calls: Calls, file: Path) -> dict[str, Any]:
    """Write the arrays to a file and return the part of a job that is about the calls."""
    file.write_bytes(calls.arrays)
    return {"calls": calls.told, "arrays": str(file)}
