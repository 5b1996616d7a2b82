"""AXIO and Geniusz as numbers: the board by colour, the rack, what is unseen, all scores.

A template, like the rules: `observed` fills it in for a game.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from kafelki.games.weakest_colour.kernels import (
    EXCHANGE,
    EXTRA,
    PLACE,
    SPECIAL,
    TABLES,
    colours_of,
    is_first_tile,
    lowest_score,
    side_of,
)
from kafelki.kernels import bitset
from kafelki.kernels.bitset import mask_rows
from kafelki.kernels.language import OPEN, Fields, Layout, Position, bit, filled, kernel, table
from kafelki.rules.contract import MOST_SEATS
from kafelki.rules.dominoes import Placements, domino_list
from kafelki.rules.lines import EMPTY, OUTSIDE, PYRAMID
from kafelki.rules.observation import Observation

see: Layout = OPEN
PLACE_OF: Any = OPEN
"""[cell]: where it is in a plane."""
COLOURS: int = OPEN
TILES: int = OPEN
"""How many kinds of tiles there are."""
LEAST: int = OPEN
"""The lowest number of what a cell may hold."""
PLANE_OF: Any = OPEN
"""[content − LEAST]: where the plane that shows it begins."""
OPENINGS: Any = OPEN
"""[k]: the set of pairs that touch the k-th printed cell (AX-7, GE-8)."""
IS_SHOWN: Any = OPEN
"""[content − LEAST]: whether there is one."""


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the board, the rack, the tiles that the seat has not seen, and the scores."""
    s = see(position)
    for cell in range(PLACE_OF.shape[0]):
        content = s.cells[cell] - LEAST
        planes[PLANE_OF[content] + PLACE_OF[cell]] = IS_SHOWN[content]
    for k in range(s.rack_sizes[seat]):
        vector[s.racks[seat, k] - 1] += 1
    for tile in range(TILES):
        vector[TILES + tile] = s.bag[tile]
    for k in range(s.shown_size):
        vector[2 * TILES + s.shown[k] - 1] += 1
    at = 3 * TILES
    for k in range(s.players):
        side = side_of(s, (seat + k) % s.players)
        for colour in range(COLOURS):
            vector[at + k * COLOURS + colour] = s.scores[side, colour]
    at += MOST_SEATS * COLOURS
    vector[at] = s.phase == PLACE
    vector[at + 1] = s.phase == EXTRA
    vector[at + 2] = s.phase == EXCHANGE
    vector[at + 3] = s.owed
    vector[at + 4] = 1 - ((s.opened >> seat) & 1)
    vector[at + 5] = s.limit
    vector[at + 6] = s.pyramids


@kernel
def count(position: Position, seat: int, points: Any) -> None:
    """Write a seat's score of each colour."""
    s = see(position)
    for colour in range(COLOURS):
        points[colour] = s.scores[side_of(s, seat), colour]


@kernel
def reached(position: Position, seat: int) -> int:
    """Return a seat's lowest colour (AX-16, GE-15)."""
    s = see(position)
    return lowest_score(s, side_of(s, seat))


@kernel
def mark(position: Position, seat: int, words: Any) -> None:
    """Mark each way to lay each tile of the rack on each free pair, and the other moves.

    (AX-6, AX-7, AX-13; GE-7, GE-8, GE-11, GE-12)
    """
    s = see(position)
    if s.phase == EXCHANGE:
        bitset.add(words, SPECIAL)
        bitset.add(words, SPECIAL + 1)
        return
    if s.phase == EXTRA and s.may_pass:
        bitset.add(words, SPECIAL + 2)
    before = 0
    for k in range(s.rack_sizes[seat]):
        tile = s.racks[seat, k]
        if tile != before:
            before = tile
            a, b = colours_of(tile - 1, COLOURS)
            mark_way(s, seat, a * COLOURS + b, words)
            if a != b:
                mark_way(s, seat, b * COLOURS + a, words)


@kernel
def mark_way(s: Fields, seat: int, way: int, words: Any) -> None:
    """Mark a way to lay a tile on each pair where it may lie (AX-6, AX-7, GE-7, GE-8)."""
    step = way * TABLES.pairs.shape[0]
    if not is_first_tile(s, seat):
        bitset.add_moved(words, s.free, step)
        return
    for k in range(s.free.shape[0]):
        openings = bit(0) - bit(0)
        for printed in range(OPENINGS.shape[0]):
            if not (s.claimed >> printed) & 1:
                openings |= OPENINGS[printed, k]
        bitset.add_word(words, s.free[k] & openings, step + 64 * k)


def observed(kernels: ModuleType, placements: Placements, *, pyramids: bool) -> Observation:
    """Return how a game of the weakest colour is observed."""
    letters, names = placements.letters, placements.board.names
    tiles = domino_list(letters)
    places, shape = _places(names)
    area = shape[0] * shape[1]
    shown = {colour + 1: colour for colour in range(len(letters))} | {EMPTY: len(letters)}
    if pyramids:
        shown[PYRAMID] = len(shown)
    least = min(OUTSIDE, PYRAMID, EMPTY)
    contents = range(least, max(PYRAMID, len(letters)) + 1)
    claims = [*enumerate(kernels.CLAIMS)]
    openings = [
        [pair for pair, touched in claims if touched >> k & 1]
        for k in range(len(kernels.PRINTED_CELLS))
    ]
    own = filled(
        sys.modules[__name__],
        kernels.play.__qualname__.partition(".")[0],
        kernels,
        PLACE_OF=table(places, "uint16"),
        COLOURS=len(letters),
        TILES=len(tiles),
        OPENINGS=table(mask_rows(openings, placements.pairs), "uint64"),
        LEAST=least,
        PLANE_OF=table([max(0, shown.get(content, -1)) * area for content in contents], "uint16"),
        IS_SHOWN=table([content in shown for content in contents], "int8"),
    )
    vector = [f"own {tile}" for tile in tiles]
    vector += [f"{tile} not seen yet" for tile in tiles]
    vector += [f"{tile} laid open for a swap" for tile in tiles]
    seats = ["own", *(f"the {word} after" for word in ("next", "second", "third"))]
    vector += [f"score of {seat}, {colour}" for seat in seats for colour in letters]
    vector += ["a tile is to be placed", "an extra tile is to be placed", "a swap is offered"]
    vector += ["extra tiles owed", "own first tile", "end of the score card", "how pyramids score"]
    return Observation(
        own.write,
        vector=tuple(vector),
        planes=(*letters, "empty", *(["pyramid"] if pyramids else [])),
        shape=shape,
        places=dict(zip(names, places, strict=True)),
        points=tuple(letters),
        count=own.count,
        reached=own.reached,
        mark=own.mark,
    )


def _places(names: tuple[str, ...]) -> tuple[list[int], tuple[int, int]]:
    """Return where each cell is in a plane, and the plane's rows and columns.

    A board of squares is as it is, from the lowest row up; one of hexagons has its rows by letter,
    and the numbers of their cells as columns.
    """
    spots = [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in names]
    rows, columns = (1 + max(numbers) for numbers in zip(*spots, strict=True))
    if rows * columns == len(names):
        return [*range(len(names))], (columns, rows)
    return [row * columns + column for row, column in spots], (rows, columns)
