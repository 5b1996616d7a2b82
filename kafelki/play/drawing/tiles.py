"""Tiles: a half with its symbol, dominoes, backs, pyramids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kafelki.play.drawing import theme
from kafelki.play.drawing.outlines import Point, cell_path, outline, rounded
from kafelki.play.drawing.svg import Block, Value, element, moved, text, title
from kafelki.rules.appearance import Appearance
from kafelki.rules.symbols import SYMBOLS

HALF_SIZE = 0.93
CORNER = 0.13
SYMBOL_SIZE = {"square": 0.315, "hexagon": 0.3}
STONE = "#6a6156"
LARGEST_STEP = 5
"""Higher stacks than this show no more steps: the number in the corner says the rest."""


@dataclass(frozen=True)
class Face:
    """What is seen of one half or of a single tile."""

    fill: str
    symbol: str
    name: str
    colour: str = ""
    """The letter of the colour, as the record writes it."""
    mark: str = ""
    """A letter for the corner, where the symbol does not tell the colour."""


def face(look: Appearance, value: str, language: str) -> Face:
    """Return the face of a cell's or a tile's letters: a colour, and a shape where there is one."""
    if value == "^":
        name = "piramida" if language == "pl" else "pyramid"
        return Face(STONE, "pyramid", name)
    colour = look.colours[value[0]]
    name = colour.name.in_language(language)
    if not look.shapes:
        return Face(colour.fill, colour.symbol, name, value[0])
    shape = look.shapes[value[1]]
    name = f"{name}, {shape.name.in_language(language)}"
    return Face(colour.fill, shape.symbol, name, value[0], value[0])


def half(
    shape: str, shown: Face, x: float, y: float, size: float, where: str = "", **attributes: Value
) -> str:
    """Return one half at (x, y); `where` goes before its name in the hint."""
    hint = f"{where}: {shown.name}" if where else shown.name
    return element(
        "g",
        title(hint),
        _plate(shape, shown.fill, HALF_SIZE),
        *_symbol(shape, shown, 1.0),
        transform=moved(x, y, size),
        class_="half",
        data_symbol=shown.symbol,
        data_colour=shown.colour or None,
        **attributes,
    )


def _plate(shape: str, fill: str, size: float) -> str:
    path = cell_path(shape, size, CORNER)
    return element("path", d=path, fill=fill, stroke=theme.shaded(fill, 0.72), stroke_width=0.03)


def _symbol(shape: str, shown: Face, share: float) -> list[str]:
    ink = theme.ink_on(shown.fill)
    scale = SYMBOL_SIZE[shape] * share * (0.92 if shown.mark else 1.0)
    at = moved(0.05, 0.04, scale) if shown.mark else f"scale({scale:.3g})"
    drawn = [
        element(
            "path",
            d=SYMBOLS[shown.symbol],
            transform=at,
            fill=ink,
            fill_rule="evenodd",
            class_="symbol",
        )
    ]
    if shown.mark:
        drawn.append(
            element("text", shown.mark, x=-0.41, y=-0.23, font_size=0.22, font_weight=700, fill=ink)
        )
    return drawn


def printed(shape: str, shown: Face, x: float, y: float, size: float, cell: str) -> str:
    """Return a symbol printed on the board: the whole cell, with sharp corners and a line inside."""
    ink = theme.ink_on(shown.fill)
    line = cell_path(shape, 0.84, 0.0)
    return element(
        "g",
        title(f"{cell}: {shown.name}"),
        element("path", d=cell_path(shape, 1.0, 0.0), fill=shown.fill),
        element("path", d=line, fill="none", stroke=ink, stroke_width=0.035),
        *_symbol(shape, shown, 0.82),
        transform=moved(x, y, size),
        class_="printed",
        data_cell=cell,
        data_symbol=shown.symbol,
        data_colour=shown.colour,
    )


def stack(
    shape: str, shown: Face, height: int, x: float, y: float, size: float, cell: str
) -> str:
    """Return the top of a stack: a step inwards for every level, its height in the corner."""
    steps = min(height - 1, LARGEST_STEP)
    plates = [
        _plate(shape, theme.shaded(shown.fill, 0.62 + 0.38 * k / max(steps, 1)), HALF_SIZE - 0.09 * k)
        for k in range(steps)
    ]
    top = HALF_SIZE - 0.09 * steps
    corner = HALF_SIZE / 2 - 0.13
    return element(
        "g",
        title(f"{cell}: {shown.name}, {height}"),
        *plates,
        _plate(shape, shown.fill, top),
        *_symbol(shape, shown, top),
        element("rect", x=corner - 0.13, y=-corner - 0.13, width=0.26, height=0.26, rx=0.08, **theme.filled("paper")),
        text(str(height), corner, -corner + 0.077, 0.22, anchor="middle", weight=700),
        transform=moved(x, y, size),
        class_="half",
        data_cell=cell,
        data_symbol=shown.symbol,
        data_colour=shown.colour,
        data_height=height,
    )


def body(shape: str, centres: Sequence[Point], role: str, rim: float, **attributes: Value) -> str:
    """Return what joins the halves of one tile: one shape under them all, a rim around it."""
    return element(
        "path",
        d=rounded(outline(shape, centres), CORNER),
        stroke_width=rim,
        stroke_linejoin="round",
        **theme.surface(role, role),
        **attributes,
    )


def domino_centres(count: int) -> list[Point]:
    """Return where the halves of a lying tile are, from the first one on."""
    return [(float(k), 0.0) for k in range(count)]


def tile(look: Appearance, value: str, size: float, language: str) -> Block:
    """Return a whole tile that lies open: two halves joined, or one with colour and shape."""
    faces = [face(look, v, language) for v in ([value] if look.shapes else value)]
    return _whole(
        look.cell,
        len(faces),
        size,
        "".join(half(look.cell, shown, k, 0, 1) for k, shown in enumerate(faces)),
        "ink",
        data_tile=value,
    )


def back(look: Appearance, size: float) -> Block:
    """Return a tile that lies face down: nothing of it is told."""
    count = 1 if look.shapes else 2
    marks = "".join(
        element(
            "path",
            d="M0-0.24L0.24 0L0 0.24L-0.24 0Z",
            transform=moved(k, 0),
            **theme.filled("back-mark"),
        )
        for k in range(count)
    )
    return _whole(look.cell, count, size, marks, "back", data_hidden="1")


def _whole(
    shape: str, count: int, size: float, halves: str, role: str, **attributes: Value
) -> Block:
    tall = 1.0 if shape == "square" else 1.1547
    content = element(
        "g",
        body(shape, domino_centres(count), role, 0.06),
        halves,
        transform=moved(size * 0.54, size * (tall / 2 + 0.04), size),
        class_="tile",
        **attributes,
    )
    return Block(size * (count + 0.08), size * (tall + 0.08), content)
