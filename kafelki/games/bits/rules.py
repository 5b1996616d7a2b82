"""Bits: the description that everything else reads."""

from kafelki.games.bits import kernels, texts
from kafelki.games.bits.kernels import BOARD, LANE_COUNT, PLACEMENTS, TILE_KINDS, see
from kafelki.rules import no_chance
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import MOST_SEATS, Ages, Component, Kernels, Rules, Seating, told_by
from kafelki.rules.texts import Text

GAME = Rules(
    id="bits",
    version=1,
    name=Text("Bits", "Bits"),
    author="Reiner Knizia",
    summary=Text(
        "Tiles slide down your ramp: make areas of exactly four squares of one colour.",
        "Kafelki zjeżdżają po rampie: układaj obszary z dokładnie czterech pól jednego koloru.",
    ),
    minutes=30,
    ages=Ages(8, 108),
    seatings=tuple(Seating(players) for players in range(1, MOST_SEATS + 1)),
    components=(
        Component(4, Text("ramps", "rampy"), "R", "BI-1"),
        Component(4, Text("boards of 4 × 6 squares", "plansze o 4 × 6 polach"), "R, D", "BI-1"),
        Component(56, Text("tiles, 14 a player", "kafelków, po 14 dla gracza"), "R", "BI-3"),
        Component(14, Text("building cards", "kart budowy"), "R", "BI-3"),
        Component(6, Text("starting tiles", "kafelków startowych"), "R", "BI-4"),
        Component(9, Text("task cards", "kart zadań"), "R", "BI-5"),
    ),
    solo_title=lambda scores: texts.solo_title(sum(scores)),
    rule_ids=tuple(f"BI-{k}" for k in range(1, 19)),
    layout=see,
    kernels=Kernels.of(kernels, redeal=no_chance.redeal),
    move_count=PLACEMENTS.count,
    most_moves=2 * LANE_COUNT,
    most_outcomes=TILE_KINDS,
    consequence_names=("round_points", "change", "fours", "holes"),
    objections=texts.OBJECTIONS,
    outcome_rules={"task": "BI-5", "start": "BI-4", "card": "BI-3"},
    turn_rule="BI-11",
    move_text=PLACEMENTS.text,
    **told_by(texts),
    move_cells=PLACEMENTS.cells,
    appearance=Appearance(
        cell="square",
        colours={
            "O": Look(Text("orange", "pomarańczowy"), "#e8762c", "square"),
            "B": Look(Text("blue", "niebieski"), "#2f6fd0", "star"),
            "V": Look(Text("violet", "fioletowy"), "#8a4fbf", "ring"),
            "Y": Look(Text("yellow", "żółty"), "#f2c230", "sun"),
        },
        places=BOARD.places,
    ),
    listed=3,
    simultaneous=True,
)
