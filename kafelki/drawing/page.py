"""The whole picture: heading, board, people and what lies beside the board."""

from __future__ import annotations

from xml.sax.saxutils import escape

from kafelki.drawing import theme
from kafelki.drawing.board import board
from kafelki.drawing.heading import caption, description, heading
from kafelki.drawing.scene import Scene
from kafelki.drawing.seats import party_card
from kafelki.drawing.shapes import definitions
from kafelki.drawing.supplies import key, supplies
from kafelki.drawing.svg import Block, beside, element, plain, stacked, title

MARGIN = 28.0
GAP = 20.0
LEAST_BOARD = 580.0
LEAST_WIDTH = 640.0


def page(scene: Scene) -> str:
    """Return the finished SVG document of a scene."""
    content = (scene.style.content or _table_with_board)(scene)
    width = max(content.width, LEAST_WIDTH)
    inside = stacked([heading(scene, width), content], 16)
    width, height = round(width + 2 * MARGIN), round(inside.height + 2 * MARGIN)
    return element(
        "svg",
        title(caption(scene)),
        element("desc", escape(plain(description(scene)))),
        element("style", theme.style_sheet()),
        definitions(inside.content),
        element("rect", width=width, height=height, **theme.filled("page")),
        inside.at(MARGIN, MARGIN),
        xmlns="http://www.w3.org/2000/svg",
        **{"xmlns:xlink": "http://www.w3.org/1999/xlink"},
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        class_="kafelki",
        lang=scene.language,
        font_family=theme.FONTS,
    )


def _table_with_board(scene: Scene) -> Block:
    """Return the board on the left, people and supplies on the right, the key below."""
    people = stacked([party_card(scene, party) for party in scene.parties], 12)
    if scene.style.supplies_in_the_middle:
        # What everybody takes from lies in the middle of the table, not with the people.
        beneath = beside(supplies(scene), 32, middle=True)
        middle = stacked([board(scene, LEAST_BOARD - beneath.height), beneath], 16)
        table = beside([middle, people], GAP)
    else:
        right = stacked([people, *supplies(scene)], 16)
        table = beside([board(scene, max(LEAST_BOARD, right.height)), right], GAP)
    return stacked([table, key(scene, table.width)], 16)
