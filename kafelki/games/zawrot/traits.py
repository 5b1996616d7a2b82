"""How Kolorowy zawrót głowy is shown: in Polish its tiles are called "kafelki"."""

from kafelki.rules.texts import Text
from kafelki.rules.traits import Consequence, Picture, Traits

LINES = (
    Text("{count} line of three", "{count} linia z trzech"),
    Text("{count} lines of three", "{count} linie z trzech"),
    Text("{count} lines of three", "{count} linii z trzech"),
)

TRAITS = Traits(
    consequences={
        "points": Consequence(LINES, better=Text("points", "punkty")),
        "colour_lines": Consequence(better=Text("lines of one colour", "linie jednego koloru")),
        "shape_lines": Consequence(better=Text("lines of one shape", "linie jednego kształtu")),
    },
    example="Ys 1,0",
    words={
        "prompt.chooseTile": Text("Your turn: choose a tile.", "Twoja kolej: wybierz kafelek."),
        "prompt.take": Text("Take a tile from the bank.", "Weź kafelek z banku."),
        "board.helpSingle": Text(
            "Arrow keys move, digits choose a tile, Enter places it, Escape puts it back.",
            "Strzałki przesuwają, cyfry wybierają kafelek, Enter kładzie, Escape odkłada.",
        ),
        "supply.stack": (
            Text("{count} tile in the stack", "{count} kafelek w stosie"),
            Text("{count} tiles in the stack", "{count} kafelki w stosie"),
            Text("{count} tiles in the stack", "{count} kafelków w stosie"),
        ),
        "reason.all placed": Text(
            "All tiles have been placed.", "Wszystkie kafelki leżą na stole."
        ),
    },
    picture=Picture(
        rows=(". Bh . . .", ". Rh Yh Gh .", "Rs Rf Ru . .", ". . Bu Bn .", ". . Ou . .")
    ),
)
