"""The whole picture: heading, board, people and what lies beside the board."""

from __future__ import annotations

from xml.sax.saxutils import escape

from kafelki.drawing import theme
from kafelki.drawing.board import board
from kafelki.drawing.heading import caption, description, heading, status
from kafelki.drawing.outlines import definitions
from kafelki.drawing.scene import Scene
from kafelki.drawing.seats import party_card
from kafelki.drawing.supplies import key, supplies
from kafelki.drawing.svg import (
    BOLD,
    Block,
    beside,
    element,
    moved,
    plain,
    shortened,
    stacked,
    text,
    title,
    width_of,
)

MARGIN = 28.0
GAP = 20.0
LEAST_BOARD = 580.0
LEAST_WIDTH = 640.0


CARD = 1200, 630
"""How large a picture to share is: what chats show whole."""


def page(scene: Scene) -> str:
    """Return the finished SVG document of a scene."""
    content = (scene.style.content or _table_with_board)(scene)
    width = max(content.width, LEAST_WIDTH)
    inside = stacked([heading(scene, width), content], 16)
    size = round(width + 2 * MARGIN), round(inside.height + 2 * MARGIN)
    return _document(scene, size, inside.at(MARGIN, MARGIN))


def share_card(scene: Scene, address: str) -> str:
    """Return a picture to share as an SVG document: the game, how it stands, and where it is."""
    width, height = CARD[0] - 2 * MARGIN, CARD[1] - 2 * MARGIN
    name = scene.word(scene.rules.name)
    taken = width_of(name, 34 * BOLD) + 20
    said = shortened(status(scene), width - taken, 23 * BOLD)
    top = text(name, 0, 28, 34, weight=800) + text(said, width, 27, 23, weight=600, anchor="end")
    foot = text("Kafelki", 0, height, 20, weight=800)
    foot += text(address, width, height, 20, role="muted", anchor="end")
    content = (scene.style.content or _board_and_people)(scene)
    room = height - 48 - 36
    scale = min(width / content.width, room / content.height)
    x, y = (width - scale * content.width) / 2, 48 + (room - scale * content.height) / 2
    shown = element("g", content.content, transform=moved(x, y, scale))
    return _document(scene, CARD, Block(width, height, top + shown + foot).at(MARGIN, MARGIN))


def _document(scene: Scene, size: tuple[int, int], inside: str) -> str:
    width, height = size
    return element(
        "svg",
        title(caption(scene)),
        element("desc", escape(plain(description(scene)))),
        element("style", theme.style_sheet()),
        definitions(inside),
        element("rect", width=width, height=height, **theme.filled("page")),
        inside,
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
    table = _board_and_people(scene)
    return stacked([table, key(scene, table.width)], 16)


def _board_and_people(scene: Scene) -> Block:
    people = stacked([party_card(scene, party) for party in scene.seating.parties], 12)
    if scene.style.supplies_in_the_middle:
        # What everybody takes from lies in the middle of the table, not with the people.
        beneath = beside(supplies(scene), 32, middle=True)
        middle = stacked([board(scene, LEAST_BOARD - beneath.height), beneath], 16)
        return beside([middle, people], GAP)
    right = stacked([people, *supplies(scene)], 16)
    return beside([board(scene, max(LEAST_BOARD, right.height)), right], GAP)
