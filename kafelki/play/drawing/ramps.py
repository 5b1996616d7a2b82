"""Bits: the tasks on the table and a ramp a seat."""

from __future__ import annotations

from kafelki.play.drawing import grid as grids
from kafelki.play.drawing import theme, words
from kafelki.play.drawing.board import pieces
from kafelki.play.drawing.grid import Grid
from kafelki.play.drawing.scene import Scene
from kafelki.play.drawing.seats import HALF, carded, seat_head
from kafelki.play.drawing.svg import Block, beside, element, stacked, text, title, width_of
from kafelki.play.drawing.tiles import tile
from kafelki.rules.bits import TASKS, Task
from kafelki.rules.texts import Text

CELL = 46.0
ROUNDS = ("I", "II", "III")
CARD_HEIGHT = 50.0
BIT = 13.0
"""A square of a shape on a task card."""

ANY_FOUR = "##/.##"
"""Stands for every shape of four squares: the one that has no card of its own."""

TASK_NAMES = {
    "four": Text("any area of exactly four", "każdy obszar z dokładnie czterech pól"),
    "I": Text("four in a line", "cztery w linii"),
    "O": Text("four in a square", "cztery w kwadracie"),
    "L": Text("four in an L", "cztery w kształcie L"),
    "T": Text("four in a T", "cztery w kształcie T"),
    "single": Text("a single square", "pojedyncze pole"),
    "pair": Text("a pair", "para pól"),
    "straight": Text("three in a line", "trzy w linii"),
    "corner": Text("three round a corner", "trzy w narożniku"),
}


def ramps(scene: Scene) -> Block:
    """Return every seat's ramp with the tile to place and the points, side by side."""
    return beside([_ramp_card(scene, seat) for seat in scene.seats], 16)


def _ramp_card(scene: Scene, seat: int) -> Block:
    ramp = _ramp(scene, seat)
    parts = [
        seat_head(scene, seat, ramp.width),
        _tile_to_place(scene, seat, ramp.width),
        ramp,
        _rounds(scene, seat, ramp.width),
    ]
    return carded(scene, (seat,), stacked(parts, 8))


def _tile_to_place(scene: Scene, seat: int, width: float) -> Block:
    value = (scene.view.get("tile") or [None] * len(scene.seats))[seat]
    height = HALF["bits"] * 1.08
    if value is None:
        dash = text("–", width / 2, height / 2 + 6, 18, role="muted", anchor="middle")
        return Block(width, height, dash)
    drawn = tile(scene.look, value, HALF["bits"], scene.language)
    return Block(width, height, drawn.at((width - drawn.width) / 2, 0))


def _ramp(scene: Scene, seat: int) -> Block:
    grid = Grid(
        "square", {cell: scene.look.places[cell] for cell in scene.view["area"]}, CELL, 0.62
    )
    shift = 0.42 * CELL
    last = scene.last_cells if (scene.view.get("last") or {}).get("seat") == seat else []
    drawn = [
        _chute(grid),
        grids.empty_cells(grid, {}),
        grids.coordinates(grid),
        *pieces(scene, grid, scene.view["cells"][seat], last),
    ]
    inside = element("g", *drawn, class_="ramp", data_seat=seat)
    block = Block(grid.width, grid.height, inside)
    return Block(grid.width + shift, grid.height + 0.35 * CELL, block.at(shift, 0))


def _chute(grid: Grid) -> str:
    """Return the ramp's bed: walls on three sides, open at the top."""
    w, h, r = grid.width, grid.height, 12
    bed = f"M0 0V{h - r}Q0 {h} {r} {h}H{w - r}Q{w} {h} {w} {h - r}V0"
    return element(
        "path", d=bed, stroke_width=3, stroke_linecap="round", **theme.surface("board", "rim")
    )


def _rounds(scene: Scene, seat: int, width: float) -> Block:
    """Return the points of each round as far as they are scored, and their sum."""
    scores = scene.view["scores"][seat]
    played = 3 if scene.view.get("over") else int(scene.view.get("round") or 1) - 1
    columns = [*zip(ROUNDS, scores, strict=True), ("Σ", sum(scores))]
    step = width / 4
    drawn = []
    for k, (label, score) in enumerate(columns):
        known = k < played or k == 3 or score != 0
        x = k * step
        ground = theme.filled("slot") if k < 3 else theme.filled("ink")
        drawn.append(element("rect", x=x + 2, width=step - 4, height=44, rx=8, **ground))
        ink = "muted" if k < 3 else "paper"
        drawn.append(text(label, x + step / 2, 15, 11, role=ink, anchor="middle"))
        figure = words.signed(score) if known else "–"
        ink = "ink" if k < 3 else "paper"
        drawn.append(text(figure, x + step / 2, 35, 17, role=ink, anchor="middle", weight=700))
    return Block(width, 44, element("g", *drawn, class_="rounds", data_points=sum(scores)))


def tasks(scene: Scene) -> Block:
    """Return the round and the task cards on the table, as little shapes."""
    heading = words.round_of(int(scene.view.get("round") or 1), scene.language)
    head = Block(136, CARD_HEIGHT, text(heading, 0, 31, 18, weight=700))
    named = {task.name: task for task in TASKS}
    cards = [_task_card(scene, named[name]) for name in scene.view.get("tasks") or []]
    return beside([head, *cards], 12, middle=True)


def _task_card(scene: Scene, task: Task) -> Block:
    """Return a task card: its shape, its points for every such area, and what it is called."""
    shape = _little_shape(task.shape or ANY_FOUR)
    label = scene.word(TASK_NAMES[task.name])
    points = f"+{task.points}" if task.points > 0 else words.signed(task.points)
    x = 14 + shape.width + 12
    width = x + 34 + width_of(label, 14) + 10
    return Block(
        width,
        CARD_HEIGHT,
        element(
            "g",
            title(f"{label}: {points}"),
            element(
                "rect", width=width, height=CARD_HEIGHT, rx=10, **theme.surface("card", "edge")
            ),
            shape.at(14, (CARD_HEIGHT - shape.height) / 2),
            text(points, x, 31, 18, weight=800),
            text(label, x + 34, 30, 14, role="muted"),
            class_="task",
            data_task=task.name,
        ),
    )


def _little_shape(shape: str) -> Block:
    """Return a shape's squares, given as its rows."""
    rows = shape.split("/")
    squares = [
        element(
            "rect",
            x=right * BIT,
            y=down * BIT,
            width=BIT - 1.5,
            height=BIT - 1.5,
            rx=2.5,
            **theme.filled("ink"),
        )
        for down, row in enumerate(rows)
        for right, mark in enumerate(row)
        if mark == "#"
    ]
    return Block(BIT * max(map(len, rows)), BIT * len(rows), "".join(squares))
