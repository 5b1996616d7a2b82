"""Drawings of positions: `draw(view)` gives a stand-alone SVG document."""

from __future__ import annotations

import logging

from kafelki.drawing.page import page
from kafelki.drawing.scene import Scene, View
from kafelki.drawing.style import PLAIN, style_of
from kafelki.rules.registry import rules_of

__all__ = ["draw"]

log = logging.getLogger(__name__)


def draw(view: View, language: str = "en") -> str:
    """Return a position as an SVG document that needs nothing else.

    It shows what the view tells and no more: tiles that the viewer does not know lie
    face down. `language` is "en" or "pl". Where the game's own style fails, it is drawn plainly.
    """
    rules = rules_of(view["game"])
    style = style_of(rules.id)
    try:
        return page(Scene(view, rules, language, style))
    except Exception as wrong:
        if style is PLAIN:
            raise
        log.warning("%s is drawn plainly: %s: %s", rules.id, type(wrong).__name__, wrong)
        return page(Scene(view, rules, language, PLAIN))
