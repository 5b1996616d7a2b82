"""What positions look like, as pictures and as text."""

from __future__ import annotations

from xml.etree import ElementTree

from kafelki.drawing import draw
from kafelki.play.view import view
from kafelki.rules.texts import LANGUAGES
from kafelki.terminal.board import board_text
from kafelki.testing.random_games import Table
from kafelki.testing.views import some_positions, viewers_of


def every_position_can_be_drawn(table: Table) -> None:
    """Check the drawing and the text of positions, for everybody and in both languages."""
    for game in some_positions(table, count=3):
        for viewer in viewers_of(game):
            for language in LANGUAGES:
                seen = view(game, viewer)
                drawn = ElementTree.fromstring(draw(seen, language))
                assert game.rules.name.in_language(language) in "".join(drawn.itertext())
                assert board_text(seen, language)
