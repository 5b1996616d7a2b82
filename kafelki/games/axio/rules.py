"""AXIO: dominoes on squares, lines of a colour, pyramids; the weakest colour counts.

The 13 × 13 board, its areas for 2, 3 and 4 players and its printed squares:

    13 |  4  4  4  4  4  4  4  4  4  4  4  4  4
    12 |  4  3  3  3  3  3  3  3  3  3  3  3  4
    11 |  4  3  2  2  2  2  R  2  2  2  2  3  4
     …
     7 |  4  3  V  2  2  2  G  2  2  2  B  3  4
     …
     3 |  4  3  2  2  2  2  O  2  2  2  2  3  4
     2 |  4  3  3  3  3  3  3  3  3  3  3  3  4
     1 |  4  4  4  4  4  4  4  4  4  4  4  4  4
          a  b  c  d  e  f  g  h  i  j  k  l  m
"""

from __future__ import annotations

from kafelki.games.weakest_colour.description import described
from kafelki.games.weakest_colour.kernels import BY_COLOUR, BY_SQUARE, for_board
from kafelki.games.weakest_colour.texts import Describer
from kafelki.kernels.language import Position, kernel
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import Component, Option, Seating
from kafelki.rules.dominoes import Placements
from kafelki.rules.geometry import square_board
from kafelki.rules.texts import Text

LETTERS = "GORVB"  # R (AX-2)
RACK = 5  # R (AX-5)
PRINTED = {"g11": "R", "k7": "B", "g3": "O", "c7": "V", "g7": "G"}  # places P, colours D (AX-3)
TWO_COLOURS, DOUBLES = 7, 6  # copies of each tile: D (AX-4)

BOARD = square_board(13, 13)
PLACEMENTS = Placements(LETTERS, BOARD, rule="AX-6", board_rule="AX-1")


def _area(margin: int) -> list[bool]:
    inside = range(margin, 13 - margin)
    return [row in inside and column in inside for row in range(13) for column in range(13)]


AREAS = [_area(2), _area(2), _area(1), _area(0)]
"""[players − 1, cell]: whether the square is in use (AX-1)."""

shared = for_board("axio", PLACEMENTS, RACK, AREAS, PRINTED, copies=(TWO_COLOURS, DOUBLES))
see = shared.see


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the first position (AX-1 to AX-5, alone: AX-17, AX-18)."""
    s = see(position)
    s.sides = players
    s.pyramids = option
    shared.start(s, players)


GAME = described(
    Describer(shared, PLACEMENTS, PRINTED, specials=2),
    set_up,
    bag_rule="AX-4",
    first_tile_rule="AX-7",
    swap_rule="AX-13",
    id="axio",
    name=Text("AXIO", "AXIO"),
    summary=Text(
        "Lay dominoes into lines of a colour; only your weakest colour counts.",
        "Układaj płytki w linie jednego koloru; liczy się tylko twój najsłabszy kolor.",
    ),
    minutes=30,
    seatings=tuple(Seating(players) for players in (1, 2, 3, 4)),
    options=(
        Option(
            "pyramid",
            Text(
                "a pyramid scores each neighbouring square, or each neighbouring colour once",
                "piramida punktuje każde sąsiednie pole albo każdy sąsiedni kolor tylko raz",
            ),
            ("square", "colour"),
            names={
                "square": Text("each square", "każde pole"),
                "colour": Text("each colour once", "każdy kolor raz"),
            },
        ),
    ),
    components=(
        Component(1, Text("board of 13 × 13 squares", "plansza 13 × 13 pól"), "R", "AX-1"),
        Component(5, Text("printed squares", "nadrukowanych pól"), "P, colours D", "AX-3"),
        Component(100, Text("tiles", "płytek"), "R, mix D", "AX-4"),
        Component(20, Text("pyramids", "piramid"), "R, without limit D", "AX-5"),
        Component(4, Text("racks of 5 tiles", "stojaki na 5 płytek"), "R", "AX-5"),
        Component(4, Text("score boards", "plansze punktacji"), "R", "AX-5"),
        Component(20, Text("score markers", "znaczników punktów"), "R", "AX-5"),
        Component(1, Text("bag", "woreczek"), "R", "AX-5"),
    ),
    extra="turn",
    solo_note=Text(
        "The game also ends with 36 in all five colours: our choice, as the booklet is silent.",
        "Gra kończy się też, gdy wszystkie pięć kolorów ma 36: to nasz wybór, instrukcja milczy.",
    ),
    rule_ids=tuple(f"AX-{k}" for k in range(1, 20)),
    appearance=Appearance(
        cell="square",
        colours={
            "G": Look(Text("green", "zielony"), "#2e9e4f", "disc"),
            "O": Look(Text("orange", "pomarańczowy"), "#f08a24", "square"),
            "R": Look(Text("red", "czerwony"), "#c2182b", "sun"),
            "V": Look(Text("violet", "fioletowy"), "#7b3fb5", "ring"),
            "B": Look(Text("blue", "niebieski"), "#2463c4", "star"),
        },
        places=BOARD.places,
        pieces={"^": Look(Text("pyramid", "piramida"), "#7d7363", "pyramid")},
        inner_area=4,
    ),
    # How pyramids score (AX-9).
    option_number=lambda options: BY_COLOUR if options.get("pyramid") == "colour" else BY_SQUARE,
    listed=1,
)
