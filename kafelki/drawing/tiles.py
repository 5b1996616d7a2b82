"""Tiles: a half with its symbol, dominoes, backs, stacks and what is printed on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kafelki.drawing import theme
from kafelki.drawing.outlines import CORNER, CORNERS, Point, outline, rounded, shape, sharp
from kafelki.drawing.svg import Block, Value, element, moved, number, text, title
from kafelki.rules.appearance import Appearance
from kafelki.rules.texts import Text

HALF_SIZE = 0.94
"""How much of its cell a half covers."""

SYMBOL_SIZE = {"square": 0.315, "hexagon": 0.31}
"""How much of a half's cell a symbol's half-width is."""

STONE = "#7d7363"
"""The fill of what has no colour."""

COLOUR_AND_SHAPE = Text("{colour}, {shape}", "{colour} {shape}")

STEP = 0.075
MOST_STEPS = 4
"""Stacks that are higher show no more steps: the number in the corner says the rest."""


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
    """Return the face that a cell's letters stand for: a colour, and a shape if there is one."""
    if value in look.pieces:
        piece = look.pieces[value]
        return Face(piece.fill, piece.symbol, piece.name.in_language(language))
    colour = look.colours[value[0]]
    if not look.shapes:
        return Face(colour.fill, colour.symbol, colour.name.in_language(language), value[0])
    form = look.shapes[value[1]]
    name = COLOUR_AND_SHAPE.in_language(language).format(
        colour=colour.before(form).in_language(language), shape=form.name.in_language(language)
    )
    return Face(colour.fill, form.symbol, name, value[0], value[0])


def half(
    cell_shape: str, shown: Face, at: Point, size: float, cell: str = "", kind: str = "half"
) -> str:
    """Return one half around a point, on a cell of the board or on none."""
    plate = _plate(cell_shape, shown.fill, HALF_SIZE)
    return _group(shown, at, size, cell, kind, plate, _symbol(cell_shape, shown, 1.0))


def printed(cell_shape: str, shown: Face, at: Point, size: float, cell: str) -> str:
    """Return what is printed on the board: all of the cell, sharp corners, a line inside."""
    corners = CORNERS[cell_shape]
    line = sharp((0.84 * x, 0.84 * y) for x, y in corners)
    ink = theme.ink_on(shown.fill)
    drawn = [
        element("path", d=sharp(corners), fill=shown.fill),
        element("path", d=line, fill="none", stroke=ink, stroke_width=0.035),
        _symbol(cell_shape, shown, 0.82),
    ]
    return _group(shown, at, size, cell, "printed", *drawn)


def stack(shown: Face, height: int, at: Point, size: float, cell: str) -> str:
    """Return the top of a stack: a step inwards for every level, its height in the corner."""
    steps = min(height - 1, MOST_STEPS)
    top = HALF_SIZE - steps * STEP
    line = theme.mixed(shown.fill, theme.ink_on(shown.fill), 0.55)
    plates = [_plate("square", shown.fill, HALF_SIZE)]
    plates += [
        _plate("square", shown.fill, HALF_SIZE - k * STEP, line) for k in range(1, steps + 1)
    ]
    plates.append(_symbol("square", shown, top))
    badge = element(
        "rect", x=0.19, y=-0.45, width=0.26, height=0.26, rx=0.08, **theme.filled("paper")
    )
    figure = text(str(height), 0.32, -0.243, 0.22, anchor="middle", weight=700)
    return _group(shown, at, size, cell, "half", *plates, badge, figure, data_height=height)


def _group(
    shown: Face, at: Point, size: float, cell: str, kind: str, *content: str, **attributes: Value
) -> str:
    return element(
        "g",
        title(f"{cell}: {shown.name}" if cell else shown.name),
        *content,
        transform=moved(*at, size),
        class_=kind,
        data_cell=cell or None,
        data_symbol=shown.symbol or None,
        data_colour=shown.colour or None,
        **attributes,
    )


def _plate(cell_shape: str, fill: str, size: float, edge: str = "") -> str:
    return shape(
        f"{cell_shape}-cell",
        transform=f"scale({number(size)})",
        fill=fill,
        stroke=edge or theme.shaded(fill, 0.7),
        stroke_width=0.03,
    )


def _symbol(cell_shape: str, shown: Face, share: float) -> str:
    if not shown.symbol:
        return ""
    ink = theme.ink_on(shown.fill)
    scale = SYMBOL_SIZE[cell_shape] * share
    if not shown.mark:
        return shape(shown.symbol, transform=f"scale({number(scale)})", fill=ink)
    mark = element("text", shown.mark, x=-0.41, y=-0.23, font_size=0.22, font_weight=700, fill=ink)
    return shape(shown.symbol, transform=moved(0.05, 0.05, 0.95 * scale), fill=ink) + mark


def body(cell_shape: str, centres: Sequence[Point], role: str, rim: float) -> str:
    """Return what joins the halves of one tile: one shape under all of them, and a rim."""
    path = rounded(outline(cell_shape, centres), CORNER)
    return element("path", d=path, stroke_width=rim, **theme.surface(role, role))


def tile(look: Appearance, value: str, size: float, language: str) -> Block:
    """Return a tile that lies open: two halves joined, or one with a colour and a shape."""
    faces = [face(look, part, language) for part in ([value] if look.shapes else value)]
    halves = "".join(half(look.cell, shown, (k, 0), 1) for k, shown in enumerate(faces))
    return _whole(look.cell, len(faces), size, halves, "ink", data_tile=value)


def back(look: Appearance, size: float) -> Block:
    """Return a tile that lies face down: nothing of it is told."""
    count = look.halves
    diamond = "M0-0.24L0.24 0L0 0.24L-0.24 0Z"
    marks = "".join(
        element("path", d=diamond, transform=moved(k, 0), **theme.filled("back-mark"))
        for k in range(count)
    )
    return _whole(look.cell, count, size, marks, "back", data_hidden="1")


def _whole(
    cell_shape: str, count: int, size: float, halves: str, role: str, **attributes: Value
) -> Block:
    tall = max(y for _, y in CORNERS[cell_shape]) * 2
    content = element(
        "g",
        body(cell_shape, [(float(k), 0.0) for k in range(count)], role, 0.06),
        halves,
        transform=moved(size * 0.54, size * (tall / 2 + 0.04), size),
        class_="tile",
        **attributes,
    )
    return Block(size * (count + 0.08), size * (tall + 0.08), content)
