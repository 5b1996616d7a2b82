"""How Geniusz is shown."""

from dataclasses import replace

from kafelki.games.weakest_colour.traits import TRAITS as SHARED
from kafelki.games.weakest_colour.traits import WINS
from kafelki.rules.texts import Text
from kafelki.rules.traits import Choice, Consequence, Picture

EXTRA_MOVES = (
    Text("Extra turn!", "Dodatkowy ruch!"),
    Text("{count} extra turns!", "{count} dodatkowe ruchy!"),
    Text("{count} extra turns!", "{count} dodatkowych ruchów!"),
)

TRAITS = replace(
    SHARED,
    choices={
        **SHARED.choices,
        "pass": Choice(
            Text("No more extra tiles", "Bez dalszych dodatkowych ruchów"),
            Text("no more extra tiles", "bez dalszych dodatkowych ruchów"),
            forced=Text(
                "No tile can be placed: pass.", "Żadnej płytki nie da się położyć: spasuj."
            ),
        ),
    },
    consequences={
        "pyramids": Consequence(),
        "extra": Consequence(EXTRA_MOVES, better=Text("extra turns", "dodatkowe ruchy")),
        "wins": WINS,
    },
    example="RB e6 f6",
    picture=Picture(
        rows=(". R R . .", ". B Y Y .", "G G O B . .", ". O V V R", ". . . . ."),
        shifts=(0.5, 0, -0.5, 0, 0.5),
        tiles=((1, 0, 2, 0), (2, 1, 3, 1), (0, 2, 1, 2), (2, 3, 3, 3)),
    ),
)
