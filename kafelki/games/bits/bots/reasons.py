"""Why a placement is good, in words: the areas it makes, the gaps it leaves."""

from __future__ import annotations

from kafelki.bots.protocol import Turn
from kafelki.games.bits import kernels as bits
from kafelki.games.bits.rules import GAME
from kafelki.games.bits.texts import explain
from kafelki.play.game import Move
from kafelki.rules.contract import Area
from kafelki.rules.texts import Text, counted, decimal, joined

ABOUT = Text("about {} points this round", "około {} punktu w tej rundzie")
EXACT = Text("{colour}: exactly four squares", "{colour}: dokładnie cztery pola")
TASK_SHAPE = Text(
    "{colour}: exactly four squares in the task's shape",
    "{colour}: dokładnie cztery pola w kształcie z zadania",
)
TOO_LARGE = Text("{colour}: {squares}, too many", "{colour}: {squares}, za dużo")
SQUARES = (Text("square", "pole"), Text("squares", "pola"), Text("squares", "pól"))
COSTS = Text(
    "{colour}: an area that costs points as it stands",
    "{colour}: obszar, który teraz odbiera punkty",
)
GROWS = Text("{colour}: {size} of four squares", "{colour}: {size} z czterech pól")
GAP = Text("leaves a gap", "zostawia lukę")
GAPS = Text("leaves gaps", "zostawia luki")


def expectation(points: float) -> Text:
    """Return how many points the round may bring."""
    return ABOUT.filled(decimal(points))


def reasons(turn: Turn, move: Move) -> Text:
    """Return what a move makes on the ramp."""
    explained = explain(turn.known, turn.seat, move.number)
    parts = [_about_area(area) for area in explained.areas]
    s = bits.see(turn.known)
    gaps = -bits.count_gaps(s, turn.seat)
    bits.lay(s, turn.seat, move.number)
    gaps += bits.count_gaps(s, turn.seat)
    if gaps:
        parts.append(GAP if gaps == 1 else GAPS)
    return joined("; ", parts)


def _about_area(area: Area) -> Text:
    size = len(area.cells)
    colour = GAME.appearance.colours[area.of].name
    if size == bits.EXACT_SIZE:
        text = TASK_SHAPE if area.points > 1 else EXACT
    elif size > bits.EXACT_SIZE:
        text = TOO_LARGE
    else:
        text = COSTS if area.points < 0 else GROWS
    return text.filled(colour=colour, size=size, squares=counted(size, SQUARES))
