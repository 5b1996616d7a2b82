"""The expert: the best few moves are tried out in possible worlds, the better ones longer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafelki.bots.halving import Indices, Round, Values, is_clear, sequential_halving
from kafelki.bots.meter import PLENTY, Meter
from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.zawrot.bots.evaluation import SHREWD
from kafelki.games.zawrot.bots.reasons import reason
from kafelki.games.zawrot.bots.workspace import Judged, Trials
from kafelki.games.zawrot.kernels import COUNT, PLACE, see
from kafelki.play.game import Move

USUAL_NODES = 20_000
"""The budget where none is given: about a second's work."""

SHARE = 0.85
"""How much of the seconds is planned with: the rest is for what cannot be foreseen."""

WIDTHS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40, 60, 100, 250)
"""How many moves of each player are looked at to the end, once nothing is hidden any more."""

FIRST_LOOK = 3
"""As many worlds count as much as the worth of a move one deep."""


@dataclass(frozen=True)
class Sight:
    """How far an expert looks."""

    candidates: int = 16
    """How many moves are tried out."""
    horizon: int = 2
    """How many placements ahead, with the own one."""
    width: int = 2
    """How many moves of each player are looked at on the way."""
    to_the_end: bool = True
    """Whether the end of the game is searched by itself once nothing is hidden."""


class Expert:
    """Tries the most promising moves in many worlds, dropping the worse half again and again."""

    def __init__(self, sight: Sight | None = None, weights: Values = SHREWD) -> None:
        self.sight = sight or Sight()
        self.weights = weights
        self.nodes = 0

    def choose(self, turn: Turn) -> Move:
        """Return the move that did best."""
        _, order, _ = self._ponder(turn)
        return turn.moves[int(order[0])]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that did best; those that were not tried stand behind the rest."""
        judged, order, values = self._ponder(turn)
        return [
            Judgement(turn.moves[k], float(value), reason(judged, k))
            for k, value in zip(order[:top].tolist(), values[:top], strict=True)
        ]

    def _ponder(self, turn: Turn) -> tuple[Judged, Indices, Values]:
        """Return the judged moves, their indices from best to worst, and the values to these."""
        meter = Meter(turn.budget, SHARE, USUAL_NODES)
        judged = Judged(turn, self.weights, compiled=True)
        order = np.argsort(-judged.values, kind="stable")
        self.nodes = 0
        if len(order) == 1:
            return judged, order, judged.values
        trials = Trials(judged, meter, turn.random.getrandbits(64))
        if self.sight.to_the_end and _nothing_is_hidden(judged):
            tried, values = _search_to_the_end(trials, order, self.sight.candidates, meter)
        else:
            ahead = _horizon_and_width(judged, self.sight)
            tried, values = _compare(trials, judged, order[: self.sight.candidates], ahead, meter)
        self.nodes = meter.nodes
        rest = order[len(tried) :]
        # What was not tried, or dropped early, never stands before what did well for longer.
        values = np.minimum.accumulate(np.concatenate([values, judged.values[rest]]))
        return judged, np.concatenate([tried, rest]), values


def _horizon_and_width(judged: Judged, sight: Sight) -> tuple[int, int]:
    """Return how many placements to look ahead, and at how many moves of each player."""
    s = see(judged.known)
    # All others shall have had a turn. Of three, each goes for the own good, not against one.
    return max(sight.horizon, s.players) - (s.phase != PLACE), 1 if s.players == 3 else sight.width


def _nothing_is_hidden(judged: Judged) -> bool:
    """Return whether two sides play on with all tiles known: only one world is possible."""
    s = see(judged.known)
    concealed: list[int] = [s.hidden[seat] for seat in range(s.players)]
    unseen: int = s.stack.bit_count()
    return len(concealed) != 3 and unseen == sum(concealed) == max(concealed)


def _search_to_the_end(
    trials: Trials, order: Indices, candidates: int, meter: Meter
) -> tuple[Indices, Values]:
    """Search the rest of the game, wider and wider; return the moves best first, with values."""
    best_first, values = order[:candidates], np.zeros(0)
    for width in WIDTHS:
        tried = np.concatenate([best_first, order[len(best_first) : 2 * width]])
        limit = PLENTY if width == 1 else min(meter.left(), meter.in_time())
        found = trials.run(tried, COUNT, width, 1, limit)[0]
        if np.isnan(found).any():
            break
        ranking = np.argsort(-found, kind="stable")
        best_first, values = tried[ranking], found[ranking]
    return best_first, values


def _compare(
    trials: Trials, judged: Judged, tried: Indices, ahead: tuple[int, int], meter: Meter
) -> tuple[Indices, Values]:
    """Return the tried moves best first, with values, looking (horizon, width) ahead."""

    def try_out(stage: Round, left: Indices) -> Values:
        worlds = max(2, 32 // len(left))
        rows = [trials.run(left, *ahead, worlds)]
        while meter.spent() < stage.until:
            rows.append(trials.run(left, *ahead, worlds))
        return np.concatenate(rows)

    def first_look(left: Indices, rows: Values) -> tuple[Values, int]:
        """Return the worth one deep like some worlds: two or three alone may be odd ones."""
        values = judged.values[left]
        return FIRST_LOOK * (values - values.mean() + rows.mean()), FIRST_LOOK

    return sequential_halving(
        tried, try_out, lambda rows: is_clear(rows) or meter.spent() >= 1, first_look
    )
