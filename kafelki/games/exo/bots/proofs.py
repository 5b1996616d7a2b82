"""Wins by force that are proven: every tile of either player is tried, nothing is guessed.

A player *wins within n* who has five with the nth of their own tiles at the latest, whatever the
opponent does. That is decided either way, up to `LONGEST`.
"""

from __future__ import annotations

from functools import cache

from kafelki.games.exo.bots.threats import FOUND, NONE
from kafelki.games.exo.bots.workspace import Workspace
from kafelki.games.exo.kernels import WINNING_LINE, see
from kafelki.kernels.language import Position
from kafelki.rules.engine import engine_of

QUICK = 3
"""Within so many own tiles the compiled search sees all; what takes one more takes seconds."""
LONGEST = 4
"""Nobody looks for wins within more."""


class Prover(Workspace):
    """Finds wins by force: what it answers follows from the position alone.

    One that is not `whole` is quicker. What it says wins does win, but it may miss a win where
    the opponent could only hold by passing.
    """

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.control.whole = whole
        self.engine = engine_of("exo")
        self._answer = -1

    def moves(self, position: Position) -> list[int]:
        """Return the legal moves of whoever is to move."""
        return [int(move) for move in self.engine.moves(position, see(position).turn)]

    def after(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        later = position.copy()
        self.play(later, see(position).turn, move)
        return later

    def fives(self, position: Position) -> list[int]:
        """Return the moves that win at once, by the rules alone (EX-7, EX-8)."""
        seat = see(position).turn
        moves = self.engine.moves(position, seat)
        rows = self.engine.consequences(position, seat, moves)
        wins = (rows[:, 0] >= WINNING_LINE) & (rows[:, 1] < WINNING_LINE)
        return [int(move) for move in moves[wins]]

    def threatens(self, position: Position) -> bool:
        """Return whether who is not to move could finish five, if the other one passed."""
        return bool(self.fives(passed(position)))

    def winning(self, position: Position, within: int) -> list[int]:
        """Return the moves that win within so many tiles, of which there are 1 to 4."""
        found = set(self.fives(position))
        if within > 1:
            found |= set(self._forcing(position, min(within, QUICK)))
        if within > QUICK:
            rest = (move for move in self.moves(position) if move not in found)
            found |= {move for move in rest if not self._can_hold(position, move)}
        return sorted(found)

    def length(self, position: Position, most: int) -> int:
        """Return within how many tiles whoever is to move wins, 0 where not within the most."""
        if self.fives(position):
            return 1
        for within in range(2, min(most, QUICK) + 1):
            if self._is_forced(position, within):
                return within
        if most > QUICK and not all(self._can_hold(position, m) for m in self.moves(position)):
            return most
        return 0

    def within(self, position: Position, move: int, most: int = QUICK) -> int:
        """Return within how many tiles the opponent wins after a move, 0 where not by force."""
        later = self.after(position, move)
        s = see(later)
        if s.reason:
            return int(s.winner == 1 + s.turn)
        return self.length(later, most)

    def _can_hold(self, position: Position, move: int) -> bool:
        """Return whether the opponent has an answer after which no win follows within `QUICK`."""
        later = self.after(position, move)
        if see(later).reason:
            return True
        answers = self.moves(later)
        if self._answer in answers:  # what held before is likely to hold again
            answers.insert(0, self._answer)
        for answer in answers:
            if not self.within(later, answer):
                self._answer = answer
                return True
        return False

    def _forcing(self, position: Position, within: int) -> list[int]:
        """Return the moves after which nothing keeps their player from five (2 or 3 tiles)."""
        self._show(position)
        found, at = [], 0
        while at != NONE:
            self.control.attack = -1  # so that the order is always the same
            judged = self._find(within, at, 1)
            if judged == FOUND:
                found.append(int(self.control.attack))
                at += 1
            else:
                at = judged
        return found

    def _is_forced(self, position: Position, within: int) -> bool:
        self._show(position)
        return self._find(within, 0, 1 << 40) == FOUND

    def _find(self, within: int, begin: int, nodes: int) -> int:
        return int(self.run.find_force(*self.stack, 2 * within - 1, begin, nodes))

    def _show(self, position: Position) -> None:
        """Put a position at the bottom of the stack."""
        self.positions[0][: len(position)] = position
        self.run.read_lines(self.positions[0], self.records[0])


def passed(position: Position) -> Position:
    """Return the position as it would be, if whoever is to move did nothing."""
    later = position.copy()
    see(later).turn = 1 - see(later).turn
    return later


@cache
def prover(whole: bool = True) -> Prover:
    """Return a prover of this process, compiled."""
    return Prover(whole)
