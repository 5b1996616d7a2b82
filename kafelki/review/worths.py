"""What positions are worth to every seat: by a hunch, by the end, and over what chance may bring.

A worth goes from 0 to 1. For two it is the chance to win (a draw is half a win), for more the
part of the others that one is before, so that the expected place follows from it; alone it is
the result, in wholes of `Valuer.whole` points.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.bots.valuing import Calibrations, Hunch, Valuer, calibrations_of, valuer_of
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import RandomState, random_state
from kafelki.play.header import Header
from kafelki.review.depths import STANDARD, Depth
from kafelki.review.places import worths_of_places
from kafelki.rules.contract import CHANCE, Seating
from kafelki.rules.engine import Engine, engine_of, load_compiled

Vector = npt.NDArray[np.float64]

REDEALS = 16
"""A seat knows everything where so many deals of what is hidden come out the same."""


class Mean(NamedTuple):
    """A worth for each seat asked for, with its standard error: none where nothing was drawn."""

    values: Vector
    errors: Vector

    @property
    def is_exact(self) -> bool:
        """Whether every way for chance to go on was counted."""
        return not self.errors.any()


class Worths:
    """What positions of one kind of table are worth."""

    def __init__(
        self,
        header: Header,
        depth: Depth = STANDARD,
        valuer: Valuer | None = None,
        calibrations: Calibrations | None = None,
    ) -> None:
        load_compiled([header.game])
        self.header = header
        self.depth = depth
        self.engine: Engine = engine_of(header.game)
        self.valuer = valuer or valuer_of(header.game)
        self.calibrations = calibrations or calibrations_of(header.game)
        self._glance = self.valuer.glance(header)
        self._parties = Seating(header.players, header.variant, header.teams).parties
        self._remembered: dict[tuple[int, bytes], float] = {}

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.header.players)

    def forget(self) -> None:
        """Free the memory of positions that were looked at."""
        self._remembered.clear()

    # The end

    def of_result(self, position: Position) -> Vector:
        """Return what the end of a game is worth to each seat."""
        if self.header.players == 1:
            points = self.header.rules.measure.value(self.header.rules.scores(position)[0])
            return np.array([points / self.valuer.whole])
        _, places = self.engine.result(position, self.header.players)
        return np.array(worths_of_places(places, self._parties))

    # Where somebody is to move

    def of_seat(self, position: Position, seat: int, *, known: bool = False) -> float:
        """Return what a position in which somebody is to move is worth to a seat, or the end.

        It is judged by what the seat may know; `known` says that the position is just that.
        """
        if self.engine.kernels.acting(position) == 0:
            return float(self.of_result(position)[seat])
        seen = position.copy()
        if not known:
            self.engine.kernels.conceal(seen, seat)
        key = seat, seen.tobytes()
        if key not in self._remembered:
            last = self._of_last_move(seen, seat)
            self._remembered[key] = self._of_hunch(seen, seat) if last is None else last
        return self._remembered[key]

    def hunch(self, position: Position, seat: int) -> Hunch:
        """Return what a seat's position seems worth, before calibration."""
        seen = position.copy()
        self.engine.kernels.conceal(seen, seat)
        return self._glance(seen, seat)

    def _of_hunch(self, known: Position, seat: int) -> float:
        hunch = self._glance(known, seat)
        if hunch.sure is not None:
            return hunch.sure
        calibration = self.calibrations.of(self.header, hunch.kind)
        return calibration.line(hunch) if len(self.seats) == 1 else calibration.chance(hunch)

    def is_last_move(self, known: Position, seat: int) -> bool:
        """Return whether every move of a seat ends the game."""
        return self._of_last_move(known, seat) is not None

    def _of_last_move(self, known: Position, seat: int) -> float | None:
        """Return a position's worth where every move ends the game, else None.

        Whoever moves takes the end that is best for it. Others' tiles count as known only where
        there is but one way to deal them.
        """
        kernels = self.engine.kernels
        acting = kernels.acting(known)
        if acting & (acting - 1):
            return None
        mover = acting.bit_length() - 1
        whole = known if mover == seat else self._only_deal(known, seat)
        if whole is None:
            return None
        best = None
        for move in self.engine.moves(whole, mover).tolist():
            after = whole.copy()
            kernels.play(after, mover, move)
            if kernels.acting(after) != 0:
                return None
            ended = self.of_result(after)
            if best is None or ended[mover] > best[mover]:
                best = ended
        return None if best is None else float(best[seat])

    def _only_deal(self, known: Position, seat: int) -> Position | None:
        """Return the position with what is hidden filled in, where there is only one way to."""
        found: Position | None = None
        for number in range(REDEALS):
            dealt = known.copy()
            self.engine.kernels.redeal(dealt, seat, random_state(number))
            if found is not None and not np.array_equal(dealt, found):
                return None
            found = dealt
        return found

    # Where chance is due

    def over_chance(self, position: Position, seats: range, *, known: bool = False) -> Mean:
        """Return what a position is worth to some seats, whoever or whatever is to act.

        Where chance is due it is the mean over all it may bring, by weight.
        """
        found = self._leaves(position)
        if found is not None:
            weights = np.array([weight for weight, _ in found])
            rows = np.array(
                [[self.of_seat(leaf, seat, known=known) for seat in seats] for _, leaf in found]
            )
            return Mean(weights @ rows / weights.sum(), np.zeros(len(seats)))
        random = random_state(_number_of(position))
        drawn = (self._drawn(position, random) for _ in range(self.depth.samples))
        rows = np.array([[self.of_seat(leaf, s, known=known) for s in seats] for leaf in drawn])
        return Mean(rows.mean(axis=0), rows.std(axis=0, ddof=1) / np.sqrt(len(rows)))

    def is_countable(self, position: Position) -> bool:
        """Return whether all that chance may bring from here on can be counted."""
        return self._leaves(position) is not None

    def _leaves(self, position: Position) -> list[tuple[float, Position]] | None:
        """Return the positions that chance may lead to, with their chances; None: too many."""
        leaves = []
        for leaf in self._each_leaf(position, 1.0):
            leaves.append(leaf)
            if len(leaves) > self.depth.leaves:
                return None
        return leaves

    def _each_leaf(self, position: Position, chance: float) -> Iterator[tuple[float, Position]]:
        if self.engine.kernels.acting(position) != CHANCE:
            yield chance, position
            return
        outcomes, weights = self.engine.outcomes(position)
        total = int(weights.sum())
        for outcome, weight in zip(outcomes.tolist(), weights.tolist(), strict=True):
            after = position.copy()
            self.engine.kernels.play_outcome(after, outcome)
            yield from self._each_leaf(after, chance * weight / total)

    def _drawn(self, position: Position, random: RandomState) -> Position:
        """Return a position to which chance may lead."""
        kernels = self.engine.kernels
        after = position.copy()
        while kernels.acting(after) == CHANCE:
            kernels.play_outcome(after, kernels.sample_outcome(after, self.engine.buffer(random)))
        return after

    # Moves

    def of_move(self, known: Position, seat: int, move: int) -> Mean:
        """Return what a move is worth to a seat that knows so much."""
        after = known.copy()
        self.engine.kernels.play(after, seat, move)
        return self.over_chance(after, range(seat, seat + 1), known=True)


def _number_of(position: Position) -> int:
    """Return a number that follows from a position: the same draws for the same position."""
    return int.from_bytes(hashlib.sha256(position.tobytes()).digest()[:8], "big")
