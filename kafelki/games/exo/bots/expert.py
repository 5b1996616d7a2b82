"""The expert: deepens its search of the best moves until the budget is spent."""

from __future__ import annotations

import math
from bisect import insort
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.exo.bots.evaluation import LOSES_NEXT, LOSES_NOW, WINS
from kafelki.games.exo.bots.reasons import explain, explain_sure
from kafelki.games.exo.bots.search import ENDLESS, FREE, SURE, WON
from kafelki.games.exo.bots.weights import LOGIT
from kafelki.games.exo.bots.workspace import Allowance, OutOfBudget, Workspace
from kafelki.games.exo.kernels import see
from kafelki.kernels.language import Position
from kafelki.play.game import Move

WIDTH = 18
"""How many free moves are tried where little depth is left."""
ROOT_WIDTH = 40
"""How many of one's own moves are looked at deeply, unless all of them lose."""
CERTAIN = 50.0
"""The value told for a sure win, less a tenth for every tile until then."""

Judged = list[tuple[int, int]]
"""Moves and what they are worth."""


@dataclass(eq=False)
class Expert:
    """Alpha-beta search: never misses five in one move, sees forced wins many moves ahead."""

    width: int = WIDTH
    deepest: int = 60
    nodes: int = field(default=0, init=False)

    @cached_property
    def work(self) -> Workspace:
        """The records of its search, made when they are first needed."""
        return Workspace()

    def choose(self, turn: Turn) -> Move:
        """Return the best move found."""
        return Move(turn.header.game, self._deepen(turn, 1)[0][0])

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the best moves found, best first."""
        return [self._judgement(turn, *each) for each in self._deepen(turn, top)[:top]]

    def _judgement(self, turn: Turn, number: int, worth: int) -> Judgement:
        move = Move(turn.header.game, number)
        if abs(worth) < SURE:
            return Judgement(move, worth / LOGIT, explain(turn, move))
        plies = WON - worth if worth > 0 else -WON - worth
        value = math.copysign(CERTAIN - abs(plies) / 10, worth)
        return Judgement(move, value, explain_sure(turn, move, plies))

    def _deepen(self, turn: Turn, top: int) -> Judged:
        """Return moves and their worth, best first; the first `top` of them are exact."""
        work = self.work  # to load it the first time is no part of thinking
        allowance = Allowance(turn.budget)
        work.forget(self.width, allowance.is_ample)
        sound, losing = self._at_a_glance(turn)
        kept = max(ROOT_WIDTH, top)
        judged, rest = (sound, []) if allowance.is_ample else (sound[:kept], sound[kept:])
        lost: dict[int, int] = {}
        known = turn.known
        depth, last = 0, min(see(known).left, self.deepest) - 1
        while judged and abs(judged[0][1]) < SURE and (top > 1 or len(sound) > 1):
            search = _Pass(work, known, turn.seat, top, FREE * depth, allowance, lost)
            finished = search.through(judged)
            if finished and rest and search.judged[0][1] < -SURE:
                finished = search.through(rest)
                rest = []
            judged = search.ranked(judged, finished or top == 1)
            if finished and len(judged) > kept and not rest:
                judged, rest = search.parted(judged, kept)
            if finished and depth < last:
                depth += 1
            elif allowance.is_late:
                break
            else:
                allowance.is_late = True
        self.nodes = allowance.nodes
        return judged + rest + losing

    def _at_a_glance(self, turn: Turn) -> tuple[Judged, Judged]:
        """Return the moves by their immediate worth: those that do not lose at once, the others."""
        moves = turn.moves.numbers.copy()
        np.random.Generator(np.random.PCG64(turn.random.getrandbits(64))).shuffle(moves)
        values = np.zeros(len(moves))
        self.work.run.evaluate(turn.known, turn.seat, moves, len(moves), values)
        order = np.argsort(-values, kind="stable")
        judged = [(int(moves[k]), _worth(values[k])) for k in order]
        sound = sum(1 for _, value in judged if value > -SURE)
        return judged[:sound], judged[sound:]


@dataclass
class _Pass:
    """One pass over the moves at one depth.

    `lost` keeps from pass to pass the worth of those found to lose by force within five tiles,
    and 0 for those found not to.
    """

    work: Workspace
    position: Position
    seat: int
    top: int
    depth: int
    allowance: Allowance
    lost: dict[int, int]
    judged: Judged = field(default_factory=list)
    threats: set[int] = field(default_factory=set)

    def through(self, moves: Judged) -> bool:
        """Judge the moves; return whether the budget was enough for all of them."""
        try:
            for move, _ in moves:
                insort(self.judged, (move, self._worth(move)), key=lambda each: -each[1])
        except OutOfBudget:
            return False
        return True

    def ranked(self, before: Judged, whole: bool) -> Judged:
        """Return the moves judged now (if these count), then the others, then those that lose."""
        judged = self.judged if whole else []
        now = {move for move, _ in judged}
        every = judged + [each for each in before if each[0] not in now]
        every = [(move, self.lost.get(move) or worth) for move, worth in every]
        return sorted(every, key=lambda each: each[1] < -SURE)

    def parted(self, judged: Judged, kept: int) -> tuple[Judged, Judged]:
        """Return the moves to look at deeply, the best and all that threaten five, and the rest."""
        rest = [each for each in judged[kept:] if each[0] not in self.threats]
        set_aside = set(rest)
        return [each for each in judged if each not in set_aside], rest

    def _worth(self, move: int) -> int:
        """Return a move's worth; one that seems good enough is tried against every threat too."""
        full = len(self.judged) >= self.top
        alpha = self.judged[self.top - 1][1] if full else -ENDLESS
        if alpha < -SURE and self._loss(move):
            return self._loss(move)
        value = self._search(move, alpha, alpha + 1 if full else ENDLESS)
        if value <= alpha:
            return value
        if value < SURE and self._loss(move):
            return self._loss(move)
        return self._search(move, alpha, ENDLESS) if full else value

    def _loss(self, move: int) -> int:
        """Return the worth of a move that loses by force within five tiles, else 0."""
        if move not in self.lost:
            if not (self.allowance.is_ample and self.allowance.is_late):
                return 0
            tiles = self.work.loses(self.position, self.seat, move, self.allowance)
            self.lost[move] = 2 * tiles - WON if tiles else 0
        return self.lost[move]

    def _search(self, move: int, alpha: int, beta: int) -> int:
        asked = self.position, self.seat, move
        value = self.work.worth(*asked, (alpha, beta), self.depth, self.allowance)
        if self.work.bottom.forced:
            self.threats.add(move)
        return value


def _worth(glance: float) -> int:
    """Return the search's number for the worth of a move at a glance."""
    if glance >= WINS:
        return WON - 1
    if glance <= LOSES_NOW:
        return 2 - WON - 1
    if glance < LOSES_NEXT / 2:
        return 2 - WON
    return int(glance)
