"""Shapes of cells and symbols, and the one outline around cells that belong together."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from kafelki.drawing.svg import Value, element, number
from kafelki.rules.symbols import SYMBOLS

Point = tuple[float, float]

SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
HEXAGON: tuple[Point, ...] = tuple(
    (math.sin(k * math.pi / 3) / math.sqrt(3), -math.cos(k * math.pi / 3) / math.sqrt(3))
    for k in range(6)
)
CORNERS = {"square": SQUARE, "hexagon": HEXAGON}
"""The corners of a cell around its centre, clockwise, y downwards, neighbours one unit apart."""


def outline(shape: str, centres: Iterable[Point]) -> list[Point]:
    """Return the corners around cells that are connected: along the edges that no two share.

    >>> len(outline("square", [(0, 0), (1, 0)])), len(outline("hexagon", [(0, 0), (1, 0)]))
    (6, 10)
    """
    edges = set()
    for x, y in centres:
        # The corners that two cells share must be equal for their common edge to be found.
        corners = [(round(x + dx, 3) + 0.0, round(y + dy, 3) + 0.0) for dx, dy in CORNERS[shape]]
        edges |= set(zip(corners, corners[1:] + corners[:1], strict=True))
    following = {start: end for start, end in edges if (end, start) not in edges}
    around = [min(following)]
    while (after := following[around[-1]]) != around[0]:
        around.append(after)
    return around


def rounded(corners: Sequence[Point], radius: float) -> str:
    """Return the path of a polygon with its corners rounded off."""
    parts = []
    for k, corner in enumerate(corners):
        start = towards(corner, corners[k - 1], radius)
        end = towards(corner, corners[(k + 1) % len(corners)], radius)
        parts.append(f"{written(start)}Q{written(corner)} {written(end)}")
    return "M" + "L".join(parts) + "Z"


def sharp(corners: Iterable[Point]) -> str:
    """Return the path of a polygon."""
    return "M" + "L".join(map(written, corners)) + "Z"


def towards(corner: Point, other: Point, distance: float, most: float = 0.5) -> Point:
    """Return the point at a distance from a corner towards another, at most half-way, or so."""
    share = min(most, distance / math.dist(corner, other))
    return corner[0] + share * (other[0] - corner[0]), corner[1] + share * (other[1] - corner[1])


def written(point: Point) -> str:
    """Return a point as paths have it."""
    return f"{number(point[0])} {number(point[1])}"


# What a drawing uses again and again is defined once in it, then only referred to.

PREFIX = "kafelki-"
"""Begins every id: drawings may stand in one web page, and the same id is the same shape."""

CORNER = 0.13

DEFINED = {
    **SYMBOLS,
    **{f"{shape}-cell": rounded(corners, CORNER) for shape, corners in CORNERS.items()},
}


def shape(name: str, **attributes: Value) -> str:
    """Return a shape that is defined elsewhere in the drawing."""
    return element("use", **{"xlink:href": f"#{PREFIX}{name}"}, **attributes)


def definitions(content: str) -> str:
    """Return the definitions of all shapes that some content refers to."""
    used = set(re.findall(f'"#{PREFIX}([a-z_-]+)"', content))
    paths = [
        element("path", id=PREFIX + name, d=path, fill_rule="evenodd")
        for name, path in DEFINED.items()
        if name in used
    ]
    return element("defs", *paths)
