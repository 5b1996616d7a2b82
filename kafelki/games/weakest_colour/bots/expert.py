"""The expert: the best few moves are tried out in possible worlds, the better ones longer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafelki.bots.halving import Round, Values, is_clear, sequential_halving
from kafelki.bots.meter import PLENTY, Meter
from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.weakest_colour.bots.reasons import judgements
from kafelki.games.weakest_colour.bots.workspace import Workspace, Workspaces
from kafelki.play.game import Move
from kafelki.rules.engine import Numbers

SHARE = 0.95
"""So much of its time the search takes; the rest is for what goes on around it."""
UNCOUNTED = 200
"""How many worlds a round uses when nothing limits it."""
FIRST_WORLDS, WORLDS = 4, 16
"""Worlds between two looks at the clock: at first, and later at the most."""


@dataclass(frozen=True)
class Sight:
    """How an expert looks ahead."""

    candidates: int = 12
    """How many moves are tried."""
    horizon: int = 2
    """How many of its own turns it plays on before it judges the position."""
    alone: int = 4
    """The same for a player alone: with nobody to foresee it pays to look further."""
    width: int = 32
    """How many moves each player looks closer at on the way."""


class Expert:
    """Tries the best few moves in possible worlds, dropping the worse half again and again."""

    def __init__(self, sight: Sight | None = None) -> None:
        self.sight = sight or Sight()
        self.nodes = 0
        """How often the last decision tried a candidate in some world."""
        self._workspaces = Workspaces(lead=True, compiled=True)

    def choose(self, turn: Turn) -> Move:
        """Return the move that did best."""
        moves, _ = self._ponder(turn)
        return Move(turn.header.game, int(moves[0]))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that did best; those dropped earlier stand behind the rest."""
        moves, values = self._ponder(turn)
        return judgements(turn, moves[:top], values[:top])

    def _ponder(self, turn: Turn) -> tuple[Numbers, Values]:
        work = self._workspaces.for_turn(turn)
        moves, values = work.shortlist(turn.known, turn.seat)
        self.nodes = 0
        if len(moves) == 1:
            return moves, values
        meter = Meter(turn.budget, SHARE)
        horizon = self.sight.alone if turn.header.players == 1 else self.sight.horizon
        work.look_ahead(turn, horizon, self.sight.width)
        tried = moves[: self.sight.candidates]
        order, worths = sequential_halving(
            np.arange(len(tried)), lambda stage, left: _try_out(work, tried[left], stage, meter)
        )
        self.nodes = meter.nodes
        rest = slice(len(tried), None)
        # What was not tried is judged one deep; it never stands before what was.
        below = np.minimum(values[rest], worths[-1])
        return np.concatenate([tried[order], moves[rest]]), np.concatenate([worths, below])


def _try_out(work: Workspace, moves: Numbers, stage: Round, meter: Meter) -> Values:
    """Return a row a world, as many as the round's share of the budget allows."""
    most = UNCOUNTED if meter.seconds is None else PLENTY
    if meter.most is not None:
        most = max(1, meter.most // (stage.rounds * len(moves)))
    rows = np.zeros((0, len(moves)))
    chunk = FIRST_WORLDS
    while chunk > 0 and len(rows) < most and not is_clear(rows):
        more = work.try_out(moves, min(chunk, most - len(rows)))
        meter.spend(more.size)
        rows = np.concatenate([rows, more])
        chunk = min(WORLDS, meter.in_time(stage.until) // len(moves))
    return rows
