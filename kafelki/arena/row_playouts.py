"""Random games for many rows, on all cores or on a graphics processor: a template."""

from __future__ import annotations

from typing import Any

from kafelki.kernels.language import (
    OPEN,
    Position,
    copy_position,
    kernel,
    own_array,
    table,
    thread_number,
)

play_games: Any = OPEN
"""The loop of `playouts`, filled in for a game."""
SIZE: int = OPEN
"""How many bytes a row of the game has."""

COUNTED = 3
NO_ROOM = table([], "int32")


@kernel
def play_row(start: Position, rows: Any, random: Any, games: int, counts: Any, row: int) -> None:
    """Play random games from `start` with the random numbers of a row; leave the last one there.

    All that is written to while they last is the thread's own: on a graphics processor the same
    byte of all the threads that run in step lies side by side.
    """
    position = own_array(start, SIZE)
    state, counted = own_array(random, 1), own_array(counts, COUNTED)
    state[0] = random[row, 0]
    for k in range(COUNTED):
        counted[k] = 0
    play_games(start, position, state, games, counted, own_array(NO_ROOM, 0))
    copy_position(rows[row], position)
    random[row, 0] = state[0]
    for k in range(COUNTED):
        counts[row, k] += counted[k]


@kernel
def play_own_row(start: Position, rows: Any, random: Any, games: int, counts: Any) -> None:
    """Play the games of the row that has the number of the thread."""
    row = thread_number()
    if row < rows.shape[0]:
        play_row(start, rows, random, games, counts, row)


@kernel
def play_rows(
    start: Position, rows: Any, random: Any, games: int, counts: Any, first: int, end: int
) -> None:
    """Play the games of some rows, one after the other."""
    for row in range(first, end):
        play_row(start, rows, random, games, counts, row)
