"""The board, or a table without edges, and all that lies on it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kafelki.drawing import grid as grids
from kafelki.drawing.grid import LAST_SIZE, Grid
from kafelki.drawing.outlines import Point
from kafelki.drawing.scene import Scene
from kafelki.drawing.svg import Block
from kafelki.drawing.tiles import face, half, printed

NEAR = {"square": 1.1, "hexagon": 1.5}
FAR = {"square": 0.78, "hexagon": 1.5}
LEAST_SIZE, MOST_SIZE = 42.0, 62.0
"""Between these a cell grows with the height that the board may take, in pixels."""

TONES = ("cell", "cell-outer", "cell-outmost")
LEAST_REACH = 3
"""The open table shows at least this far around its start, so that it does not jump about."""


def board(scene: Scene, height: float) -> Block:
    """Return the board with everything on it, about as high as told."""
    shape = scene.look.cell
    places: Mapping[str, Point] = {cell: scene.look.places[cell] for cell in scene.area}
    places = places or _open_table(list(scene.view["cells"]))
    ys = [y for _, y in places.values()]
    size = height / (max(ys) - min(ys) + NEAR[shape] + FAR[shape])
    size = min(max(size, LEAST_SIZE), MOST_SIZE)
    grid = Grid(shape, places, size, NEAR[shape], FAR[shape])
    drawn = [
        grids.panel(grid) if scene.area else "",
        grids.empty_cells(grid, _tones(scene, grid.places)),
        grids.coordinates(grid),
        pieces(scene, grid, scene.view["cells"], scene.last_cells),
    ]
    return Block(grid.width, grid.height, "".join(drawn))


def pieces(scene: Scene, grid: Grid, cells: Mapping[str, str], last: list[str]) -> str:
    """Return what lies on the cells, the last move framed, and lines that the view tells of."""
    # A move can be the last one and yet be gone: boards may be cleared between rounds.
    last = last if all(cell in cells for cell in last) else []
    pairs = [pair for pair in scene.view.get("pairs") or [] if all(cell in cells for cell in pair)]
    drawn = [grids.joint(grid, pair) for pair in pairs]
    drawn += [_piece(scene, grid, cell, value) for cell, value in cells.items() if cell not in last]
    if last:
        drawn.append(grids.last_frame(grid, last))
        drawn += [_piece(scene, grid, cell, cells[cell], LAST_SIZE) for cell in last]
        drawn.append(grids.last_corner(grid, last))
    drawn += [grids.counted_line(grid, line) for line in scene.view.get("lines") or []]
    return "".join(drawn)


def _piece(scene: Scene, grid: Grid, cell: str, value: str, share: float = 1.0) -> str:
    if scene.style.piece:
        return scene.style.piece(scene, grid, cell, value, share)
    shown = face(scene.look, value, scene.language)
    at, size = grid.at(cell), grid.size * share
    if cell in (scene.view.get("printed") or {}):
        return printed(grid.shape, shown, at, size, cell)
    return half(grid.shape, shown, at, size, cell)


def _open_table(taken: list[str]) -> dict[str, Point]:
    """Return the squares of a table without edges: some room on every side of its tiles."""
    xs, ys = ([int(cell.split(",")[k]) for cell in taken] for k in (0, 1))
    left, right = min([*xs, 1 - LEAST_REACH]) - 1, max([*xs, LEAST_REACH - 1]) + 1
    bottom, top = min([*ys, 1 - LEAST_REACH]) - 1, max([*ys, LEAST_REACH - 1]) + 1
    return {
        f"{x},{y}": (float(x), float(y))
        for y in range(top, bottom - 1, -1)
        for x in range(left, right + 1)
    }


def _tones(scene: Scene, places: Mapping[str, Point]) -> dict[str, str]:
    """Return the role of each cell by the ring that it lies in."""
    if not scene.area:
        return dict.fromkeys(places, "table")
    inner = scene.look.inner_area
    if inner is None:
        return {}
    whole = scene.look.places.values()
    middle_x, middle_y = (sum(at[k] for at in whole) / len(whole) for k in (0, 1))
    tones = {}
    for cell, (x, y) in places.items():
        outside = _steps(scene.look.cell, x - middle_x, y - middle_y) - inner
        tones[cell] = TONES[min(max(outside, 0), 2)]
    return tones


def _steps(shape: str, x: float, y: float) -> int:
    """Return how many cells away from the middle a place is."""
    if shape == "square":
        return round(max(abs(x), abs(y)))
    row = y / (math.sqrt(3) / 2)
    along = x + row / 2
    return round(max(abs(row), abs(along), abs(row - along)))
