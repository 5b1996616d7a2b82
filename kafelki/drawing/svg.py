"""SVG as text: elements, words that are safe to show, and blocks to lay out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from kafelki.drawing import theme

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may hold; a name typed by somebody may."""

Value = str | float | None


def number(value: float) -> str:
    """Return a coordinate in as few characters as show it."""
    written = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def plain(content: str) -> str:
    """Return a text without the characters that XML forbids."""
    return NOT_XML.sub("", content)


def element(tag: str, *children: str, **attributes: Value) -> str:
    """Return an element; `class_` and `fill_rule` stand for class and fill-rule, None for none.

    Attributes are escaped here; children are SVG already.
    """
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


@lru_cache(4096)  # a board says the same colours and places again and again
def _quoted(value: str | float) -> str:
    return quoteattr(plain(value) if isinstance(value, str) else number(value))


def title(content: str) -> str:
    """Return what a pointer that rests on the element around it is told."""
    return element("title", escape(plain(content)))


def text(
    content: str,
    x: float,
    y: float,
    size: float,
    *,
    role: str = "ink",
    anchor: str | None = None,
    weight: int | None = None,
    **attributes: Value,
) -> str:
    """Return a line of text whose baseline starts, or is anchored, at (x, y)."""
    return element(
        "text",
        escape(plain(content)),
        x=x,
        y=y,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
        **theme.filled(role),
        **attributes,
    )


BOLD = 1.14
"""How much wider bold letters are, about."""


def width_of(content: str, size: float) -> float:
    """Return about how wide a text is: fonts differ, so this errs on the wide side.

    >>> width_of("Ania", 10) < width_of("Aniela", 10) < width_of("AAAAAA", 10)
    True
    """
    return size * sum(_width(letter) for letter in content)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "ilIjtfr.,:;'|! ":
        return 0.36
    return 0.9 if letter in "mwMW@%&<>" else 0.7 if letter.isupper() else 0.61


def shortened(content: str, width: float, size: float) -> str:
    """Return a text cut, with an ellipsis, to fit a width.

    >>> shortened("Ania", 100, 10), shortened("Konstantynopolitańczykowianeczka", 100, 10)
    ('Ania', 'Konstantynopolita…')
    """
    content = plain(content)
    if width_of(content, size) <= width:
        return content
    while content and width_of(content + "…", size) > width:
        content = content[:-1]
    return content + "…"


@dataclass(frozen=True)
class Block:
    """A part of the drawing: its size, and its content from (0, 0) to the right and down."""

    width: float
    height: float
    content: str

    def at(self, x: float, y: float) -> str:
        """Return the content moved to (x, y)."""
        if x == 0 == y:
            return self.content
        return element("g", self.content, transform=moved(x, y))

    def grouped(self, **attributes: Value) -> Block:
        """Return the same in a group of its own, with attributes."""
        return replace(self, content=element("g", self.content, **attributes))


def moved(x: float, y: float, scale: float | None = None) -> str:
    """Return the transform that puts (0, 0) at (x, y), and scales."""
    move = f"translate({number(x)} {number(y)})"
    return move if scale is None else f"{move} scale({number(scale)})"


def stacked(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks one below another."""
    parts, y, width = [], 0.0, 0.0
    for block in blocks:
        parts.append(block.at(0, y))
        y += block.height + gap
        width = max(width, block.width)
    return Block(width, max(0.0, y - gap), "".join(parts))


def beside(blocks: Iterable[Block], gap: float, middle: bool = False) -> Block:
    """Return blocks one next to another, aligned at the top or in the middle."""
    blocks = list(blocks)
    height = max((block.height for block in blocks), default=0.0)
    parts, x = [], 0.0
    for block in blocks:
        parts.append(block.at(x, (height - block.height) / 2 if middle else 0))
        x += block.width + gap
    return Block(max(0.0, x - gap), height, "".join(parts))


def wrapped(blocks: Iterable[Block], width: float, gap: float, line_gap: float) -> Block:
    """Return blocks one next to another in as many lines as fit them into a width."""
    lines: list[list[Block]] = []
    room = 0.0
    for block in blocks:
        if not lines or block.width > room:
            lines.append([])
            room = width
        lines[-1].append(block)
        room -= block.width + gap
    return stacked([beside(line, gap, middle=True) for line in lines], line_gap)
