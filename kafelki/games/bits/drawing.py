"""How Bits is drawn: the tasks on the table and a ramp a seat."""

from __future__ import annotations

from kafelki.drawing import grid as grids
from kafelki.drawing import svg, theme
from kafelki.drawing.board import pieces
from kafelki.drawing.grid import Grid
from kafelki.drawing.outlines import written
from kafelki.drawing.page import GAP
from kafelki.drawing.scene import Scene
from kafelki.drawing.seats import carded, seat_head
from kafelki.drawing.style import Style
from kafelki.drawing.supplies import key
from kafelki.drawing.svg import Block, beside, element, stacked, text, title, width_of
from kafelki.drawing.tiles import tile
from kafelki.games.bits.kernels import TASKS, Task
from kafelki.games.bits.traits import ANY_FOUR, CARDS
from kafelki.rules.texts import Text, signed

CELL = 46.0
HALF = 30.0
"""How large the halves of the tile to place are."""

KEY_WIDTH = 100.0
"""Where the key stands beside the ramps: room for one entry a line."""

PLACED = Text("placed", "ułożone")
WALL = 0.58
"""From the outermost centres to the inside of the ramp's walls, in cells."""

ROUNDS = ("I", "II", "III")
CARD_HEIGHT = 50.0
BIT = 13.0
"""A square of a shape on a task card."""


def _ramp_card(scene: Scene, seat: int) -> Block:
    """Return a seat's ramp with the tile to place and the points."""
    ramp = _ramp(scene, seat)
    parts = [
        seat_head(scene, seat, ramp.width),
        _tile_to_place(scene, seat, ramp.width),
        ramp,
        _rounds(scene, seat, ramp.width),
    ]
    return carded(scene, (seat,), stacked(parts, 8))


def _tile_to_place(scene: Scene, seat: int, width: float) -> Block:
    """Return the tile that a seat has to place; a tick beside it when it has, unseen."""
    value = (scene.view.get("tile") or [None] * len(scene.seats))[seat]
    height = HALF * 1.08
    if value is None:
        return Block(width, height, text("–", width / 2, 22, 18, role="muted", anchor="middle"))
    drawn = tile(scene.look, value, HALF, scene.language)
    x = (width - drawn.width) / 2
    content = drawn.at(x, 0)
    if (scene.view.get("placed") or [False] * len(scene.seats))[seat]:
        content += _tick(x + drawn.width + 14, height / 2, scene.word(PLACED))
    return Block(width, height, content)


def _tick(x: float, y: float, meaning: str) -> str:
    path = element("path", d="M-8 0L-2 6L9-7", stroke_width=4, **theme.outlined("ink"))
    return element("g", title(meaning), path, transform=svg.moved(x, y), class_="placed")


def _ramp(scene: Scene, seat: int) -> Block:
    places = {cell: scene.look.places[cell] for cell in scene.view["area"]}
    grid = Grid("square", places, CELL, near=1.0, far=WALL)
    last = scene.last_cells if (scene.view.get("last") or {}).get("seat") == seat else []
    drawn = [
        _chute(grid),
        grids.empty_cells(grid, {}),
        grids.coordinates(grid),
        pieces(scene, grid, scene.view["cells"][seat], last),
    ]
    return Block(grid.width, grid.height, element("g", *drawn, class_="ramp", data_seat=seat))


def _chute(grid: Grid) -> str:
    """Return the ramp's bed: walls on three sides, open at the top."""
    left, bottom = (1.0 - WALL) * CELL, grid.height - (1.0 - WALL) * CELL
    corners = [(left, 0.0), (left, bottom), (grid.width, bottom), (grid.width, 0.0)]
    path = "M" + "L".join(map(written, corners))
    paint = theme.surface("board", "rim")
    return element("path", d=path, stroke_width=4, stroke_linejoin="round", **paint)


def _rounds(scene: Scene, seat: int, width: float) -> Block:
    """Return the points of each round as far as they are scored, and their sum."""
    scores = scene.view["scores"][seat]
    played = 3 if scene.view.get("over") else int(scene.view.get("round") or 1) - 1
    step = width / 4
    boxes = []
    for k, (label, score) in enumerate(zip(ROUNDS, scores, strict=True)):
        known = k < played or score != 0
        boxes.append(_round(label, signed(score) if known else "–", step, "slot", "ink"))
    boxes.append(_round("Σ", signed(sum(scores)), step, "ink", "paper"))
    row = beside(boxes, 0)
    content = element("g", row.content, class_="rounds", data_seat=seat, data_points=sum(scores))
    return Block(row.width, row.height, content)


def _round(label: str, figure: str, width: float, ground: str, ink: str) -> Block:
    drawn = [
        element("rect", x=2, width=width - 4, height=44, rx=8, **theme.filled(ground)),
        text(label, width / 2, 15, 11, role=ink, anchor="middle"),
        text(figure, width / 2, 35, 17, role=ink, anchor="middle", weight=700),
    ]
    return Block(width, 44, "".join(drawn))


def tasks(scene: Scene) -> list[Block]:
    """Return the task cards on the table, as little shapes."""
    named = {task.name: task for task in TASKS}
    return [_task_card(scene, named[name]) for name in scene.view.get("tasks") or []]


def _task_card(scene: Scene, task: Task) -> Block:
    """Return a task card: its shape, its points for every such area, and what it is called."""
    shape = _little_shape(task.shape or ANY_FOUR)
    label = scene.word(CARDS[task.name][0])
    points = f"+{task.points}" if task.points > 0 else signed(task.points)
    x = 14 + shape.width + 12
    width = x + 34 + width_of(label, 14) + 10
    paint = theme.surface("card", "edge")
    drawn = [
        title(f"{label}: {points}"),
        element("rect", width=width, height=CARD_HEIGHT, rx=10, **paint),
        shape.at(14, (CARD_HEIGHT - shape.height) / 2),
        text(points, x, 31, 18, weight=800),
        text(label, x + 34, 30, 14, role="muted"),
    ]
    card = element("g", *drawn, class_="task", data_task=task.name)
    return Block(width, CARD_HEIGHT, card)


def _little_shape(shape: str) -> Block:
    """Return a shape's squares, given as its rows."""
    rows = shape.split("/")
    side, ink = BIT - 1.5, theme.filled("ink")
    squares = [
        element("rect", x=right * BIT, y=down * BIT, width=side, height=side, rx=2.5, **ink)
        for down, row in enumerate(rows)
        for right, mark in enumerate(row)
        if mark == "#"
    ]
    return Block(BIT * max(map(len, rows)), BIT * len(rows), "".join(squares))


def _round_of(scene: Scene) -> str:
    number = int(scene.view.get("round") or 1)
    return f"Runda {number} z 3" if scene.language == "pl" else f"Round {number} of 3"


def _table(scene: Scene) -> Block:
    """Return everybody's ramp and the tasks: beside them while there is room, else above."""
    shown = beside([_ramp_card(scene, seat) for seat in scene.seats], 16)
    if len(scene.seats) > 2:
        above = svg.wrapped(tasks(scene), shown.width, 12, 8)
        return stacked([above, shown, key(scene, shown.width)], 16)
    cards = stacked(tasks(scene), 10)
    return beside([shown, stacked([cards, key(scene, KEY_WIDTH)], 24)], GAP)


STYLE = Style(heading=_round_of, content=_table)
