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

from typing import Any

from kafelki.games.weakest_colour import rules as weakest_colour
from kafelki.games.weakest_colour.rules import CARD, claims_of_pairs, position_layout
from kafelki.games.weakest_colour.texts import LOWEST_COLOUR, Describer
from kafelki.kernels.language import Position, kernel, table
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import (
    RECORD_RULE,
    Ages,
    Component,
    Explanation,
    Kernels,
    Option,
    Rules,
    Seating,
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
TABLES = BOARD.tables
PLACEMENTS = Placements(LETTERS, BOARD, rule="GE-7", board_rule="GE-1")
SPECIAL = PLACEMENTS.count

PRINTED_CELLS = table([(BOARD.numbers[c], LETTERS.index(x)) for c, x in PRINTED.items()], "int16")
CLAIMS = table(claims_of_pairs(BOARD, tuple(PRINTED)), "int8")
COPIES = table(
    [DOUBLES if tile[0] == tile[1] else TWO_COLOURS for tile in domino_list(LETTERS)], "int8"
)


def _area(side: int) -> list[bool]:
    """Return which cells lie within a hexagon of a side around the centre h8."""
    inside = []
    for name in BOARD.names:
        row, number = ord(name[0]) - ord("h"), int(name[1:]) - 8
        inside.append(max(abs(row), abs(number), abs(row - number)) < side)
    return inside


AREAS = table([_area(6), _area(6), _area(7), _area(8)], "int8")
"""[players − 1, cell]: whether the cell is in use (GE-1)."""

see = position_layout(BOARD, LETTERS, RACK)


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
    weakest_colour.start(s, TABLES, AREAS, PRINTED_CELLS, players, COPIES)


@kernel
def acting(position: Position) -> int:
    """Return who acts: the seat whose turn it is, or chance."""
    return weakest_colour.who_acts(see(position))


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write the legal moves: placements (GE-7, GE-8), swap and keep (GE-12), or pass (GE-11)."""
    return weakest_colour.list_all(see(position), TABLES, CLAIMS, seat, SPECIAL, moves)


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the move is legal, else the objection (GE-1, GE-4, GE-7 to GE-12)."""
    return weakest_colour.objection(see(position), TABLES, CLAIMS, seat, SPECIAL, move)


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Play a move (GE-7 to GE-14, GE-17)."""
    weakest_colour.play_move(see(position), TABLES, CLAIMS, seat, SPECIAL, move)


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move."""
    return weakest_colour.sample(see(position), TABLES, CLAIMS, seat, SPECIAL, random)


@kernel
def chance_seat(position: Position) -> int:
    """Return the seat that draws."""
    return see(position).turn


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Write the tiles in the bag (GE-5, GE-12)."""
    return weakest_colour.list_bag(see(position), outcomes, weights)


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Draw a tile (GE-6, GE-12)."""
    weakest_colour.draw(see(position), outcome)


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return a random tile of the bag."""
    return weakest_colour.sample_bag(see(position), TWO_COLOURS, random)


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places by the weakest colour (GE-15; pairs: GE-18; solo: GE-20)."""
    return weakest_colour.rank_sides(see(position), places)


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Put the racks that a viewer does not see into the bag (GE-6, GE-16)."""
    weakest_colour.return_racks(see(position), viewer)


@kernel
def redeal(position: Position, viewer: int, random: Any) -> None:
    """Deal the concealed racks from the bag."""
    weakest_colour.deal_racks(see(position), viewer, TWO_COLOURS, random)


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write the points by colour, extra tiles and wins of each move (GE-9 to GE-11, GE-17)."""
    weakest_colour.write_consequences(see(position), TABLES, seat, SPECIAL, moves, count, rows)


KERNELS = Kernels(
    set_up=set_up,
    acting=acting,
    list_moves=list_moves,
    refusal=refusal,
    play=play,
    sample_move=sample_move,
    chance_seat=chance_seat,
    list_outcomes=list_outcomes,
    play_outcome=play_outcome,
    sample_outcome=sample_outcome,
    result=result,
    conceal=conceal,
    redeal=redeal,
    consequences=consequences,
)

DESCRIBER = Describer(PLACEMENTS, see, PRINTED, specials=3)


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return what a move scores and why (GE-9, GE-17)."""
    return DESCRIBER.explain(KERNELS, position, seat, move)


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
    kernels=KERNELS,
    move_count=SPECIAL + 3,
    most_moves=2 * RACK * PLACEMENTS.pairs + 1,
    most_outcomes=len(domino_list(LETTERS)),
    consequence_names=(*LETTERS, "pyramids", "extra", "wins"),
    objections=weakest_colour.objections(
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
    move_text=DESCRIBER.move_text,
    move_number=DESCRIBER.move_number,
    move_cells=DESCRIBER.move_cells,
    outcome_text=DESCRIBER.outcome_text,
    outcome_number=DESCRIBER.outcome_number,
    scores=DESCRIBER.scores,
    cells=DESCRIBER.cells,
    hands=DESCRIBER.hands,
    common=DESCRIBER.common,
    own=DESCRIBER.own,
    restore=DESCRIBER.restore,
    explain=explain,
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
    unspoken=DESCRIBER.unspoken,
    lays_open=DESCRIBER.lays_open,
)
