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
from kafelki.kernels.language import (
    OPEN,
    Fields,
    Layout,
    Position,
    bit,
    copy_position,
    filled,
    kernel,
    own_array,
    table,
)
from kafelki.rules.contract import MOST_SEATS
from kafelki.rules.dominoes import Placements, domino_list
from kafelki.rules.lines import EMPTY, OUTSIDE, PYRAMID
from kafelki.rules.observation import Observation

see: Layout = OPEN
AREA: int = OPEN
"""How many places a plane has."""
SQUARES: int = OPEN
"""Whether the board is one of squares: a plane is as it is kept."""
FIRST: Any = OPEN
"""[row]: the cell at its first place, were the board as wide there."""
BESIDE: Any = OPEN
"""[place]: OUTSIDE where there is no cell, else 0."""
COLOURS: int = OPEN
TILES: int = OPEN
"""How many kinds of tiles there are."""
SHOWN: Any = OPEN
"""[plane]: the content of the cells that it shows."""
OPENINGS: Any = OPEN
"""[k]: the set of pairs that touch the k-th printed cell (AX-7, GE-8)."""


@kernel
def write(position: Position, seat: int, planes: Any, vector: Any) -> None:
    """Write the board, the rack, the tiles that the seat has not seen, and the scores."""
    s = see(position)
    if SQUARES:
        write_planes(s.cells, planes)
    else:
        contents = own_array(planes, AREA)
        columns = AREA // FIRST.shape[0]
        for row in range(FIRST.shape[0]):
            copy_position(
                contents[row * columns : (row + 1) * columns],
                s.cells[FIRST[row] : FIRST[row] + columns],
            )
        write_planes(contents, planes)
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
def write_planes(contents: Fields, planes: Any) -> None:
    """Write each plane: where its content is."""
    for place in range(AREA):
        content = contents[place] | BESIDE[place]
        for plane in range(SHOWN.shape[0]):
            planes[plane * AREA + place] = content == SHOWN[plane]


@kernel
def count(position: Position, seat: int, points: Any) -> None:
    """Write a seat's score of each colour."""
    s = see(position)
    side = side_of(s, seat)
    for colour in range(COLOURS):
        points[colour] = s.scores[side, colour]


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
    first = [
        min(c - p % shape[1] for c, p in enumerate(places) if p // shape[1] == row)
        for row in range(shape[0])
    ]
    shown = [*range(1, len(letters) + 1), EMPTY, *([PYRAMID] if pyramids else [])]
    claims = [*enumerate(kernels.CLAIMS)]
    openings = [
        [pair for pair, touched in claims if touched >> k & 1]
        for k in range(len(kernels.PRINTED_CELLS))
    ]
    own = filled(
        sys.modules[__name__],
        kernels.play.__qualname__.partition(".")[0],
        kernels,
        AREA=area,
        SQUARES=int(len(names) == area),
        FIRST=table(first, "uint16"),
        BESIDE=table([0 if place in places else OUTSIDE for place in range(area)], "int8"),
        COLOURS=len(letters),
        TILES=len(tiles),
        OPENINGS=table(mask_rows(openings, placements.pairs), "uint64"),
        SHOWN=table(shown, "int8"),
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
        covers=True,
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
