"""Trying things out from a finished game: a line of one's own, and what its positions are worth.

A line begins where somebody was to act. What chance brings in it is drawn from what is really
left, by a number that somebody chooses: never as the seed of the game would have drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kafelki.play.game import Game
from kafelki.play.record import play_event
from kafelki.play.refusal import Refusal
from kafelki.review.depths import DEPTHS
from kafelki.review.model import Choice
from kafelki.review.reviewing import judge
from kafelki.review.worths import Worths


def taken_up(game: Game, events: int) -> Game:
    """Return a game as it was after so many events, and after the draws that followed them.

    It has forgotten what came later, and draws nothing by itself.
    """
    here = game.copy()
    here.go_to(events)
    while here.chance_due and here._undone:
        here.forward()
    here.forget_later()
    here.seed, here.deals = None, False
    return here


def play_line(game: Game, line: Sequence[Mapping[str, Any]]) -> None:
    """Play events as records have them; Refusal with the number of the one that cannot be."""
    for event in line:
        try:
            play_event(game, event)
        except Refusal as refusal:
            raise refusal.at(len(game.events)) from None


def draw_on(game: Game, number: int) -> None:
    """Let chance bring all that is due, from what is left: the same for the same number."""
    here = game.copy()
    here.seed = hashlib.sha256(b"kafelki: analysis %d" % number).digest()
    here.deal()
    for event in here.events[len(game.events) :]:
        game._repeat(event)


@dataclass(frozen=True)
class Valued:
    """What a position is worth to every seat, and the best few moves of each that is to act."""

    depth: str
    worths: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors: 0 where all that chance may bring was counted."""
    choices: Mapping[int, tuple[Choice, ...]]
    whole: float
    """Alone: the points that a worth of 1 stands for."""
    is_calibrated: bool


def valued(game: Game, depth: str = "standard") -> Valued:
    """Return what the position of a game is worth, to each seat by what it may know."""
    if depth not in DEPTHS:
        raise Refusal(f"there is no depth {depth!r}: it is one of {', '.join(DEPTHS)}")
    worths = Worths(game.header, DEPTHS[depth])
    here = Game(game.header, engine=worths.engine)
    for event in game.events:
        here._repeat(event)
    mean = worths.over_chance(here._position, worths.seats)
    return Valued(
        depth=depth,
        worths=tuple(mean.values.tolist()),
        errors=tuple(mean.errors.tolist()),
        choices={seat: judge(here, seat, worths).choices(worths) for seat in here.to_act},
        whole=worths.valuer.whole,
        is_calibrated=worths.calibrations.measured(game.header),
    )
