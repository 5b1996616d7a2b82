"""How AXIO is shown."""

from dataclasses import replace

from kafelki.games.weakest_colour.traits import TRAITS as SHARED
from kafelki.games.weakest_colour.traits import WINS
from kafelki.rules.texts import Text
from kafelki.rules.traits import Consequence, Picture

PYRAMIDS = (
    Text("{count} pyramid", "{count} piramida"),
    Text("{count} pyramids", "{count} piramidy"),
    Text("{count} pyramids", "{count} piramid"),
)
EXTRA_TURNS = (
    Text("Extra turn!", "Dodatkowa tura!"),
    Text("{count} extra turns!", "{count} dodatkowe tury!"),
    Text("{count} extra turns!", "{count} dodatkowych tur!"),
)

TRAITS = replace(
    SHARED,
    consequences={
        "pyramids": Consequence(PYRAMIDS, better=Text("pyramids", "piramidy")),
        "extra": Consequence(EXTRA_TURNS, better=Text("extra turns", "dodatkowe tury")),
        "wins": WINS,
    },
    example="RB f7 f8",
    picture=Picture(
        rows=(". B . . . .", ". B R R O .", "V V G B O .", ". O G G R R", ". . V V . ."),
        tiles=(
            (1, 0, 1, 1),
            (2, 1, 3, 1),
            (4, 1, 4, 2),
            (0, 2, 1, 2),
            (2, 2, 2, 3),
            (4, 3, 5, 3),
            (2, 4, 3, 4),
        ),
    ),
)
