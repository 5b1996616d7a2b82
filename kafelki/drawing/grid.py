"""Cells where they belong, with their coordinates, and the marks drawn over them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kafelki.drawing import theme
from kafelki.drawing.outlines import Point, outline, rounded, shape, sharp, towards, written
from kafelki.drawing.svg import element, moved, number, text
from kafelki.drawing.tiles import body

CELL_SIZE = 0.95
LABEL_GAP = 0.8
LABEL_SIZE = 0.25
LAST_SIZE = 0.92
"""How large the halves of the last move are drawn, to leave room for their frame."""


@dataclass(frozen=True)
class Grid:
    """Cells in use, where to draw them, and how large."""

    shape: str
    places: Mapping[str, Point]
    """The centre of each cell, y upwards, neighbours one unit apart."""
    size: float
    """A unit, in pixels."""
    near: float
    """From the outermost centres to the left and lower edges of the drawing, in units."""
    far: float
    """The same to the right and upper edges."""

    @cached_property
    def left(self) -> float:
        """The x that lies on the drawing's left edge."""
        return min(x for x, _ in self.places.values()) - self.near

    @cached_property
    def top(self) -> float:
        """The y that lies on the drawing's upper edge."""
        return max(y for _, y in self.places.values()) + self.far

    @cached_property
    def width(self) -> float:
        """How wide the drawing is, in pixels."""
        return self.size * (max(x for x, _ in self.places.values()) + self.far - self.left)

    @cached_property
    def height(self) -> float:
        """How high the drawing is, in pixels."""
        return self.size * (self.top - min(y for _, y in self.places.values()) + self.near)

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the board is drawn."""
        return self.size * (x - self.left), self.size * (self.top - y)

    def at(self, cell: str) -> Point:
        """Return where a cell's centre is drawn."""
        return self.point(*self.places[cell])

    def centres(self, cells: Iterable[str]) -> list[Point]:
        """Return the centres of cells in units and y downwards."""
        return [(self.places[cell][0], -self.places[cell][1]) for cell in cells]

    def scaled(self, *content: str, **attributes: str) -> str:
        """Return content that is given in units and y downwards."""
        return element("g", *content, transform=moved(*self.point(0, 0), self.size), **attributes)


def empty_cells(grid: Grid, tones: Mapping[str, str]) -> str:
    """Return the cells as they are printed: `tones` gives the role of those not plain."""
    drawn = [
        shape(
            f"{grid.shape}-cell",
            transform=moved(*grid.at(cell), grid.size * CELL_SIZE),
            **theme.filled(tones.get(cell, "cell")),
        )
        for cell in grid.places
    ]
    return element("g", *drawn, class_="cells")


def coordinates(grid: Grid) -> str:
    """Return the names of columns below them and of rows on their left."""
    columns: dict[str, Point] = {}
    rows: dict[str, Point] = {}
    for cell, at in grid.places.items():
        column, row = _axes(grid.shape, cell)
        columns[column] = min(columns.get(column, at), at, key=lambda point: point[1])
        rows[row] = min(rows.get(row, at), at)
    down = (0.5, -math.sqrt(3) / 2) if grid.shape == "hexagon" else (0.0, -1.0)
    marks = [_coordinate(grid, name, at, down) for name, at in columns.items()]
    marks += [_coordinate(grid, name, at, (-1.0, 0.0)) for name, at in rows.items()]
    return element("g", *marks, class_="coordinates")


def _axes(cell_shape: str, cell: str) -> tuple[str, str]:
    """Return the column and the row in a cell's name."""
    if "," in cell:
        column, row = cell.replace("-", "−").split(",")
        return column, row
    # On hexagons letters name the rows and numbers the diagonals (GE-2).
    return (cell[1:], cell[0]) if cell_shape == "hexagon" else (cell[0], cell[1:])


def _coordinate(grid: Grid, name: str, at: Point, step: Point) -> str:
    x, y = grid.point(at[0] + LABEL_GAP * step[0], at[1] + LABEL_GAP * step[1])
    size = LABEL_SIZE * grid.size
    return text(name, x, y + 0.36 * size, size, role="label", anchor="middle")


def joint(grid: Grid, cells: Sequence[str]) -> str:
    """Return what shows that cells are covered by one tile, to be drawn under its halves."""
    path = "M" + "L".join(map(written, grid.centres(cells)))
    neck = element("path", d=path, stroke_width=0.42, **theme.outlined("joint"))
    return grid.scaled(neck, class_="pair")


def last_frame(grid: Grid, cells: Sequence[str]) -> str:
    """Return the heavy frame of the last move, to be drawn under its halves."""
    centres = grid.centres(cells)
    halo, frame = (body(grid.shape, centres, *mark) for mark in (("paper", 0.11), ("ink", 0.03)))
    return grid.scaled(halo, frame, class_="last")


def last_corner(grid: Grid, cells: Sequence[str]) -> str:
    """Return the filled lower corner of the last move, to be drawn over its halves."""
    around = outline(grid.shape, grid.centres(cells))
    k = max(range(len(around)), key=lambda n: (around[n][1], around[n][0]))
    corner, before, after = around[k], around[k - 1], around[(k + 1) % len(around)]
    path = sharp([towards(corner, before, 0.36, 1), corner, towards(corner, after, 0.36, 1)])
    paint = theme.surface("ink", "paper")
    return grid.scaled(element("path", d=path, stroke_width=0.035, **paint), class_="last-corner")


def counted_line(grid: Grid, cells: Sequence[str]) -> str:
    """Return a line drawn through cells, dark with a light rim."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in map(grid.at, cells))
    strokes = [
        element(
            "polyline",
            points=points,
            stroke_width=grid.size * width,
            stroke_linecap="round",
            **theme.outlined(role),
        )
        for role, width in (("paper", 0.15), ("ink", 0.08))
    ]
    return element("g", *strokes, class_="line")


def panel(grid: Grid) -> str:
    """Return the board itself: as hexagonal as its cells."""
    corners: list[Point] = [(0, 0), (grid.width, 0), (grid.width, grid.height), (0, grid.height)]
    if grid.shape == "hexagon":
        x, y = grid.width / 2, grid.height / 2
        turns = [k * math.pi / 3 for k in range(6)]
        corners = [(x + x * math.cos(turn), y + x * math.sin(turn)) for turn in turns]
    path = rounded(corners, 0.5 * grid.size)
    return element("path", d=path, stroke_width=1.5, **theme.surface("board", "rim"))
