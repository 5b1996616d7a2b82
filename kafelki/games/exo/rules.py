"""EXO: the description that everything else reads."""

from __future__ import annotations

from kafelki.games.exo import kernels, texts
from kafelki.games.exo.kernels import BOARD, LARGEST, PAIRS, PLACEMENTS, USUAL_SIZE, see
from kafelki.rules import no_chance
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import (
    Ages,
    Component,
    Kernels,
    Measure,
    Option,
    Rules,
    Seating,
    told_by,
)
from kafelki.rules.texts import Text

SIZES = (USUAL_SIZE, *(size for size in range(5, LARGEST + 1) if size != USUAL_SIZE))

GAME = Rules(
    id="exo",
    version=1,
    name=Text("EXO", "EXO"),
    summary=Text(
        "Noughts and crosses that grow upwards: five in a row, seen from above.",
        "Kółko i krzyżyk, które rośnie w górę: pięć w rzędzie, widziane z góry.",
    ),
    minutes=15,
    ages=Ages(7),
    seatings=(Seating(2),),
    options=(Option("size", Text("squares a side", "liczba pól na boku"), SIZES),),
    components=(
        Component(1, Text("board of 10 × 10 squares", "plansza 10 × 10 pól"), "P", "EX-1"),
        Component(60, Text("tiles with an X and an O", "płytek z X i O"), "R", "EX-2"),
    ),
    rule_ids=tuple(f"EX-{k}" for k in range(1, 10)),
    layout=see,
    kernels=Kernels.of(kernels, **no_chance.KERNELS),
    move_count=4 * PAIRS,
    most_moves=2 * PAIRS,
    most_outcomes=1,
    consequence_names=("line", "opponent_line"),
    objections=texts.OBJECTIONS,
    outcome_rules={},
    turn_rule="EX-3",
    move_text=PLACEMENTS.text,
    **told_by(texts),
    move_cells=PLACEMENTS.cells,
    appearance=Appearance(
        cell="square",
        colours={
            "X": Look(Text("cross", "krzyżyk"), "#1f5fa8", "cross"),
            "O": Look(Text("nought", "kółko"), "#e8a13a", "ring"),
        },
        places=BOARD.places,
        initials=False,
    ),
    listed=4,
    measure=Measure("wins", sum, sum),
    option_number=lambda options: int(options.get("size", USUAL_SIZE)),
)
