"""The expert: the best few moves are tried out in possible worlds, the better ones longer."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Budget, Judgement, Turn
from kafelki.games.zawrot.bots.judge import SHREWD
from kafelki.games.zawrot.bots.machine import Judged, Trials, Values
from kafelki.games.zawrot.bots.reasons import reason
from kafelki.games.zawrot.rules import COUNT, PLACE, see
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Move

Indices = npt.NDArray[np.intp]

DEFAULT_NODES = 20_000
"""The budget where none is given: about a second's work."""

PART = 0.85
"""How much of the seconds is planned with: the rest is for what cannot be foreseen."""

WIDTHS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30, 40, 60, 100, 250)
"""How many moves of each player are looked at to the end, once nothing is hidden any more."""

FIRST_LOOK = 3
"""As many worlds count as much as the worth of a move one deep."""

CLEAR = 4.0
"""So many standard errors ahead, a move needs no further comparison."""


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


class Meter:
    """How much of a budget is spent, as a part of the whole."""

    def __init__(self, budget: Budget) -> None:
        self._seconds = budget.seconds
        self._nodes = budget.nodes
        if self._seconds is None and self._nodes is None:
            self._nodes = DEFAULT_NODES
        self._started = time.perf_counter()

    def spent(self, nodes: int) -> float:
        """Return the part that is spent once so many nodes are used."""
        parts = [0.0]
        if self._nodes is not None:
            parts.append(nodes / max(1, self._nodes))
        if self._seconds is not None:
            parts.append((time.perf_counter() - self._started) / max(1e-3, PART * self._seconds))
        return max(parts)

    def left(self, nodes: int) -> int:
        """Return how many more nodes the budget is good for, by the pace so far."""
        left = 1 << 40
        if self._nodes is not None:
            left = self._nodes - nodes
        if self._seconds is not None:
            elapsed = time.perf_counter() - self._started
            pace = nodes / max(1e-4, elapsed)
            left = min(left, int(pace * (PART * self._seconds - elapsed)))
        return max(0, left)


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
        meter = Meter(turn.budget)
        judged = Judged(turn, self.weights, compiled=True)
        order = np.argsort(-judged.values, kind="stable")
        self.nodes = 0
        if len(order) == 1:
            return judged, order, judged.values
        trials = Trials(judged, self.weights, random_state(turn.random.getrandbits(64)))
        if self.sight.to_the_end and _nothing_is_hidden(judged):
            tried, values = _search_to_the_end(trials, order, self.sight.candidates, meter)
        else:
            tried = order[: self.sight.candidates]
            tried, values = _compare(
                trials, tried, self._horizon(judged), self._width(judged), meter
            )
        self.nodes = trials.nodes
        rest = order[len(tried) :]
        # What was not tried, or dropped early, never stands before what did well for longer.
        values = np.minimum.accumulate(np.concatenate([values, judged.values[rest]]))
        return judged, np.concatenate([tried, rest]), values

    def _horizon(self, judged: Judged) -> int:
        """Return how many placements to look ahead: at least until all others have had a turn."""
        s = see(judged.known)
        players: int = s.players
        return max(self.sight.horizon, players) - (0 if s.phase == PLACE else 1)

    def _width(self, judged: Judged) -> int:
        """Return the width; of three players each goes for the own good, not against one."""
        return 1 if see(judged.known).players == 3 else self.sight.width


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
        limit = 1 << 40 if width == 1 else meter.left(trials.nodes)
        found = trials.run(tried, COUNT, width, 1, limit)[0]
        if np.isnan(found).any():
            break
        ranking = np.argsort(-found, kind="stable")
        best_first, values = tried[ranking], found[ranking]
    return best_first, values


def _compare(
    trials: Trials, tried: Indices, horizon: int, width: int, meter: Meter
) -> tuple[Indices, Values]:
    """Halve the moves round by round by how they do; return them best first, with values."""
    rounds = max(1, (len(tried) - 1).bit_length())
    dropped: list[tuple[int, float]] = []
    sums, worlds = np.zeros(len(tried)), 0
    for number in range(rounds):
        results = _results(trials, tried, horizon, width, meter, (number + 1) / rounds)
        if number == 0:
            # The first look counts like some worlds: two or three alone may be odd ones.
            first = trials.first_look(tried)
            sums = FIRST_LOOK * (first - first.mean() + results.mean())
            worlds = FIRST_LOOK
        sums, worlds = sums + results.sum(axis=0), worlds + len(results)
        order = np.argsort(-sums, kind="stable")
        tried, sums, results = tried[order], sums[order], results[:, order]
        kept = len(tried) if number + 1 == rounds else (len(tried) + 1) // 2
        dropped[:0] = zip(tried[kept:].tolist(), (sums[kept:] / worlds).tolist(), strict=True)
        if _is_clear(results) or meter.spent(trials.nodes) >= 1:
            dropped[:0] = zip(tried[:kept].tolist(), (sums[:kept] / worlds).tolist(), strict=True)
            tried, sums = tried[:0], sums[:0]
            break
        tried, sums = tried[:kept], sums[:kept]
    ranked = [*zip(tried.tolist(), (sums / worlds).tolist(), strict=True), *dropped]
    return np.array([k for k, _ in ranked], dtype=np.intp), np.array([v for _, v in ranked])


def _results(
    trials: Trials, tried: Indices, horizon: int, width: int, meter: Meter, until: float
) -> Values:
    """Return a row a world, as many as fit until that part of the budget is spent."""
    chunk = max(1, 32 // len(tried))
    rows = [trials.run(tried, horizon, width, max(2, chunk), 1 << 40)]
    while meter.spent(trials.nodes) < until:
        rows.append(trials.run(tried, horizon, width, max(2, chunk), 1 << 40))
    return np.concatenate(rows)


def _is_clear(results: Values) -> bool:
    """Return whether the first move did certainly better than each of the others."""
    if len(results) < 24:
        return False
    ahead = results[:, :1] - results[:, 1:]
    error = ahead.std(axis=0) / len(results) ** 0.5
    return bool((ahead.mean(axis=0) > CLEAR * error + 1e-9).all())
