"""Drawings of positions: `draw(view)` gives a stand-alone SVG document."""

from __future__ import annotations

from kafelki.drawing.page import page
from kafelki.drawing.scene import Scene, View
from kafelki.rules.registry import rules_of

__all__ = ["draw"]


def draw(view: View, language: str = "en") -> str:
    """Return a position as an SVG document that needs nothing else.

    It shows what the view tells and no more: tiles that the viewer does not know lie
    face down. `language` is "en" or "pl".
    """
    return page(Scene(view, rules_of(view["game"]), language))
