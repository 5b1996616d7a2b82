"""The shapes that a drawing uses again and again: defined once in it, then only referred to."""

from __future__ import annotations

import re

from kafelki.drawing.outlines import CORNERS, rounded
from kafelki.drawing.svg import Value, element
from kafelki.rules.symbols import SYMBOLS

PREFIX = "kafelki-"
"""Begins every id: drawings may stand in one web page, and the same id is the same shape."""

CORNER = 0.13

DEFINED = {
    **SYMBOLS,
    **{f"{shape}-cell": rounded(corners, CORNER) for shape, corners in CORNERS.items()},
}


def shape(name: str, **attributes: Value) -> str:
    """Return a shape that is defined elsewhere in the drawing."""
    return element("use", **{"xlink:href": f"#{PREFIX}{name}"}, **attributes)


def definitions(content: str) -> str:
    """Return the definitions of all shapes that some content refers to."""
    used = set(re.findall(f'"#{PREFIX}([a-z_-]+)"', content))
    paths = [
        element("path", id=PREFIX + name, d=path, fill_rule="evenodd")
        for name, path in DEFINED.items()
        if name in used
    ]
    return element("defs", *paths)
