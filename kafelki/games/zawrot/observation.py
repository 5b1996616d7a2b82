"""Kolorowy zawrót głowy as numbers: colours and shapes on the table, and who holds what."""

from __future__ import annotations

from typing import Any

from kafelki.games.zawrot.kernels import COUNT, SIDE, SQUARES, TAKE, TILES, see
from kafelki.kernels.language import Position, bit, kernel, lowest_one
from kafelki.rules.contract import MOST_SEATS
from kafelki.rules.observation import Observation

OTHERS = ("the next", "the second after", "the third after")


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the table as the ring it is kept as, the start tile first, then sets of tiles."""
    s = see(position)
    for square in range(SQUARES):
        tile = s.cells[square]
        colour = ((tile + 5) * 43) >> 8  # a sixth, rounded up
        planes[square] = colour
        planes[SQUARES + square] = tile - 6 * colour + 6 if tile > 0 else 0
    write_tiles(s.bank, 0, vector)
    write_tiles(s.stack, COUNT, vector)
    for k in range(s.players):
        write_tiles(s.hands[(seat + k) % s.players], (2 + k) * COUNT, vector)
    at = (2 + MOST_SEATS) * COUNT
    for k in range(s.players):
        vector[at + k] = s.points[(seat + k) % s.players]
    vector[at + MOST_SEATS] = s.left
    vector[at + MOST_SEATS + 1] = s.phase == TAKE


@kernel
def write_tiles(tiles: int, at: int, vector: Any) -> None:
    """Write 1 for each tile of a set."""
    while tiles != 0:
        vector[at + lowest_one(tiles)] = 1
        tiles = tiles & (tiles - bit(0))


@kernel
def count(position: Position, seat: int, points: Any) -> None:
    """Write a seat's points (ZG-6)."""
    points[0] = see(position).points[seat]


@kernel
def reached(position: Position, seat: int) -> int:
    """Return a seat's points (ZG-6)."""
    return see(position).points[seat]


OBSERVATION = Observation(
    write,
    vector=(
        *(f"{tile} in the bank" for tile in TILES),
        *(f"{tile} not seen yet" for tile in TILES),
        *(f"own {tile}" for tile in TILES),
        *(f"{tile} with {seat}, seen in the bank" for seat in OTHERS for tile in TILES),
        *(f"points of {seat}" for seat in ("own", *OTHERS)),
        "tiles not on the table",
        "a tile is to be taken",
    ),
    planes=("colour, 1 to 6", "shape, 1 to 6"),
    shape=(SIDE, SIDE),
    covers=True,
    points=("points",),
    count=count,
    reached=reached,
)
