"""What a seat is told of a position as numbers, for programs that learn.

A game describes it in its folder, in `observation.py`, as `OBSERVATION`. Whoever makes one conceals
first what the seat cannot know, so that a description can give nothing away.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from kafelki.kernels.language import OPEN, Position, filled, kernel
from kafelki.rules.registry import own_part, rules_of


@kernel
def nothing_counted(position: Position, seat: int, points: Any) -> None:
    """Write nothing: the game counts no points."""


@kernel
def nothing_reached(position: Position, seat: int) -> int:
    """Return 0: the game counts no points."""
    return 0


@dataclass(frozen=True)
class Observation:
    """Planes over a board and a vector, each number of them named; and what a seat has scored."""

    write: Callable[[Position, int, Any, Any], None]
    """A kernel (position, seat, planes, vector): write what the seat knows.

    It gets the position as far as the seat knows it, and arrays of zeros, each in one row: number
    `n` of plane `p` is at `p · rows · columns + n`. See `covers`.
    """
    vector: tuple[str, ...]
    """What each number of the vector is."""
    planes: tuple[str, ...] = ()
    """What each plane shows."""
    shape: tuple[int, int] = (0, 0)
    """The rows and columns of a plane."""
    places: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where in a plane each cell of a board is, by its name; nothing where a plane is no board."""
    points: tuple[str, ...] = ()
    """What a seat's points are, such as a number a colour."""
    count: Callable[[Position, int, Any], None] = nothing_counted
    """A kernel (position, seat, points): write a seat's points."""
    reached: Callable[[Position, int], int] = nothing_reached
    """A kernel (position, seat): return how far a seat has come, as the game itself measures it."""

    covers: bool = False
    """Whether `write` writes all numbers of all planes: then they need not be zeros before."""
    mark: Callable[[Position, int, Any], None] | None = None
    """A kernel (position, seat, words): mark a seat's legal moves in a packed mask of zeros.

    Without one they are listed: this is for games that know a quicker way.
    """

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """How many planes there are, and the rows and columns of each."""
        return len(self.planes), *self.shape


# The plain one

SIZE: int = OPEN
"""How many bytes a position has."""


@kernel
def write_bytes(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the seat, and the bytes of all that it knows."""
    vector[0] = seat
    for k in range(SIZE):
        vector[1 + k] = position[k]


PLAIN = Observation(write_bytes, ("seat",))


@cache
def observation_of(game: str) -> Observation:
    """Return how a game is observed: by its own description, or byte by byte.

    >>> observation_of("exo").plane_shape
    (6, 19, 19)
    """
    own: Observation = own_part(game, "observation", "OBSERVATION", PLAIN)
    if own is not PLAIN:
        return own
    size = rules_of(game).layout.size
    plain = filled(sys.modules[__name__], game, SIZE=size)
    return replace(
        PLAIN,
        write=plain.write_bytes,
        vector=("seat", *(f"byte {k} of what the seat knows" for k in range(size))),
    )
