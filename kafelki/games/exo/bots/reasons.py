"""Why a move is good or bad, in words made from facts: fives, threats, blocks, lines."""

from __future__ import annotations

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.games.exo.bots.weights import LENGTH
from kafelki.games.exo.bots.windows import REACH, SQUARES, finishing_move, square_of
from kafelki.games.exo.kernels import BOARD, play, see
from kafelki.games.exo.rules import GAME
from kafelki.kernels.language import Position
from kafelki.play.game import Move
from kafelki.rules.contract import BOTH_FIVE
from kafelki.rules.texts import Text, joined

PHRASES = {
    "five": Text("makes five in a row", "tworzy pięć w rzędzie"),
    "both five": Text(
        "makes five for both players, which loses", "tworzy piątkę obu graczom, a to przegrywa"
    ),
    "their five": Text("makes five for the opponent", "tworzy piątkę przeciwnikowi"),
    "forced": Text("forces five in {moves} moves", "wymusza piątkę w {moves} ruchach"),
    "lost": Text(
        "the opponent can force five in {moves} moves",
        "przeciwnik może wymusić piątkę w {moves} ruchach",
    ),
    "lets": Text(
        "lets the opponent finish five on {cells}",
        "pozwala przeciwnikowi dokończyć piątkę na {cells}",
    ),
    "stops": Text(
        "keeps the opponent from five on {cells}", "nie dopuszcza do piątki przeciwnika na {cells}"
    ),
    "threat": Text("threatens five on {cells}", "grozi piątką na {cells}"),
    "threats": Text(
        "threatens five in several places: {cells}", "grozi piątką w kilku miejscach: {cells}"
    ),
    "covers": Text(
        "covers the opponent's {symbol} on {cells}", "zakrywa {symbol} przeciwnika na {cells}"
    ),
    "line": Text("puts {length} in a row", "ustawia {length} w rzędzie"),
    "their line": Text(
        "gives the opponent {length} in a row", "daje przeciwnikowi {length} w rzędzie"
    ),
    "room": Text("opens lines with room to grow", "otwiera linie, które mogą rosnąć"),
}

_SQUARES = np.array(SQUARES)
_REACH = np.array(REACH)


def explain(turn: Turn, move: Move) -> Text:
    """Return what a move does, as a short phrase."""
    return _told(_facts(turn, move.number))


def explain_sure(turn: Turn, move: Move, plies: int) -> Text:
    """Return what a move does that wins (or, below 0, loses) that many tiles from now."""
    facts = _facts(turn, move.number)
    if abs(plies) > 2:
        name = "forced" if plies > 0 else "lost"
        facts = [(name, {"moves": str((abs(plies) + 1) // 2)}), *facts[:1]]
    return _told(facts)


Facts = list[tuple[str, dict[str, str]]]


def _told(facts: Facts) -> Text:
    return joined(", ", (PHRASES[name].filled(**words) for name, words in facts[:2]))


def _facts(turn: Turn, move: int) -> Facts:
    """Return what there is to say of a move, the weightiest first."""
    before, seat = turn.known, turn.seat
    after = before.copy()
    play(after, seat, move)
    ended = _end(after, seat)
    if ended:
        return [(ended, {})]
    lets, had = _finishing_cells(after, 1 - seat), _finishing_cells(before, 1 - seat)
    if lets and see(after).left:
        return [("lets", {"cells": _named(lets)})]
    facts: Facts = []
    if had:
        facts.append(("stops", {"cells": _named(had)}))
    mine = _finishing_cells(after, seat)
    if mine:
        facts.append(("threats" if len(mine) > 1 else "threat", {"cells": _named(mine)}))
    return facts + _line_facts(before, seat, move)


def _end(after: Position, seat: int) -> str:
    """Return the name of the phrase for five in a row, or nothing."""
    s = see(after)
    if not s.winner:
        return ""
    if s.winner == seat + 1:
        return "five"
    return "both five" if s.reason == BOTH_FIVE else "their five"


def _line_facts(before: Position, seat: int, move: int) -> Facts:
    s = see(before)
    row = np.zeros((1, 2), dtype=np.int16)
    GAME.kernels.consequences(before, seat, np.array([move], dtype=np.int32).data, 1, row.data)
    own, their = row[0].tolist()
    facts: Facts = []
    here = square_of(move, seat)
    if s.tops[here] == 2 - seat:
        facts.append(("covers", {"symbol": "OX"[seat], "cells": BOARD.names[here]}))
    if own > 1:
        facts.append(("line", {"length": str(own)}))
    if their > 2:
        facts.append(("their line", {"length": str(their)}))
    return facts or [("room", {})]


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
