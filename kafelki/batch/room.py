"""The arrays that a step writes, and the loops that do: the same on every machine."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from kafelki.batch import loops
from kafelki.kernels.language import Layout
from kafelki.rules import no_chance
from kafelki.rules.engine import loop_for
from kafelki.rules.observation import observation_of
from kafelki.rules.registry import rules_of

ROUND = 16
"""A graphics processor copies positions by words of so many bytes."""


class Room(NamedTuple):
    """What a step writes, a row a game, in the order in which the loops take it."""

    seats: Any
    rewards: Any
    ended: Any
    endings: Any
    """How many games have ended in each row."""
    refused: Any
    """Whether the action of each game could not be played."""
    points: Any
    planes: Any
    vectors: Any
    packed: Any
    """Masks of bits; with no columns where none are wanted, like those that follow."""
    dense: Any
    marks: Any
    """What is marked in a mask whose moves are listed: the number of them, and then they."""


KINDS = Room(
    seats=("int8", 1),
    rewards=("float32", 2),
    ended=("uint8", 1),
    endings=("int64", 1),
    refused=("uint8", 1),
    points=("int16", 2),
    planes=("int8", 2),
    vectors=("int16", 2),
    packed=("uint64", 2),
    dense=("uint8", 2),
    marks=("int32", 2),
)
"""The NumPy type of each and how many dimensions it has."""


@cache
def filled_in(game: str) -> ModuleType:
    """Return the loops of a batch for one game."""
    rules, sight = rules_of(game), observation_of(game)
    size = rules.layout.size
    room = -(-size // ROUND) * ROUND
    desk = loops.desk_layout(size, rules.most_outcomes)
    return loop_for(
        game,
        loops,
        write=sight.write,
        count=sight.count,
        reached=sight.reached,
        mark=sight.mark or loops.mark_nothing,
        HAS_MARK=int(sight.mark is not None),
        COVERS=int(sight.covers),
        HIDES=int(rules.kernels.conceal is not no_chance.conceal),
        SIZE=size,
        MOVES=rules.move_count,
        POINTS=len(sight.points),
        desk=desk,
        DESK=desk.size,
        ROOM=room,
        words=Layout(words=("uint64", room // 8)),
    )
