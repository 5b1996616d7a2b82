"""Puzzles of Geniusz."""

from kafelki.bots.puzzling import Theme
from kafelki.games.weakest_colour.puzzles import WeakestColourPuzzles
from kafelki.rules.texts import Text

PUZZLING = WeakestColourPuzzles(
    "geniusz",
    extra=Theme(
        Text("Bonus tile", "Dodatkowy ruch"),
        Text(
            "A colour comes to 18: a call of “Genius!”, and another tile.",
            "Kolor dochodzi do 18: okrzyk „Geniusz!” i jeszcze jedna płytka.",
        ),
    ),
)
