"""How AXIO and Geniusz are shown: a track a colour, the first tiles, swapping."""

from __future__ import annotations

from kafelki.games.weakest_colour.kernels import CARD
from kafelki.rules.contract import Seating
from kafelki.rules.texts import Text
from kafelki.rules.traits import Choice, Consequence, Traits

WINS = Consequence(wins_from=1)


def track_end(seating: Seating) -> int:
    """Return where a colour's track ends: two cards for pairs and for one player alone."""
    return 2 * CARD if seating.teams or seating.players == 1 else CARD


TRAITS = Traits(
    scores="colours",
    card=CARD,
    track_end=track_end,
    choices={
        "swap": Choice(
            Text("Swap all tiles", "Wymień wszystkie płytki"),
            Text("all tiles swapped", "wymiana wszystkich płytek"),
            Text(
                "You hold none of your lowest colours. Swap your tiles? Everybody will see them.",
                "Nie masz najsłabszych kolorów. Wymienić płytki? Wszyscy je zobaczą.",
            ),
            Text("Exchange your tiles, or keep them", "Wymień płytki albo je zostaw"),
        ),
        "keep": Choice(
            Text("Keep my tiles", "Zostaw swoje płytki"), Text("tiles kept", "płytki zostają")
        ),
        "pass": Choice(
            Text("No more extra tiles", "Bez dalszych dodatkowych ruchów"),
            Text("no more extra tiles", "bez dalszych dodatkowych ruchów"),
            status=Text("No tile can be placed: pass", "Żadnej płytki nie da się położyć: spasuj"),
        ),
    },
    words={
        "prompt.first": Text(
            "Your first tile: next to a printed cell.", "Pierwsza płytka: obok nadrukowanego pola."
        ),
        "prompt.firstElsewhere": Text(
            "Your first tile: next to a printed cell where nobody else began.",
            "Pierwsza płytka: obok nadrukowanego pola, przy którym nikt inny nie zaczął.",
        ),
        "reason.all colours": Text(
            "All colours reached the top: an instant win.",
            "Wszystkie kolory doszły do końca: natychmiastowa wygrana.",
        ),
    },
)
