"""The board of AXIO, Geniusz and EXO, and the open table of Kolorowy zawrót głowy."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kafelki.play.drawing import grid as grids
from kafelki.play.drawing.grid import Grid
from kafelki.play.drawing.outlines import Point
from kafelki.play.drawing.scene import Scene
from kafelki.play.drawing.svg import Block
from kafelki.play.drawing.tiles import face, half, printed, stack

MARGIN = {"square": 1.15, "hexagon": 1.5}
INNER_AREA = {"axio": 4, "geniusz": 5}
"""How many steps from the centre the area for two players reaches; rings around it are darker."""

TONES = ("cell", "cell-outer", "cell-outmost")
LEAST_REACH = 3
"""The open table shows at least this far around its start, so that it does not jump about."""


def board(scene: Scene, height: float) -> Block:
    """Return the board with everything on it, about as high as told."""
    places = _places(scene)
    shape = scene.look.cell
    rows = len({round(y, 3) for _, y in places.values()})
    pitch = math.sqrt(3) / 2 if shape == "hexagon" else 1.0
    size = height / ((rows - 1) * pitch + 2 * MARGIN[shape])
    grid = Grid(shape, places, min(max(size, 40.0), 58.0), MARGIN[shape])
    drawn = [grids.panel(grid), grids.empty_cells(grid, _tones(scene, places))]
    drawn += [grids.coordinates(grid), *pieces(scene, grid, scene.view["cells"])]
    return Block(grid.width, grid.height, "".join(drawn))


def pieces(
    scene: Scene, grid: Grid, cells: Mapping[str, str], last: list[str] | None = None
) -> list[str]:
    """Return what lies on the cells, with the last move framed and over the rest."""
    last = grid.known(scene.last_cells if last is None else last)
    drawn = [
        grids.joined(grid, pair, "rim", 0.02, class_="pair")
        for pair in scene.view.get("pairs") or []
        if len(grid.known(pair)) == len(pair)
    ]
    drawn += [_piece(scene, grid, cell, value) for cell, value in cells.items() if cell not in last]
    if last:
        drawn.append(grids.last_frame(grid, last))
        drawn += [_piece(scene, grid, cell, cells[cell]) for cell in last if cell in cells]
        drawn.append(grids.last_corner(grid, last))
    drawn += [grids.counted_line(grid, line) for line in scene.view.get("lines") or []]
    return drawn


def _piece(scene: Scene, grid: Grid, cell: str, value: str) -> str:
    shown = face(scene.look, value, scene.language)
    x, y = grid.at(cell)
    if scene.game == "exo":
        return stack(grid.shape, shown, int(value[1:]), x, y, grid.size, cell)
    if cell in (scene.view.get("printed") or {}):
        return printed(grid.shape, shown, x, y, grid.size, cell)
    return half(grid.shape, shown, x, y, grid.size, cell, data_cell=cell)


def _places(scene: Scene) -> Mapping[str, Point]:
    if "area" in scene.view:
        return {cell: scene.look.places[cell] for cell in scene.view["area"]}
    return _open_table([_square(cell) for cell in scene.view["cells"]])


def _square(cell: str) -> tuple[int, int]:
    x, y = cell.split(",")
    return int(x), int(y)


def _open_table(taken: list[tuple[int, int]]) -> dict[str, Point]:
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    left, right = min([*xs, 1 - LEAST_REACH]) - 1, max([*xs, LEAST_REACH - 1]) + 1
    bottom, top = min([*ys, 1 - LEAST_REACH]) - 1, max([*ys, LEAST_REACH - 1]) + 1
    return {
        f"{x},{y}": (float(x), float(y))
        for y in range(top, bottom - 1, -1)
        for x in range(left, right + 1)
    }


def _tones(scene: Scene, places: Mapping[str, Point]) -> dict[str, str]:
    """Return the role of each cell by the ring that it lies in."""
    if scene.game not in INNER_AREA:
        return {}
    count = len(scene.look.places)
    middle_x = sum(x for x, _ in scene.look.places.values()) / count
    middle_y = sum(y for _, y in scene.look.places.values()) / count
    inner = INNER_AREA[scene.game]
    tones = {}
    for cell, (x, y) in places.items():
        away = _steps(scene.look.cell, x - middle_x, y - middle_y)
        tones[cell] = TONES[min(max(away - inner, 0), 2)]
    return tones


def _steps(shape: str, x: float, y: float) -> int:
    if shape == "square":
        return round(max(abs(x), abs(y)))
    row = y / (math.sqrt(3) / 2)
    along = x + row / 2
    return round(max(abs(row), abs(along), abs(row - along)))
