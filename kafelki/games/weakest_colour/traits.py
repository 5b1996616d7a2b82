"""How AXIO and Geniusz are shown: a track a colour, the first tiles, swapping."""

from __future__ import annotations

from kafelki.games.weakest_colour.kernels import CARD
from kafelki.rules.contract import Seating
from kafelki.rules.texts import Text
from kafelki.rules.traits import Choice, Consequence, Traits

WINS = Consequence(wins_from=1, better=Text("a win at once", "wygrana od razu"))


def track_ends(seating: Seating) -> tuple[int, ...]:
    """Return where cards of a colour's track end: two for pairs and for one player alone."""
    return (CARD, 2 * CARD) if seating.teams or seating.players == 1 else (CARD,)


TRAITS = Traits(
    scores="colours",
    track_ends=track_ends,
    choices={
        "swap": Choice(
            Text("Swap all tiles", "Wymień wszystkie płytki"),
            Text("all tiles swapped", "wymiana wszystkich płytek"),
            Text("Swap your tiles? All will see them.", "Wymienić płytki? Wszyscy je zobaczą."),
            Text("Exchange your tiles, or keep them", "Wymień płytki albo je zostaw"),
        ),
        "keep": Choice(
            Text("Keep my tiles", "Zostaw swoje płytki"), Text("tiles kept", "płytki zostają")
        ),
    },
    words={
        "prompt.first": Text(
            "Your first tile: next to a printed cell.", "Pierwsza płytka: obok nadrukowanego pola."
        ),
        "prompt.firstElsewhere": Text(
            "Your first tile: next to a printed cell where nobody else began.",
            "Pierwsza płytka: obok innego nadrukowanego pola niż inni.",
        ),
        "reason.all colours": Text(
            "All colours reached the top: an instant win.",
            "Wszystkie kolory doszły do końca: natychmiastowa wygrana.",
        ),
    },
)
