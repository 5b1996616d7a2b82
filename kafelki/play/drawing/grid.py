"""Cells where they belong, with what lies on them, and marks: boards, ramps and open tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kafelki.play.drawing import theme
from kafelki.play.drawing.outlines import Point, cell_path, outline, rounded
from kafelki.play.drawing.svg import element, moved, number, text
from kafelki.play.drawing.tiles import body

LABEL_GAP = 0.8
LABEL_SIZE = 0.25


@dataclass(frozen=True)
class Grid:
    """Cells in use, where to draw them, and how large."""

    shape: str
    places: Mapping[str, Point]
    """The centre of each cell, y upwards, neighbours one unit apart."""
    size: float
    """A unit, in pixels."""
    margin: float
    """How far the outermost centres are from the edge of the drawing, in units."""

    @property
    def left(self) -> float:
        """The x that lies on the drawing's left edge."""
        return min(x for x, _ in self.places.values()) - self.margin

    @property
    def top(self) -> float:
        """The y that lies on the drawing's upper edge."""
        return max(y for _, y in self.places.values()) + self.margin

    @property
    def width(self) -> float:
        """How wide the drawing is, in pixels."""
        return self.size * (max(x for x, _ in self.places.values()) + self.margin - self.left)

    @property
    def height(self) -> float:
        """How high the drawing is, in pixels."""
        return self.size * (self.top - min(y for _, y in self.places.values()) + self.margin)

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the board is drawn."""
        return self.size * (x - self.left), self.size * (self.top - y)

    def at(self, cell: str) -> Point:
        """Return where a cell's centre is drawn."""
        return self.point(*self.places[cell])

    def known(self, cells: Iterable[str]) -> list[str]:
        """Return those of the cells that are drawn."""
        return [cell for cell in cells if cell in self.places]


def empty_cells(grid: Grid, tones: Mapping[str, str], size: float = 0.95) -> str:
    """Return the cells as they are printed: `tones` gives the role of those not plain."""
    path = cell_path(grid.shape, size, 0.1)
    drawn = []
    for cell in grid.places:
        tone = theme.filled(tones.get(cell, "cell"))
        drawn.append(element("path", d=path, transform=moved(*grid.at(cell), grid.size), **tone))
    return element("g", *drawn, class_="cells")


def coordinates(grid: Grid) -> str:
    """Return the names of columns below them and of rows on their left."""
    columns: dict[str, Point] = {}
    rows: dict[str, Point] = {}
    for cell, (x, y) in grid.places.items():
        column, row = _axes(grid.shape, cell)
        columns[column] = min(columns.get(column, (x, y)), (x, y), key=lambda at: at[1])
        rows[row] = min(rows.get(row, (x, y)), (x, y), key=lambda at: at[0])
    down = (0.5, -math.sqrt(3) / 2) if grid.shape == "hexagon" else (0.0, -1.0)
    marks = [_coordinate(grid, name, at, down) for name, at in columns.items()]
    marks += [_coordinate(grid, name, at, (-1.0, 0.0)) for name, at in rows.items()]
    return element("g", *marks, class_="coordinates")


def _axes(shape: str, cell: str) -> tuple[str, str]:
    """Return the column and the row in a cell's name."""
    if "," in cell:
        column, row = cell.split(",")
        return column.replace("-", "−"), row.replace("-", "−")
    # On hexagons letters name the rows and numbers the diagonals (GE-2).
    return (cell[1:], cell[0]) if shape == "hexagon" else (cell[0], cell[1:])


def _coordinate(grid: Grid, name: str, at: Point, step: Point) -> str:
    x, y = grid.point(at[0] + LABEL_GAP * step[0], at[1] + LABEL_GAP * step[1])
    size = LABEL_SIZE * grid.size
    return text(name, x, y + 0.36 * size, size, role="label", anchor="middle")


def joined(grid: Grid, cells: Sequence[str], role: str, rim: float, **attributes: str) -> str:
    """Return the one body of a tile that lies on some cells, to be drawn under its halves."""
    centres = [(grid.places[cell][0], -grid.places[cell][1]) for cell in cells]
    return element(
        "g",
        body(grid.shape, centres, role, rim),
        transform=moved(*grid.point(0, 0), grid.size),
        **attributes,
    )


def last_frame(grid: Grid, cells: Sequence[str]) -> str:
    """Return the heavy frame of the last move, to be drawn under its halves."""
    halo = joined(grid, cells, "paper", 0.26)
    return element("g", halo, joined(grid, cells, "ink", 0.12), class_="last")


def last_corner(grid: Grid, cells: Sequence[str]) -> str:
    """Return the mark on the upper corner of the last move, to be drawn over everything."""
    centres = [(grid.places[cell][0], -grid.places[cell][1]) for cell in cells]
    x, y = min(outline(grid.shape, centres), key=lambda corner: (corner[1], corner[0]))
    return element(
        "path",
        d="M0-0.19L0.19 0L0 0.19L-0.19 0Z",
        transform=moved(*grid.point(x, -y), grid.size),
        stroke_width=0.05,
        **{**theme.surface("ink", "paper"), "class_": "last-corner f-ink s-paper"},
    )


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
        for role, width in (("paper", 0.2), ("ink", 0.11))
    ]
    return element("g", *strokes, class_="line")


def panel(grid: Grid) -> str:
    """Return the board itself: as hexagonal as its cells."""
    corners: list[Point] = [(0, 0), (grid.width, 0), (grid.width, grid.height), (0, grid.height)]
    if grid.shape == "hexagon":
        x, y = grid.width / 2, grid.height / 2
        turns = [k * math.pi / 3 for k in range(6)]
        corners = [(x + x * math.cos(turn), y + x * math.sin(turn)) for turn in turns]
    path = rounded(corners, 0.55 * grid.size)
    return element("path", d=path, stroke_width=1.5, **theme.surface("board", "rim"))
