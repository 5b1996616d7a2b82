"""Drawings of positions: `draw(view)` gives a stand-alone SVG document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from kafelki.drawing.page import page, share_card
from kafelki.drawing.scene import Scene, View
from kafelki.drawing.style import PLAIN, style_of
from kafelki.rules.registry import rules_of

__all__ = ["draw", "draw_card"]

log = logging.getLogger(__name__)


def draw(view: View, language: str = "en") -> str:
    """Return a position as an SVG document that needs nothing else.

    It shows what the view tells and no more: tiles that the viewer does not know lie
    face down. `language` is "en" or "pl". Where the game's own style fails, it is drawn plainly.
    """
    return _drawn(page, view, language)


def draw_card(view: View, language: str = "en", address: str = "") -> str:
    """Return a picture to share: 1200 × 630, with the result and where the game can be seen."""
    return _drawn(partial(share_card, address=address), view, language)


def _drawn(layout: Callable[[Scene], str], view: View, language: str) -> str:
    rules = rules_of(view["game"])
    style = style_of(rules.id)
    try:
        return layout(Scene(view, rules, language, style))
    except Exception as wrong:
        if style is PLAIN:
            raise
        log.warning("%s is drawn plainly: %s: %s", rules.id, type(wrong).__name__, wrong)
        return layout(Scene(view, rules, language, PLAIN))
