"""The story of a finished game: how the score went, and which moves it turned on."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from kafelki.bots.protocol import Budget, Judgement
from kafelki.bots.registry import ADVISERS, advisers_of
from kafelki.play.game import Event, Game
from kafelki.server.bot_work import Named, turn_of

LOOKED_AT = 24
"""Moves that are weighed against the one that was played."""
NODES = 200


class Moment(NamedTuple):
    """A move that mattered: how much, by a bot's judgement, and what would have been better."""

    event: int
    """How many events had happened before it."""
    seat: int
    move: str
    worth: float
    why: dict[str, str]
    instead: str | None


def story(game: Game) -> dict[str, Any]:
    """Return the points of every seat after each move, and each seat's best and dearest move."""
    here = game.copy()
    here.go_to(0)
    here.forget_later()
    judge = next((name for name in reversed(ADVISERS) if name in advisers_of(game.header.game)), "")
    points: list[dict[str, Any]] = []
    moments: list[Moment] = []
    for number, event in enumerate(game.events):
        if not event.is_chance and judge:
            moments += _moments(here, event, judge)
        here._repeat(event)
        if not event.is_chance:
            values = [game.rules.measure.value(scores) for scores in here.scores]
            points.append({"after": number + 1, "values": [float(value) for value in values]})
    seats = range(game.header.players)
    return {
        "points": points,
        "best": [_most(moments, seat, missed=False) for seat in seats],
        "dearest": [_most(moments, seat, missed=True) for seat in seats],
    }


def _moments(game: Game, event: Event, judge: str) -> list[Moment]:
    """Return how a move compares with the others that were there; nothing where nobody can say."""
    turn = turn_of(game, event.seat, Random(0), Budget(None, NODES))
    if len(turn.moves) < 2:
        return []
    try:
        ranked = Named(judge).rank(turn, LOOKED_AT)
    except Exception:  # a bot that fails costs a remark, not the story
        return []
    best, typical = ranked[0], ranked[len(ranked) // 2]
    played = next((each for each in ranked if each.move.number == event.number), ranked[-1])
    loss = best.value - played.value
    if loss > 0:
        return [_moment(game, event, loss, best, str(best.move))]
    return [_moment(game, event, best.value - typical.value, best, None)]


def _moment(game: Game, event: Event, worth: float, best: Judgement, instead: str | None) -> Moment:
    why = best.why._asdict()
    return Moment(len(game.events), event.seat, event.text, round(float(worth), 3), why, instead)


def _most(moments: list[Moment], seat: int, missed: bool) -> dict[str, Any] | None:
    own = [each for each in moments if each.seat == seat and (each.instead is not None) == missed]
    most = max(own, key=lambda each: each.worth, default=None)
    return None if most is None or most.worth <= 0 else most._asdict()
