"""What lies beside the board: bag, stack, bank, tiles shown in a swap, and the key of symbols."""

from __future__ import annotations

from kafelki.drawing import words
from kafelki.drawing.scene import Scene
from kafelki.drawing.svg import Block, beside, element, stacked, text, width_of, wrapped
from kafelki.drawing.tiles import STONE, Face, back, half, tile
from kafelki.rules.texts import Text, counted

KEY_CHIP = 22.0


def supplies(scene: Scene) -> list[Block]:
    """Return what is left to draw from, and what lies open for everybody."""
    view = scene.view
    blocks = []
    if "bag" in view:
        blocks.append(_left(scene, view["bag"], words.IN_BAG))
    if "left" in view:
        blocks.append(_left(scene, view["left"], words.IN_STOCK))
    if view.get("shown"):
        blocks.append(_open_tiles(scene, words.RACK_SHOWN, view["shown"], 26, "shown"))
    if view.get("bank"):
        blocks.append(_open_tiles(scene, words.BANK, view["bank"], 50, "bank"))
    if "stack" in view:
        blocks.append(_left(scene, view["stack"], words.IN_STACK))
    return blocks


def _left(scene: Scene, count: int, where: Text) -> Block:
    """Return a pile of backs, if any are left, and how many there are in words."""
    label = f"{scene.word(counted(count, scene.style.tiles))} {scene.word(where)}"
    pile = back(scene.look, 20).content if count else ""
    x = 12.0 + 20.0 * scene.look.halves
    line = text(label, x if count else 0, 17, 15, role="ink")
    return Block(x + width_of(label, 15), 26, element("g", pile, line, class_="left"))


def _open_tiles(scene: Scene, heading: Text, values: list[str], size: float, name: str) -> Block:
    drawn = beside([tile(scene.look, value, size, scene.language) for value in values], 8)
    label = Block(120, 18, text(scene.word(heading), 0, 13, 14, role="muted", weight=600))
    return stacked([label, drawn], 6).grouped(class_=name)


def key(scene: Scene, width: float) -> Block:
    """Return the letters, symbols and names of colours and shapes, and what the pointer means."""
    if not scene.style.key:
        return Block(0, 0, "")
    colours, shapes = [], []
    for letter, look in scene.look.colours.items():
        symbol = "" if scene.look.shapes else look.symbol
        swatch = Face(look.fill, symbol, scene.word(look.name), letter)
        colours.append(_entry(scene, letter, swatch))
    if scene.style.legend:
        colours.append(scene.style.legend(scene))
    for letter, look in scene.look.shapes.items():
        shapes.append(_entry(scene, letter, Face(STONE, look.symbol, scene.word(look.name))))
    return stacked([wrapped(row, width, 16, 2) for row in (colours, shapes) if row], 2)


def _entry(scene: Scene, letter: str, shown: Face) -> Block:
    chip = half(scene.look.cell, shown, (13, 13), KEY_CHIP, kind="key")
    name = text(shown.name, 45, 18, 13.5, role="muted")
    written = text(letter, 29, 18, 13.5, weight=700)
    return Block(45 + width_of(shown.name, 13.5), 26, chip + written + name)
