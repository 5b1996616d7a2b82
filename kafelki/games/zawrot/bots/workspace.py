"""The compiled judge and search, with the records they work on."""

from __future__ import annotations

import numpy as np

from kafelki.bots.halving import Indices, Values
from kafelki.bots.machine_code import Described, compiled_kernel
from kafelki.bots.meter import PLENTY, Meter
from kafelki.bots.protocol import Turn
from kafelki.games.zawrot.bots.evaluation import control, frame, judge_moves
from kafelki.games.zawrot.bots.search import KNOWN, ROWS, try_moves
from kafelki.games.zawrot.bots.sheet import sheet, survey
from kafelki.games.zawrot.kernels import see
from kafelki.kernels.randomness import random_state


def described_kernels(game: str) -> Described:
    """Return the kernels that the bots call, with their signatures."""
    from kafelki.kernels import compiler

    position, integer, nothing = compiler.POSITION, compiler.INTEGER, compiler.NOTHING
    rows = position.copy(ndim=2)
    tried = nothing(*3 * [rows], position, integer, compiler.VALUES)
    return {
        "survey": (survey, nothing(position, position)),
        "judge_moves": (judge_moves, nothing(position, *2 * [integer], *3 * [position])),
        "try_moves": (try_moves, tried),
    }


class Judged:
    """The legal moves of a turn with their values and facts, and the sheet of the position."""

    def __init__(self, turn: Turn, weights: Values, *, compiled: bool = False) -> None:
        ready = compiled or turn.engine.compiled
        measure = compiled_kernel("zawrot", "survey") if ready else survey
        judge = compiled_kernel("zawrot", "judge_moves") if ready else judge_moves
        self.known = turn.known
        self.seat = turn.seat
        self.moves = turn.moves.numbers
        self.sheet = sheet.empty()
        self.state, first = control.empty(), frame.empty()
        asked, found = self.state.view(control.dtype)[0], first.view(frame.dtype)[0]
        count = len(self.moves)
        asked["weights"] = weights
        found["moves"][:count] = self.moves
        measure(self.known, self.sheet)
        judge(self.known, self.seat, count, self.sheet, first, self.state)
        self.values: Values = found["values"][:count]
        self.facts: Values = asked["facts"][:count].copy()


class Trials:
    """Moves of a judged turn, tried out in worlds that the seat cannot tell apart."""

    def __init__(self, judged: Judged, meter: Meter, random: int) -> None:
        self._judged = judged
        self._meter = meter
        self._run = compiled_kernel("zawrot", "try_moves")
        self._positions, self._sheets = see.rows(ROWS), sheet.rows(ROWS)
        self._frames = frame.rows(ROWS)
        self._positions[KNOWN, : see.size] = judged.known
        self._sheets[KNOWN, : sheet.size] = judged.sheet
        self._asked = judged.state.view(control.dtype)[0]
        self._asked["seat"] = judged.seat
        self._asked["random"] = random_state(random)

    def run(
        self, tried: Indices, horizon: int, width: int, worlds: int, limit: int = PLENTY
    ) -> Values:
        """Return a row a world: the value of each of the moves at the indices `tried`.

        The search looks `horizon` placements ahead, at `width` moves of each player. Once it
        has used `limit` nodes it stops: what it did not finish is not a number.
        """
        asked = self._asked
        asked["horizon"], asked["width"], asked["limit"] = horizon, width, limit
        asked["tried"][: len(tried)] = self._judged.moves[tried]
        asked["count"] = len(tried)
        results = np.full(worlds * len(tried), np.nan)
        self._run(self._positions, self._sheets, self._frames, self._judged.state, worlds, results)
        self._meter.spend(int(asked["nodes"]))
        return results.reshape(worlds, len(tried))
