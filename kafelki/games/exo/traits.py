"""How EXO is shown: a common stock, stacks, lines instead of points."""

from kafelki.games.exo.kernels import WINNING_LINE
from kafelki.rules.texts import Text
from kafelki.rules.traits import Consequence, Picture, Traits

SIGNS = "XO"
THEIR_LINE = Text("a shorter line of the opponent", "krótsza linia przeciwnika")

TRAITS = Traits(
    scores="none",
    consequences={
        "line": Consequence(
            Text(
                "longest line {line}, the opponent’s {opponent_line}",
                "najdłuższa linia {line}, przeciwnika {opponent_line}",
            ),
            always=True,
            wins_from=WINNING_LINE,
            better=Text("a longer line of one’s own", "dłuższa własna linia"),
        ),
        "opponent_line": Consequence(worth=-1, loses_from=WINNING_LINE, better=THEIR_LINE),
    },
    stock=(SIGNS,),
    signs=SIGNS,
    stacks=True,
    example="XO e5 f5",
    words={
        "reason.five": Text("Five in a row.", "Pięć w rzędzie."),
        "reason.both five": Text(
            "The move made five for both sides, so the opponent wins.",
            "Ruch dał piątkę obu stronom, więc wygrywa przeciwnik.",
        ),
    },
    picture=Picture(
        rows=(". . . . . .", ". O . X . .", ". X2 O2 X2 O .", ". O X O2 X .", ". . . . . ."),
        tiles=((1, 1, 1, 2), (2, 2, 3, 2), (3, 3, 4, 3), (1, 3, 2, 3)),
    ),
)
