"""Why a move is good or bad, in words made from facts: fives, threats, blocks, lines."""

from __future__ import annotations

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.games.exo.bots.weights import LENGTH
from kafelki.games.exo.bots.windows import REACH, SQUARES, finishing_move, square_of
from kafelki.games.exo.kernels import BOARD, play, see
from kafelki.kernels.language import Position
from kafelki.play.game import Move
from kafelki.rules.contract import BOTH_FIVE
from kafelki.rules.texts import Text, joined

FIVE = Text("makes five in a row", "tworzy pięć w rzędzie")
FIVE_FOR_BOTH = Text(
    "makes five for both players, which loses", "tworzy piątkę obu graczom, a to przegrywa"
)
THEIR_FIVE = Text("makes five for the opponent", "tworzy piątkę przeciwnikowi")
FORCES = Text("forces five in {} moves", "wymusza piątkę w {} ruchach")
LOSES = Text(
    "the opponent can force five in {} moves", "przeciwnik może wymusić piątkę w {} ruchach"
)
LETS = Text("lets the opponent finish five on {}", "pozwala przeciwnikowi dokończyć piątkę na {}")
STOPS = Text("keeps the opponent from five on {}", "nie dopuszcza do piątki przeciwnika na {}")
THREAT = Text("threatens five on {}", "grozi piątką na {}")
THREATS = Text("threatens five in several places: {}", "grozi piątką w kilku miejscach: {}")
COVERS = Text("covers the opponent's {} on {}", "zakrywa {} przeciwnika na {}")
LINE = Text("puts {} in a row", "ustawia {} w rzędzie")
THEIR_LINE = Text("gives the opponent {} in a row", "daje przeciwnikowi {} w rzędzie")
ROOM = Text("opens lines with room to grow", "otwiera linie, które mogą rosnąć")

_SQUARES = np.array(SQUARES)
_REACH = np.array(REACH)


def explain(turn: Turn, move: Move) -> Text:
    """Return what a move does, as a short phrase."""
    return joined(", ", _facts(turn, move.number)[:2])


def explain_sure(turn: Turn, move: Move, plies: int) -> Text:
    """Return what a move does that wins (or, below 0, loses) that many tiles from now."""
    facts = _facts(turn, move.number)
    if abs(plies) > 2:
        facts.insert(0, (FORCES if plies > 0 else LOSES).filled((abs(plies) + 1) // 2))
    return joined(", ", facts[:2])


def _facts(turn: Turn, move: int) -> list[Text]:
    """Return what there is to say of a move, the weightiest first."""
    before, seat = turn.known, turn.seat
    after = before.copy()
    play(after, seat, move)
    winner = see(after).winner
    if winner == seat + 1:
        return [FIVE]
    if winner:
        return [FIVE_FOR_BOTH if see(after).reason == BOTH_FIVE else THEIR_FIVE]
    lets, had = _finishing_cells(after, 1 - seat), _finishing_cells(before, 1 - seat)
    if lets and see(after).left:
        return [LETS.filled(_named(lets))]
    facts = [STOPS.filled(_named(had))] if had else []
    mine = _finishing_cells(after, seat)
    if mine:
        facts.append((THREATS if len(mine) > 1 else THREAT).filled(_named(mine)))
    return facts + _line_facts(turn, move)


def _line_facts(turn: Turn, move: int) -> list[Text]:
    before, seat = turn.known, turn.seat
    numbers = np.array([move], dtype=np.int32)
    own, their = turn.engine.consequences(before, seat, numbers)[0].tolist()
    facts = []
    here = square_of(move, seat)
    if see(before).tops[here] == 2 - seat:
        facts.append(COVERS.filled("OX"[seat], BOARD.names[here]))
    if own > 1:
        facts.append(LINE.filled(own))
    if their > 2:
        facts.append(THEIR_LINE.filled(their))
    return facts or [ROOM]


def _finishing_cells(position: Position, seat: int) -> list[str]:
    """Return the squares on which a seat could finish five, if it were its turn."""
    s = see(position)
    seen = np.array(s.tops) == seat + 1
    lacking = np.flatnonzero((seen[_SQUARES].sum(axis=1) == LENGTH - 1) & (s.size >= _REACH))
    found = set()
    for stretch in lacking.tolist():
        gap = int(np.flatnonzero(~seen[_SQUARES[stretch]])[0])
        if finishing_move(s, stretch, gap, seat) >= 0:
            found.add(SQUARES[stretch, gap])
    return [BOARD.names[cell] for cell in sorted(found)]


def _named(cells: list[str]) -> str:
    return ", ".join(cells[:3])
