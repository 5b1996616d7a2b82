"""Puzzles of AXIO."""

from kafelki.bots.puzzling import Theme
from kafelki.games.weakest_colour.puzzles import WeakestColourPuzzles
from kafelki.rules.texts import Text

PUZZLING = WeakestColourPuzzles(
    "axio",
    extra=Theme(
        Text("Extra turn", "Dodatkowa tura"),
        Text(
            "A colour comes to 18, and another turn follows at once.",
            "Kolor dochodzi do 18, a zaraz po nim jest następna tura.",
        ),
    ),
    pyramid=Theme(
        Text("Pyramid", "Piramida"),
        Text(
            "A single square is closed in, and all its neighbours pay.",
            "Pojedyncze pole zostaje zamknięte i płacą wszyscy jego sąsiedzi.",
        ),
    ),
)
