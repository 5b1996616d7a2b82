"""Why a placement is good, in words: the areas it makes, the gaps it leaves."""

from __future__ import annotations

from kafelki.bots.protocol import Turn
from kafelki.play.game import Move
from kafelki.rules import bits
from kafelki.rules.contract import Area
from kafelki.rules.texts import Text

ABOUT = Text("about {points:.1f} points this round", "około {points:.1f} punktu w tej rundzie")
EXACT = Text("{colour}: exactly four squares", "{colour}: dokładnie cztery pola")
TASK_SHAPE = Text(
    "{colour}: exactly four squares in the task's shape",
    "{colour}: dokładnie cztery pola w kształcie z zadania",
)
TOO_LARGE = Text("{colour}: {size} squares, too many", "{colour}: {size} pól, za dużo")
COSTS = Text(
    "{colour}: an area that costs points as it stands",
    "{colour}: obszar, który teraz odbiera punkty",
)
GROWS = Text("{colour}: {size} of four squares", "{colour}: {size} z czterech pól")
GAP = Text("leaves a gap", "zostawia lukę")
GAPS = Text("leaves gaps", "zostawia luki")


def expectation(points: float, language: str) -> str:
    """Return how many points the round may bring."""
    return ABOUT.in_language(language).format(points=points)


def reasons(turn: Turn, move: Move, language: str) -> str:
    """Return what a move makes on the ramp."""
    explained = bits.explain(turn.known, turn.seat, move.number)
    parts = [_about_area(area, language) for area in explained.areas]
    gaps = _new_gaps(turn, move)
    if gaps:
        parts.append((GAP if gaps == 1 else GAPS).in_language(language))
    return "; ".join(parts)


def _about_area(area: Area, language: str) -> str:
    size = len(area.cells)
    colour = bits.GAME.appearance.colours[area.of].name.in_language(language)
    if size == bits.EXACT_SIZE:
        text = TASK_SHAPE if area.points > 1 else EXACT
    elif size > bits.EXACT_SIZE:
        text = TOO_LARGE
    else:
        text = COSTS if area.points < 0 else GROWS
    return text.in_language(language).format(colour=colour, size=size)


def _new_gaps(turn: Turn, move: Move) -> int:
    """Return how many squares a move covers so that no tile can reach them any more."""
    position = turn.known
    s = bits.see(position)
    before = bits.count_gaps(s, turn.seat)
    bits.lay(s, turn.seat, move.number)
    return bits.count_gaps(s, turn.seat) - before
