"""Batches on a graphics processor that Numba simulates, beside those on this one: a process apart.

`NUMBA_ENABLE_CUDASIM=1 python -m tests.batch.simulated STEPS GAME...` says which games are the same.
Arrays are NumPy's, and kernels run as they are, each thread of a launch a thread of Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda

from kafelki.batch import RESTART, WAIT, Batch, IllegalAction
from kafelki.kernels import graphics
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


def row_bytes(batch: Batch) -> bytes:
    """Return the random states and positions of all games."""
    rows = np.ascontiguousarray(batch.rows).view(np.uint8)
    return rows[:, : 8 + rules_of(batch.header.game).layout.size].tobytes()


def same(one: Batch, other: Batch) -> bool:
    """Return whether all that two batches show is the same."""
    shown = zip(one.look(), other.look(), strict=True)
    return row_bytes(one) == row_bytes(other) and all(
        np.array_equal(np.ascontiguousarray(a), b) and a.shape == b.shape for a, b in shown
    )


def compare(game: str, steps: int, masks: Any) -> None:
    """Play the same on both, and what may not be played."""
    there, here = (
        Batch(game, GAMES, seed=3, masks=masks, device=device, threads=1)
        for device in ("cuda", "cpu")
    )
    for batch in (there, here):
        batch.reset()
    for _ in range(steps):
        actions = there.sample()
        assert np.array_equal(actions, here.sample())
        seen = [np.ascontiguousarray(array) for array in there.step(actions)]
        assert all(np.array_equal(*each) for each in zip(seen, here.step(actions), strict=True))
        assert row_bytes(there) == row_bytes(here)
    wrong = np.array([WAIT, rules_of(game).move_count, RESTART])
    for batch in (there, here):
        try:
            batch.step(wrong)
        except IllegalAction as refused:
            assert f"game 1 cannot play {wrong[1]}" in str(refused)
        else:
            raise AssertionError(game)
    assert same(there, here)
    assert there.ended_games == here.ended_games
    assert there.position(1).tobytes() == here.position(1).tobytes()


def simulate() -> None:
    """Put the simulator where CuPy and a graphics processor would be."""
    names = ("zeros", "empty", "asarray", "ascontiguousarray")
    numpy = {name: getattr(np, name) for name in names}
    sys.modules["cupy"] = SimpleNamespace(**numpy, asnumpy=np.asarray)  # type: ignore[assignment]
    graphics.capability = lambda: (9, 0)  # type: ignore[assignment]
    graphics.program = simulated  # type: ignore[assignment]


if __name__ == "__main__":
    simulate()
    for each in sys.argv[2:]:
        for masks in ("packed", "dense"):
            compare(each, int(sys.argv[1]), masks)
        print(each, "is the same", flush=True)
