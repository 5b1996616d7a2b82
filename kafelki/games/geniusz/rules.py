"""Geniusz (Ingenious): dominoes on hexagons, lines of a colour; the weakest colour counts.

Rows a to o from the bottom, numbers along a diagonal, so that going up to the right
adds one to both. The area of side 6 has its corners on the six printed cells:

    o                 o8 … o15
    m              m8 R  …  m13 G
     …
    h   h1 h2 h3 V  …  h8  …  h13 B h14 h15
     …
    c              c3 Y  …  c8 O
    a                 a1 … a8
"""

from __future__ import annotations

from kafelki.games.weakest_colour.description import described
from kafelki.games.weakest_colour.kernels import for_board
from kafelki.games.weakest_colour.texts import Describer
from kafelki.kernels.language import Position, kernel
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import Component, Option, Seating
from kafelki.rules.dominoes import Placements
from kafelki.rules.geometry import hexagon_board
from kafelki.rules.texts import Text

LETTERS = "RGBOYV"  # P (GE-3)
RACK = 6  # R (GE-6)
PRINTED = {"m8": "R", "m13": "G", "h13": "B", "c8": "O", "c3": "Y", "h3": "V"}  # P (GE-4)
TWO_COLOURS, DOUBLES = 6, 5  # copies of each tile: P (GE-5)
PAIRS_VARIANT = 1

BOARD = hexagon_board(8)
PLACEMENTS = Placements(LETTERS, BOARD, rule="GE-7", board_rule="GE-1")


def _area(side: int) -> list[bool]:
    """Return which cells lie within a hexagon of a side around the centre h8."""
    inside = []
    for name in BOARD.names:
        row, number = ord(name[0]) - ord("h"), int(name[1:]) - 8
        inside.append(max(abs(row), abs(number), abs(row - number)) < side)
    return inside


AREAS = [_area(6), _area(6), _area(7), _area(8)]
"""[players − 1, cell]: whether the cell is in use (GE-1)."""

shared = for_board("geniusz", PLACEMENTS, RACK, AREAS, PRINTED, copies=(TWO_COLOURS, DOUBLES))
see = shared.see


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the first position (GE-1 to GE-6, pairs: GE-16, alone: GE-20)."""
    s = see(position)
    s.sides = 2 if variant == PAIRS_VARIANT else players
    s.may_pass = 1
    shared.start(s, players)


GAME = described(
    Describer(shared, PLACEMENTS, PRINTED, specials=3),
    set_up,
    bag_rule="GE-5",
    first_tile_rule="GE-8",
    swap_rule="GE-12",
    pass_rule="GE-11",
    id="geniusz",
    name=Text("Ingenious (Geniusz)", "Geniusz"),
    summary=Text(
        "Lay double hexagons into lines of a symbol; only your weakest colour counts.",
        "Układaj podwójne sześciokąty w linie symboli; liczy się tylko twój najsłabszy kolor.",
    ),
    minutes=45,
    seatings=(*(Seating(players) for players in (1, 2, 3, 4)), Seating(4, "pairs", teams=True)),
    options=(
        # Whether partners may talk changes no move: the table's chat obeys it (GE-19).
        Option(
            "talk",
            Text("partners may talk openly", "partnerzy mogą otwarcie rozmawiać"),
            (False, True),
            variants=("pairs",),
        ),
    ),
    components=(
        Component(1, Text("board of hexagons", "plansza z sześciokątów"), "R, P", "GE-1"),
        Component(6, Text("printed symbols", "nadrukowanych symboli"), "P", "GE-4"),
        Component(120, Text("tiles", "płytek"), "R, mix P", "GE-5"),
        Component(4, Text("score cards", "karty punktacji"), "R", "GE-6"),
        Component(4, Text("racks of 6 tiles", "stojaki na 6 płytek"), "R", "GE-6"),
        Component(24, Text("markers in 6 colours", "znaczniki w 6 kolorach"), "R", "GE-6"),
        Component(1, Text("bag", "woreczek"), "R", "GE-6"),
    ),
    extra="move",
    call=Text("Geniusz!", "Geniusz!"),
    rule_ids=tuple(f"GE-{k}" for k in range(1, 21)),
    appearance=Appearance(
        cell="hexagon",
        colours={
            "R": Look(Text("red", "czerwony"), "#c2182b", "twelve_star"),
            "G": Look(Text("green", "zielony"), "#2e9e4f", "disc"),
            "B": Look(Text("blue", "niebieski"), "#2463c4", "six_star"),
            "O": Look(Text("orange", "pomarańczowy"), "#f08a24", "hexagon"),
            "Y": Look(Text("yellow", "żółty"), "#f2c230", "sun"),
            "V": Look(Text("violet", "fioletowy"), "#7b3fb5", "ring"),
        },
        places=BOARD.places,
        inner_area=5,
    ),
    listed=2,
)
