"""What positions of Kolorowy zawrót głowy are worth: the lead, and what the next tiles promise."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.meter import Meter
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.valuing import Calibrations, Glance, Hunch, Trials, Valuer
from kafelki.games.zawrot import kernels as zawrot
from kafelki.games.zawrot.bots import evaluation
from kafelki.games.zawrot.bots import sheet as sheets
from kafelki.games.zawrot.bots import workspace as bots
from kafelki.games.zawrot.bots.evaluation import (
    BEST,
    POINTS,
    SHREWD,
    control,
    frame,
    look_ahead,
    weighed,
)
from kafelki.games.zawrot.bots.reasons import reason
from kafelki.games.zawrot.bots.search import WIN
from kafelki.games.zawrot.bots.sheet import LINES, OPEN, sheet, survey
from kafelki.games.zawrot.bots.workspace import Judged
from kafelki.games.zawrot.kernels import COUNT, PLACE, see
from kafelki.kernels.language import Fields, Position, bit, filled, kernel, lowest_one
from kafelki.play.game import Move
from kafelki.play.header import Header
from kafelki.rules.engine import Numbers, load_compiled
from kafelki.rules.texts import Text

COMPARED = 40
"""How many moves are compared with the one that was played."""
HORIZON, WIDTH = 2, 2
"""How many placements ahead a trial looks, and at how many moves of each player."""


@kernel
def wanted(bank: int, known: Fields) -> int:
    """Return the tiles of the bank that can make most points, in most places: all that are level.

    The bots take the first of them: so their judgement hangs on what the colours are called, and
    that of a review does not.
    """
    offers, listed = known.offers, known.listed
    found = bank & ~bank
    most = -1
    while bank != 0:
        tile = bank & ~(bank - bit(0))
        bank = bank & (bank - bit(0))
        best, total = 0, 0
        for k in range(known.length):
            offer = offers[listed[k]]
            if offer & LINES != 0 and offer & OPEN != 0:
                points = sheets.points_of(lowest_one(tile), offer)
                best = max(best, points)
                total += points
        if best * 100 + total > most:
            most = best * 100 + total
            found = tile
        elif best * 100 + total == most:
            found = found | tile
    return found


judge_moves: Any = filled(evaluation, "values", wanted=wanted).judge_moves
"""How bots judge moves, but for the tiles that they would take."""


@kernel
def best_move_worth(position: Position, record: Position, own: Position, state: Position) -> float:
    """Return what the best move is worth to whoever is to move, beside the lead."""
    s, f = see(position), frame(own)
    survey(position, record)
    count = zawrot.list_moves(position, s.turn, f.moves)
    judge_moves(position, s.turn, count, record, own, state)
    best: float = f.values[0]
    for k in range(1, count):
        best = max(best, f.values[k])
    return best


@kernel
def waiting_worth(position: Position, seat: int, record: Position, state: Position) -> float:
    """Return what a position is worth to a seat that is not to move, beside the lead."""
    s, known, c = see(position), sheet(record), control(state)
    survey(position, record)
    c.facts[0, POINTS] = 0.0
    mover = s.turn if s.phase == PLACE else (s.turn + 1) % s.players
    if mover == seat:
        look_ahead(s, (seat + 1) % s.players, s.hands[seat], s.bank, known, c.facts, 0)
        return c.facts[0, BEST]
    look_ahead(s, mover, s.hands[seat], s.bank, known, c.facts, 0)
    worth: float = weighed(c.facts, 0, c.weights)
    return worth


@cache
def compiled_worths() -> tuple[Any, Any]:
    """Return `best_move_worth` and `waiting_worth` as machine code."""
    from kafelki.kernels import compiler

    position, number = compiler.POSITION, compiler.VALUES.dtype
    return (
        compiler.compiled_for(best_move_worth, number(*4 * [position])),
        compiler.compiled_for(waiting_worth, number(position, compiler.INTEGER, *2 * [position])),
    )


class Zawrot(Valuer):
    """Values by the judgement that the bots play with: points, and what is prepared or left."""

    version = 2

    def glance(self, header: Header) -> Glance:
        """Return what gives hunches: the lead that is to be expected, beside the tiles left."""
        load_compiled([header.game])
        best, waiting = compiled_worths()
        record, own, state = sheet.empty(), frame.empty(), control.empty()
        state.view(control.dtype)[0]["weights"] = SHREWD
        sides = 2 if header.players == 4 else header.players

        def look(position: Position, seat: int) -> Hunch:
            s = see(position)
            if s.turn == seat:
                worth = best(position, record, own, state)
                kind = "own" if s.phase == PLACE else "taking"
            else:
                worth = waiting(position, seat, record, state)
                kind = "other" if s.phase == PLACE else "next"
            points = [zawrot.side_points(s, side, sides) for side in range(sides)]
            mine = points.pop(seat % sides) + worth
            spread = math.sqrt(1.0 + s.left)
            return Hunch(_lead(mine, points, spread), 1.0 - s.left / COUNT, kind)

        return look

    def promising(self, turn: Turn) -> Numbers:
        """Return the moves that are judged best one deep."""
        judged = Judged(turn, SHREWD, compiled=True)
        order = np.argsort(-judged.values, kind="stable")[:COMPARED]
        return judged.moves[order]

    def trials(self, turn: Turn, calibrations: Calibrations, horizon: int = HORIZON) -> Trials:
        """Return what plays moves on in worlds that the seat cannot tell from the real one."""
        header = turn.header
        judged = Judged(turn, SHREWD, compiled=True)
        s = see(judged.known)
        ahead = max(horizon, header.players) - (s.phase != PLACE)
        tries = bots.Trials(judged, Meter(Budget(seconds=None), 1.0), turn.random.getrandbits(64))
        left = max(s.left - ahead, 0)
        stage, spread = 1.0 - left / COUNT, math.sqrt(1.0 + left)
        calibration = calibrations.of(header, "own")
        places = {number: k for k, number in enumerate(judged.moves.tolist())}

        def worth(lead: float) -> float:
            if abs(lead) > WIN:  # how the game ended
                return float(lead > 0)
            return calibration.chance(Hunch(lead / spread, stage))

        def try_out(moves: Numbers, worlds: int) -> Values:
            tried = np.array([places[number] for number in moves.tolist()])
            rows = tries.run(tried, ahead, WIDTH, worlds)
            return np.array([[worth(lead) for lead in row] for row in rows.tolist()])

        return try_out

    def why(self, turn: Turn, move: Move) -> Text:
        """Return the points of a move, what it leaves to others and what it prepares."""
        judged = Judged(turn, SHREWD, compiled=True)
        return reason(judged, int(np.flatnonzero(judged.moves == move.number)[0]))


def _lead(own: float, others: list[int], spread: float) -> float:
    """Return the expected lead in units of what the tiles left may still change."""
    if len(others) == 1:
        return (own - others[0]) / spread
    leads: Values = (own - np.array(others, dtype=float)) / spread
    chance = float((1.0 / (1.0 + np.exp(-3.0 * leads))).mean())
    chance = min(max(chance, 1e-9), 1.0 - 1e-9)
    return math.log(chance / (1.0 - chance)) / 3.0


VALUER = Zawrot()
