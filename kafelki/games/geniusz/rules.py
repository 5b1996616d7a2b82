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

from kafelki.games.weakest_colour import kernels as weakest_colour
from kafelki.games.weakest_colour.kernels import CARD, for_board
from kafelki.games.weakest_colour.texts import LOWEST_COLOUR, Describer, objections
from kafelki.kernels.language import Position, kernel
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import (
    RECORD_RULE,
    Ages,
    Component,
    Kernels,
    Option,
    Rules,
    Seating,
    told_by,
)
from kafelki.rules.dominoes import Placements, domino_list
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
    """Write the first position (GE-1 to GE-6).

    Pairs share a double card (GE-16); solo has one too, one tile and no extra ones (GE-20).
    """
    s = see(position)
    s.sides = 2 if variant == PAIRS_VARIANT else players
    s.limit = 2 * CARD if players == 1 or variant == PAIRS_VARIANT else CARD
    s.rack_limit = 1 if players == 1 else RACK
    s.extra_turns = 0 if players == 1 else 1
    s.may_pass = 1
    shared.start(s, players)


DESCRIBER = Describer(shared, PLACEMENTS, PRINTED, specials=3)


GAME = Rules(
    id="geniusz",
    version=1,
    name=Text("Ingenious (Geniusz)", "Geniusz"),
    author="Reiner Knizia",
    summary=Text(
        "Lay double hexagons into lines of a symbol; only your weakest colour counts.",
        "Układaj podwójne sześciokąty w linie symboli; liczy się tylko twój najsłabszy kolor.",
    ),
    minutes=45,
    ages=Ages(8),
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
    layout=see,
    kernels=Kernels.of(shared, set_up=set_up),
    move_count=PLACEMENTS.count + 3,
    most_moves=2 * RACK * PLACEMENTS.pairs + 1,
    most_outcomes=len(domino_list(LETTERS)),
    consequence_names=(*LETTERS, "pyramids", "extra", "wins"),
    objections=objections(
        {
            weakest_colour.NO_SUCH_TILE: "GE-7",
            weakest_colour.NOT_IN_AREA: "GE-1",
            weakest_colour.NOT_EMPTY: "GE-7",
            weakest_colour.NOT_AT_PRINTED: "GE-8",
            weakest_colour.NO_SWAP: "GE-12",
            weakest_colour.SWAP_FIRST: "GE-12",
            weakest_colour.NO_PASS: "GE-11",
        }
    ),
    outcome_rules={"draw": "GE-5"},
    turn_rule=RECORD_RULE,
    **told_by(DESCRIBER),
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
    measure=LOWEST_COLOUR,
    hidden_outcomes=frozenset({"draw"}),
)
