"""Batches on a graphics processor that Numba simulates, beside those on this one: a process apart.

`NUMBA_ENABLE_CUDASIM=1 python -m tests.batch.simulated ENDS GAME...` says which games are the same.
They are played until so many have ended. Arrays are NumPy's, and kernels run as they are, each
thread of a launch a thread of Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda

from kafelki.batch import WAIT, Batch, IllegalAction, benchmark
from kafelki.batch.benchmark import compared, measure_on_graphics
from kafelki.kernels import graphics
from kafelki.rules.contract import Seating
from kafelki.rules.registry import rules_of

GAMES = 3
BLOCK = 2
"""So few threads share a block that one of two blocks has a thread without a game."""


@cuda.jit(device=True)  # type: ignore[untyped-decorator]
def number() -> int:
    """Return which thread this is."""
    return int(cuda.grid(1))


def simulated(function: Any, kinds: Any, package: str) -> Callable[..., None]:
    """Return what starts a kernel in as many threads as it is told."""
    function.__globals__["thread_number"] = number
    # What is read as whole numbers is read so by the interpreter; rows of it are never taken apart.
    plain = [name in ("uint64", "int32") and k < 5 for k, (name, *_) in enumerate(kinds)]

    def run(threads: int, *values: Any) -> None:
        given = [value.data if it else value for it, value in zip(plain, values, strict=True)]

        def body() -> None:
            function(*given)

        cuda.jit(body)[-(-threads // BLOCK), BLOCK]()

    return run


def compare(game: str, ends: int, masks: Any) -> None:
    """Play the same on both, until so many games have ended; then what may not be played."""
    steps, differing = compared(game, Seating(2), ends, games=GAMES, masks=masks)
    assert steps > 0
    assert differing == 0
    batch = Batch(game, GAMES, masks=masks, device="cuda")
    begun = batch.reset().seats.tolist()
    before = batch.rows.copy()
    illegal = rules_of(game).move_count
    with pytest.raises(IllegalAction, match=f"game 1 cannot play {illegal}"):
        batch.step(np.array([WAIT, illegal, batch.sample()[2]]))
    assert np.array_equal(batch.rows[:2], before[:2])
    assert not np.array_equal(batch.rows[2], before[2])
    batch.rows[2] = before[0]
    assert batch.position(2).tobytes() == batch.position(0).tobytes()
    seen = batch.look()
    assert seen.seats.tolist() == [*begun[:2], begun[0]]
    assert np.array_equal(seen.planes[2], seen.planes[0])


def measure(game: str) -> None:
    """Measure batches of some sizes: the best is told of."""
    speed = measure_on_graphics(game, Seating(2), 0.02)
    assert speed.games in benchmark.ON_GRAPHICS
    assert speed.steps % speed.games == 0
    assert speed.steps > 0


def simulate() -> None:
    """Put the simulator where CuPy and a graphics processor would be."""
    names = ("zeros", "empty", "asarray", "ascontiguousarray", "moveaxis")
    numpy = {name: getattr(np, name) for name in names}
    sys.modules["cupy"] = SimpleNamespace(**numpy, asnumpy=np.asarray)  # type: ignore[assignment]
    graphics.capability = lambda: (9, 0)  # type: ignore[assignment]
    graphics.program = simulated  # type: ignore[assignment]
    graphics.prepared = lambda *values: list(values)
    benchmark.ON_GRAPHICS = (1, 2, 3)


if __name__ == "__main__":
    simulate()
    for each in sys.argv[2:]:
        for masks in ("packed", "dense"):
            compare(each, int(sys.argv[1]), masks)
        measure(each)
        print(each, "is the same", flush=True)
