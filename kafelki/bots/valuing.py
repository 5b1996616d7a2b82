"""What a position is worth to a seat: a game's hunch, and the calibration that makes it a chance.

A game brings `VALUER` in a module `value` of its package, and the numbers that calibrate it in
calibration.json beside it. `kafelki.review` makes all else of these.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.bots.halving import Values
from kafelki.bots.protocol import NO_REASON, Bot, Turn
from kafelki.kernels.language import Position
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.rules.engine import Numbers
from kafelki.rules.registry import file_of, own_part
from kafelki.rules.texts import Text

log = logging.getLogger(__name__)

CALIBRATION = "calibration.json"
MOST_STRENGTH = 30.0
"""Beyond this a chance is certain as far as numbers can tell."""


class Hunch(NamedTuple):
    """What a position seems worth to a seat, before it is calibrated."""

    strength: float
    """The higher, the better: something like the logarithm of the odds; alone the result."""
    stage: float = 0.0
    """How much of the game has been played, from 0 to 1."""
    kind: str = "own"
    """Hunches of different kinds are calibrated apart: such as when others are to move."""
    sure: float | None = None
    """What the position is worth for certain, where that is proven; strength is not asked then."""


Glance = Callable[[Position, int], Hunch]
"""Return the hunch of (position, seat). The position is what the seat knows, or all of it:

what is concealed from the seat must make no difference. It is one where somebody is to move, and
stays as it was.
"""


Trials = Callable[[Numbers, int], Values]
"""Return [world, move]: what each of (moves, worlds) is worth, all in the same new worlds."""


Ends = Callable[[Position, int, int], npt.NDArray[np.uint8]]
"""Return the last positions of so many games from (position, games, seed), a row each."""


class Valuer:
    """What a game says of its positions; as it stands, of those of any game: who leads."""

    version = 1
    """Goes up when the same position would get another value."""
    whole = 1.0
    """Alone: how many of the game's own points count as much as a whole game between two."""

    def glance(self, header: Header) -> Glance:
        """Return what gives hunches at the tables of a game, ready to be asked quickly."""
        measure, scores = header.rules.measure.value, header.rules.scores

        def look(position: Position, seat: int) -> Hunch:
            values = [float(measure(each)) for each in scores(position)]
            if len(values) == 1:
                return Hunch(values[0])
            own = values.pop(seat)
            return Hunch(own - max(values))

        return look

    def promising(self, turn: Turn) -> Numbers:
        """Return the moves of a turn that are worth a closer look: by default all."""
        return turn.moves.numbers

    def trials(self, turn: Turn, calibrations: Calibrations) -> Trials | None:
        """Return what tries moves of a turn in possible worlds; None: a hunch is all there is."""
        return None

    def ends(self, header: Header, bots: Sequence[Bot]) -> Ends | None:
        """Return what plays many games of these very bots, one a seat; None: that takes too long.

        Each bot must choose like it always does, by the position and by random numbers alone.
        """
        return None

    def why(self, turn: Turn, move: Move) -> Text:
        """Return what there is to say for a move, in a few words."""
        return NO_REASON

    def remarks(self, game: Game, seat: int) -> list[Text]:
        """Return what only this game has to say of how a seat played a finished game."""
        return []


PLAIN = Valuer()


def valuer_of(game: str) -> Valuer:
    """Return what values the positions of a game: its own, or one that looks who leads."""
    return own_part(game, "value", "VALUER", PLAIN)


@dataclass(frozen=True)
class Calibration:
    """How hunches of one kind become chances: numbers fitted to how games have ended.

    The stage bends the slope: ``a + b·stage + (c + d·stage + e·stage²) · strength``, of which
    the logistic function makes a chance; alone it is the result as it stands.
    """

    numbers: tuple[float, ...] = (0.0, 0.0, 1.0, 0.0, 0.0)

    def line(self, hunch: Hunch) -> float:
        """Return the calibrated strength."""
        a, b, c, d, e = self.numbers
        stage = hunch.stage
        slope = c + stage * (d + stage * e)
        return a + b * stage + max(slope, 0.0) * hunch.strength

    def chance(self, hunch: Hunch) -> float:
        """Return the chance that a hunch stands for.

        >>> Calibration().chance(Hunch(0.0)), round(Calibration().chance(Hunch(2.0)), 2)
        (0.5, 0.88)
        """
        line = max(-MOST_STRENGTH, min(MOST_STRENGTH, self.line(hunch)))
        return 1.0 / (1.0 + math.exp(-line))


@dataclass(frozen=True)
class Calibrations:
    """All that is known of how a game's hunches turn out."""

    kinds: Mapping[str, Mapping[str, Calibration]] = field(default_factory=dict)
    """By seating ("2", "4 pairs") and by kind of hunch."""
    losses: Sequence[tuple[float, float, float]] = ()
    """(level, mean, deviation) of what a decision of each level of play gives away, for two."""
    digest: str = ""

    def of(self, header: Header, kind: str) -> Calibration:
        """Return the calibration for a table; a plain one where nobody has measured it."""
        return self.kinds.get(seating_name(header), {}).get(kind, Calibration())

    def measured(self, header: Header) -> bool:
        """Return whether somebody has measured how hunches turn out at such tables."""
        return seating_name(header) in self.kinds


def seating_name(header: Header) -> str:
    """Return how calibrations call a number of players and a variant."""
    variant = "" if header.variant == "standard" else f" {header.variant}"
    return f"{header.players}{variant}"


@cache
def calibrations_of(game: str) -> Calibrations:
    """Return the numbers that a game brings; none where it has none that can be read."""
    text = file_of(game, CALIBRATION)
    if text is None:
        return Calibrations()
    try:
        return _read(json.loads(text), hashlib.sha256(text.encode()).hexdigest()[:16])
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        log.warning("%s of %s is left out: %s.", CALIBRATION, game, wrong)
        return Calibrations()


def _read(data: Mapping[str, Any], digest: str) -> Calibrations:
    kinds = {
        seating: {kind: Calibration(_numbers(numbers, 5)) for kind, numbers in each.items()}
        for seating, each in data["kinds"].items()
    }
    losses = [_numbers(row, 3) for row in data.get("losses", [])]
    return Calibrations(kinds, [(row[0], row[1], row[2]) for row in losses], digest)


def _numbers(given: Sequence[Any], count: int) -> tuple[float, ...]:
    if len(given) != count:
        raise ValueError(f"{count} numbers belong together, not {len(given)}")
    return tuple(float(number) for number in given)
