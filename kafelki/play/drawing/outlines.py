"""Shapes of cells, and the one outline around cells that belong together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from kafelki.play.drawing.svg import number

Point = tuple[float, float]

SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HEXAGON: tuple[Point, ...] = tuple(
    (math.sin(k * math.pi / 3) / math.sqrt(3), -math.cos(k * math.pi / 3) / math.sqrt(3))
    for k in range(6)
)
CORNERS = {"square": SQUARE, "hexagon": HEXAGON}
"""The corners of a cell around its centre, clockwise, y downwards, neighbours one unit apart."""


def outline(shape: str, centres: Iterable[Point]) -> list[Point]:
    """Return the corners around a connected group of cells: the edges that no two of them share.

    >>> len(outline("square", [(0, 0), (1, 0)])), len(outline("hexagon", [(0, 0), (1, 0)]))
    (6, 10)
    """
    following: dict[Point, Point] = {}
    edges = set()
    for x, y in centres:
        corners = [_snapped(x + dx, y + dy) for dx, dy in CORNERS[shape]]
        edges |= set(zip(corners, corners[1:] + corners[:1], strict=True))
    for start, end in edges:
        if (end, start) not in edges:
            following[start] = end
    around = [min(following)]
    while (after := following[around[-1]]) != around[0]:
        around.append(after)
    return around


def _snapped(x: float, y: float) -> Point:
    # Corners that two cells share must be equal to the last bit.
    return round(x, 3) + 0.0, round(y, 3) + 0.0


def rounded(corners: Sequence[Point], radius: float) -> str:
    """Return the path of a polygon with its corners rounded off."""
    parts = []
    for k, corner in enumerate(corners):
        start = _towards(corner, corners[k - 1], radius)
        end = _towards(corner, corners[(k + 1) % len(corners)], radius)
        parts.append(f"{_written(start)}Q{_written(corner)} {_written(end)}")
    return "M" + "L".join(parts) + "Z"


def _towards(corner: Point, other: Point, distance: float) -> Point:
    share = min(0.5, distance / max(math.dist(corner, other), 1e-9))
    return between(corner, other, share)


def between(one: Point, other: Point, share: float) -> Point:
    """Return the point that lies the given share of the way from one to the other."""
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _written(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def cell_path(shape: str, size: float, radius: float) -> str:
    """Return the path of one cell around (0, 0), `size` of it across, with rounded corners."""
    return rounded([(x * size, y * size) for x, y in CORNERS[shape]], radius)
