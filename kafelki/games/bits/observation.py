"""Bits as numbers: all ramps, the tile to place, the cards left, the tasks and the points."""

from __future__ import annotations

from typing import Any

from kafelki.games.bits.kernels import (
    CELLS,
    COLOUR_COUNT,
    COLOURS,
    COLUMNS,
    ROUNDS,
    ROWS,
    TASKS,
    TILE_KINDS,
    TILES,
    see,
    total_points,
)
from kafelki.kernels.language import Position, kernel, table
from kafelki.rules.contract import MOST_SEATS
from kafelki.rules.observation import Observation

SEATS = ("own", "the next", "the second after", "the third after")
TASK_COUNT = len(TASKS)
SQUARES = table([[eight >> cell & 1 for cell in range(8)] for eight in range(256)], "int8")
"""[set of eight squares, square]: whether it is there. They are written eight at a time."""


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write each ramp's squares by colour, one's own first, and what is on the table."""
    s = see(position)
    for k in range(s.players):
        other = (seat + k) % s.players
        for colour in range(COLOUR_COUNT):
            squares = s.squares[other, colour]
            for first in range(0, CELLS, 8):
                at = (k * COLOUR_COUNT + colour) * CELLS + first
                eight = (squares >> first) & 255
                for cell in range(8):
                    planes[at + cell] = SQUARES[eight, cell]
        vector[k] = total_points(s, other)
    at = MOST_SEATS
    if s.tiles[seat]:
        vector[at + s.tiles[seat] - 1] = 1
    for tile in range(TILE_KINDS):
        vector[at + TILE_KINDS + tile] = s.cards[tile]
    at += 2 * TILE_KINDS
    for k in range(s.round):
        vector[at + s.tasks[k]] = 1
    vector[at + TASK_COUNT] = s.round


@kernel
def count(position: Position, seat: int, points: Any) -> None:
    """Write a seat's points of each round (BI-17)."""
    s = see(position)
    for k in range(ROUNDS):
        points[k] = s.points[seat, k]


@kernel
def reached(position: Position, seat: int) -> int:
    """Return a seat's points of all rounds (BI-17)."""
    return total_points(see(position), seat)


OBSERVATION = Observation(
    write,
    vector=(
        *(f"points of {seat}" for seat in SEATS),
        *(f"{tile} is to be placed" for tile in TILES),
        *(f"cards of {tile} left" for tile in TILES),
        *(f"task {task.name}" for task in TASKS),
        "round",
    ),
    planes=tuple(f"{colour} on the ramp of {seat}" for seat in SEATS for colour in COLOURS),
    shape=(ROWS, COLUMNS),
    points=tuple(f"round {k}" for k in range(1, ROUNDS + 1)),
    count=count,
    reached=reached,
)
