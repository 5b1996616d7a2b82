"""The players: one that glances, one that looks one move deep, one that looks ahead."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.weakest_colour.bots.mind import Floats, Mind, Minds, Numbers
from kafelki.games.weakest_colour.bots.reasons import reason
from kafelki.kernels.randomness import RandomState, random_state
from kafelki.play.game import Move

LOOKED_AT = 48
"""How many moves of those that promise most at a glance get a closer look."""


UNCOUNTED = 200
"""How many worlds a round uses when nothing limits it."""


class OneDeep:
    """The best move one deep: by a network that was trained by self-play, or by a glance."""

    def __init__(self, *, network: bool = True) -> None:
        self._minds = Minds(network=network)

    def choose(self, turn: Turn) -> Move:
        """Return a move of the highest value, among equals any."""
        moves, values = self._minds.for_turn(turn).shortlist(turn.known, turn.seat, LOOKED_AT)
        best = int((values == values[0]).sum())
        return Move(turn.header.game, int(moves[turn.random.randrange(best)]))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves of the highest values, best first."""
        looked_at = max(top, LOOKED_AT)
        moves, values = self._minds.for_turn(turn).shortlist(turn.known, turn.seat, looked_at)
        return judgements(turn, moves[:top], values[:top])


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
        self._minds = Minds(lead=True, compiled=True)

    def choose(self, turn: Turn) -> Move:
        """Return the move that did best."""
        moves, _ = self._ponder(turn)
        return Move(turn.header.game, int(moves[0]))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves that did best; those dropped earlier stand behind the rest."""
        moves, values = self._ponder(turn)
        return judgements(turn, moves[:top], values[:top])

    def _ponder(self, turn: Turn) -> tuple[Numbers, Floats]:
        mind = self._minds.for_turn(turn)
        known = turn.known
        moves, values = mind.shortlist(known, turn.seat, LOOKED_AT)
        self.nodes = 0
        if len(moves) == 1:
            return moves, values
        contest = Contest(self.sight, mind, turn, known, moves[: self.sight.candidates])
        tried, worths = contest.decide()
        self.nodes = contest.nodes
        rest = slice(len(tried), None)
        # What was not tried is judged one deep; it never stands before what was.
        below = np.minimum(values[rest], worths[-1])
        return np.concatenate([tried, moves[rest]]), np.concatenate([worths, below])


class Contest:
    """Sequential halving between candidates, within a budget of seconds, tries or both."""

    def __init__(
        self, sight: Sight, mind: Mind, turn: Turn, known: np.ndarray, candidates: Numbers
    ) -> None:
        self.sight = sight
        self.mind = mind
        self.seat = turn.seat
        self.horizon = sight.alone if turn.header.players == 1 else sight.horizon
        self.known = known
        self.random: RandomState = random_state(turn.random.getrandbits(64))
        self.alive = candidates
        self.rounds = max(1, int(np.ceil(np.log2(max(2, len(candidates))))))
        budget = turn.budget
        self.seconds = budget.seconds
        self.tries = budget.nodes
        self.started = time.perf_counter()
        self.nodes = 0

    def decide(self) -> tuple[Numbers, Floats]:
        """Return the candidates and their values, best first."""
        alive = self.alive
        sums, worlds = np.zeros(len(alive)), 0
        ranked_moves: list[int] = []
        ranked_values: list[float] = []
        for number in range(self.rounds):
            if len(alive) == 1:
                break
            sums, more = self._round(number, alive, sums)
            worlds += more
            order = np.argsort(-sums, kind="stable")
            alive, sums = alive[order], sums[order]
            kept = max(1, (len(alive) + 1) // 2) if number + 1 < self.rounds else 1
            ranked_moves[:0] = alive[kept:].tolist()
            ranked_values[:0] = (sums[kept:] / worlds).tolist()
            alive, sums = alive[:kept], sums[:kept]
        best = (sums / max(1, worlds)).tolist()
        moves = np.array(alive.tolist() + ranked_moves, dtype=np.int32)
        values = np.array(best + ranked_values)
        # A move dropped early was tried in other worlds: it may not overtake a later one.
        return moves, np.minimum.accumulate(values)

    def _round(self, number: int, alive: Numbers, sums: Floats) -> tuple[Floats, int]:
        """Try the candidates until the round's share of the budget is spent."""
        sums, squares = sums.copy(), np.zeros(len(alive))
        fresh = np.zeros(len(alive))
        worlds = 0
        most = self._worlds(len(alive))
        chunk = 4
        while worlds < most:
            chunk = min(chunk, most - worlds)
            begun = time.perf_counter()
            self.nodes += self.mind.try_candidates(
                self.known,
                self.seat,
                chunk,
                alive,
                fresh,
                squares,
                self.horizon,
                self.sight.width,
                self.random,
            )
            worlds += chunk
            if self._is_clear(fresh, squares, worlds):
                break
            if self.seconds is not None:
                now = time.perf_counter()
                left = self.started + 0.95 * self.seconds * (number + 1) / self.rounds - now
                pace = (now - begun) / chunk
                chunk = min(16, int(left / pace))
                if chunk < 1:
                    break
            else:
                chunk = 16
        return sums + fresh, worlds

    def _worlds(self, count: int) -> int:
        """Return how many worlds a round may use."""
        if self.tries is None:
            return UNCOUNTED if self.seconds is None else 1 << 30
        return max(1, self.tries // (self.rounds * count))

    def _is_clear(self, sums: Floats, squares: Floats, worlds: int) -> bool:
        """Return whether the first candidate is certainly better than all others."""
        if worlds < 24:
            return False
        means = (sums[0] - sums[1:]) / worlds
        spread = np.sqrt(np.maximum(squares[1:] / worlds - means**2, 1e-9) / worlds)
        return bool((means > 4 * spread).all())


def judgements(turn: Turn, moves: Numbers, values: Floats) -> list[Judgement]:
    """Return moves and values with the reasons in words."""
    game = turn.header.game
    known = turn.known
    return [
        Judgement(move, value, reason(turn, known, move))
        for number, value in zip(moves.tolist(), values.tolist(), strict=True)
        for move in [Move(game, number)]
    ]
