"""How Kolorowy zawrót głowy is drawn: bank and stack in the middle, tiles called kafelki."""

from kafelki.drawing.style import Style
from kafelki.rules.texts import Text

STYLE = Style(
    half=44.0,
    tiles=(Text("tile", "kafelek"), Text("tiles", "kafelki"), Text("tiles", "kafelków")),
    supplies_in_the_middle=True,
)
