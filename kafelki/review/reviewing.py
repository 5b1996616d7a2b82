"""Reviewing a finished game: every move beside the best ones, every draw beside the mean.

What the position is worth is followed from the start to the end, through every move and every
draw, so that what all of them changed adds up to the result, for every seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.play.game import Event, Game, Move
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.review.cache import Cache, version_of
from kafelki.review.depths import DEPTHS
from kafelki.review.model import OBVIOUS, Choice, Decision, Draw, Review, Step
from kafelki.review.racing import Raced, race
from kafelki.review.summary import summarized, turning_points
from kafelki.review.worths import Mean, Vector, Worths
from kafelki.rules.contract import Seating
from kafelki.rules.registry import rules_of

BEST_FEW = 3
"""How many of the best moves are told."""
DOUBT = 2.0
"""A move counts as an error only when it is behind by more than so many standard errors."""


def review(
    game: Game,
    seat: int | None = None,
    *,
    depth: str = "standard",
    advance: Callable[[str], None] = lambda item: None,
    cache: Path | None = None,
) -> Review:
    """Return what a finished game teaches; with `seat`, only that seat's moves are judged.

    `depth` is "quick", "standard" or "deep". `advance` is called with every step that is done.
    With `cache`, a folder, nothing is worked out twice, and a review that was stopped goes on
    where it stopped. Refusal when the game is not over: a review would tell what is hidden.
    """
    _check(game, seat, depth)
    worths = Worths(game.header, DEPTHS[depth])
    kept = Cache(cache, game, worths, seat) if cache is not None else None
    done = list(kept.steps) if kept else []
    for step in done:
        advance(_told(step))
    for step in steps_of(game, worths, seat, tuple(done)):
        if kept:
            kept.add(step)
        done.append(step)
        advance(_told(step))
    return _made(game, worths, done)


class Part(NamedTuple):
    """What was found out while a review went on for some time."""

    start: tuple[float, ...]
    """What the game was worth to each seat before anything happened."""
    whole: float
    """Alone: the points that a worth of 1 stands for."""
    steps: tuple[Step, ...]
    """Those that are new."""
    review: Review | None
    """All of it, once there is nothing left to look at."""


def review_on(
    game: Game,
    done: Sequence[Step],
    seconds: float,
    *,
    depth: str = "standard",
    places: Sequence[int] | None = None,
) -> Part:
    """Go on with a review after the steps that are done, for about so many seconds.

    With `places`, which somebody else has decided upon, a game that was given up is reviewed as
    far as it was played.
    """
    _check(game, None, depth, given_up=places is not None)
    worths = Worths(game.header, DEPTHS[depth])
    end, found = time.monotonic() + seconds, list(done)
    for step in steps_of(game, worths, None, done):
        found.append(step)
        if time.monotonic() >= end:
            break
    start = tuple(_start(worths).values.tolist())
    last = found[-1].event + found[-1].events if found else 0
    made = _made(game, worths, found, places) if last == len(game.events) else None
    return Part(start, worths.valuer.whole, tuple(found[len(done) :]), made)


def _check(game: Game, seat: int | None, depth: str, *, given_up: bool = False) -> None:
    if not game.over and not given_up:
        raise Refusal(
            "only a finished game is reviewed: this one is not over",
            polish="analizować można tylko skończoną grę, a ta jeszcze trwa",
        )
    if game.origin is not None:
        raise Refusal("a game that was taken up in its middle cannot be reviewed")
    if seat is not None and not 0 <= seat < game.header.players:
        raise Refusal(f"there is no seat {seat!r}: seats are 0 to {game.header.players - 1}")
    if depth not in DEPTHS:
        raise Refusal(f"there is no depth {depth!r}: it is one of {', '.join(DEPTHS)}")


def prepare_review(game: str) -> None:
    """Compile what values the positions of a game, or load it from the cache."""
    Worths(Header(game, rules_of(game).usual_players()))


def _told(step: Step) -> str:
    return step.move if isinstance(step, Decision) else " ".join(step.texts)


def _start(worths: Worths) -> Mean:
    return worths.over_chance(worths.engine.first_position(*worths.header.numbers), worths.seats)


def _made(
    game: Game, worths: Worths, steps: Sequence[Step], places: Sequence[int] | None = None
) -> Review:
    header, result = game.header, game.result
    if result is None:  # given up: what it was worth by then is all that can be said
        assert places is not None
        ended = worths.over_chance(game._position, worths.seats).values
    else:
        places, ended = result.places, worths.of_result(game._position)
    first, last = (tuple(vector.tolist()) for vector in (_start(worths).values, ended))
    return Review(
        game=header.game,
        rules=header.rules.version,
        players=header.players,
        variant=header.variant,
        options=dict(header.options),
        names=tuple(str(seat.get("name", "")) for seat in game.seats),
        version=version_of(worths),
        depth=worths.depth.name,
        is_calibrated=worths.calibrations.measured(header),
        parties=len(Seating(header.players, header.variant, header.teams).parties),
        whole=worths.valuer.whole,
        start=first,
        result=last,
        places=tuple(places),
        steps=tuple(steps),
        seats=tuple(summarized(game, worths, steps, seat, first, last) for seat in worths.seats),
        turning_points=turning_points(steps),
    )


def steps_of(
    game: Game, worths: Worths, seat: int | None = None, done: Sequence[Step] = ()
) -> Iterator[Step]:
    """Yield the steps of a finished game after those that are `done` already, in order."""
    events = game.events
    here = Game(game.header, engine=worths.engine)
    number = done[-1].event + done[-1].events if done else 0
    for event in events[:number]:
        here._repeat(event)
    before = worths.over_chance(here._position, worths.seats)
    while number < len(events):
        if here.chance_due:
            draw, after = draw_after(here, events, worths, before)
            count = draw.events
            yield draw
        else:
            count, event = 1, events[number]
            judged = None
            if seat is None or event.seat == seat:
                judged = _judge(here, event, worths)
            _play(here, [event])
            after = worths.over_chance(here._position, worths.seats)
            yield _decision(number, event, after.values - before.values, judged)
        before = after
        number += count
        worths.forget()


def _play(game: Game, events: Sequence[Event]) -> None:
    for event in events:
        game._repeat(event)


def _told_as_one(game: Game, events: Sequence[Event], worths: Worths) -> int:
    """Return how many draws are one step: until all that may still come can be counted."""
    trial = game.copy()
    number = first = len(game.events)
    while number < len(events) and not worths.is_countable(trial._position):
        trial._repeat(events[number])
        number += 1
    return max(1, number - first)


def draw_after(
    game: Game, events: Sequence[Event], worths: Worths, before: Mean
) -> tuple[Draw, Mean]:
    """Play what chance brought next in a game; return it, and what the position is worth then."""
    number = len(game.events)
    drawn = events[number : number + _told_as_one(game, events, worths)]
    hidden = drawn[0].text.split(" ")[0] in game.rules.hidden_outcomes
    _play(game, drawn)
    after = worths.over_chance(game._position, worths.seats)
    return _draw(number, drawn, before, after, hidden), after


def _draw(number: int, drawn: Sequence[Event], before: Mean, after: Mean, hidden: bool) -> Draw:
    seats = {event.seat for event in drawn}
    errors: Vector = np.sqrt(before.errors**2 + after.errors**2)
    return Draw(
        event=number,
        events=len(drawn),
        seat=seats.pop() if len(seats) == 1 else -1,
        texts=tuple(event.text for event in drawn),
        luck=tuple((after.values - before.values).tolist()),
        errors=tuple(errors.tolist()),
        is_hidden=hidden,
    )


class Judged:
    """The moves of a turn that were looked at, best first, with what they are worth."""

    def __init__(self, turn: Turn, played: int | None, worths: Worths) -> None:
        self.turn = turn
        known = turn.known
        self.legal = len(turn.moves)
        looked_at = worths.valuer.promising(turn).tolist() if self.legal > 1 else []
        given = [] if played is None else [played]
        # In the order of their numbers, so that among equals the lowest is first.
        numbers = sorted({*given, *looked_at} or turn.moves.numbers.tolist())
        means = {number: worths.of_move(known, turn.seat, number) for number in numbers}
        self.worths = {number: float(mean.values[0]) for number, mean in means.items()}
        self.errors = {number: float(mean.errors[0]) for number, mean in means.items()}
        self.doubts = dict.fromkeys(numbers, 0.0)
        self._sort()
        self.played = self.order[0] if played is None else played
        if len(numbers) > 1 and worths.depth.worlds and not worths.is_last_move(known, turn.seat):
            self._try_out(worths)
            self.played = self.order[0] if played is None else played

    def _sort(self) -> None:
        self.order = sorted(self.worths, key=lambda number: (-self.worths[number], number))

    def _try_out(self, worths: Worths) -> None:
        """Let the most promising moves, and the one that was played, race in possible worlds."""
        trials = worths.valuer.trials(self.turn, worths.calibrations)
        if trials is None:
            return
        best = [number for number in self.order if number != self.played]
        tried = [self.played, *best[: worths.depth.candidates]]
        raced = race(np.array(tried, dtype=np.int32), trials, worths.depth.worlds)
        for number, *found in zip(tried, *_columns(raced), strict=True):
            self.worths[number], self.errors[number], self.doubts[number] = found
        # What was not tried seemed worse before: it does not come before what was.
        least = min(self.worths[number] for number in tried)
        for number in best[worths.depth.candidates :]:
            self.worths[number] = min(self.worths[number], least)
        self._sort()

    @property
    def loss(self) -> float:
        """What the best move is worth more than the one played; 0 where that may be chance."""
        lost = self.worths[self.order[0]] - self.worths[self.played]
        return lost if lost > DOUBT * self.doubts[self.played] else 0.0

    @property
    def gain(self) -> float:
        """What the move played is worth more than the usual one."""
        return self.worths[self.played] - self.worths[self.order[len(self.order) // 2]]

    @property
    def is_obvious(self) -> bool:
        """Whether every other move loses much."""
        if self.legal == 1 or len(self.order) < 2:
            return False
        first, second = (self.worths[number] for number in self.order[:2])
        return first - second >= OBVIOUS

    def choices(self, worths: Worths) -> tuple[Choice, ...]:
        """Return the best few and the one that was played."""
        told = self.order[:BEST_FEW]
        told += [] if self.played in told else [self.played]
        return tuple(self._choice(number, worths) for number in told)

    def _choice(self, number: int, worths: Worths) -> Choice:
        move = Move(self.turn.header.game, number)
        why = worths.valuer.why(self.turn, move)
        return Choice(str(move), self.worths[number], self.errors[number], why)


def judge(game: Game, seat: int, worths: Worths, played: int | None = None) -> Judged:
    """Return how a seat's moves compare in a game, by what the seat may know."""
    turn = Turn(game, seat, Random(len(game.events)))
    return Judged(turn, played, worths)


def _columns(raced: Raced) -> list[list[float]]:
    return [raced.values.tolist(), raced.errors.tolist(), raced.doubts.tolist()]


def _judge(game: Game, event: Event, worths: Worths) -> tuple[Judged, tuple[Choice, ...]]:
    judged = judge(game, event.seat, worths, event.number)
    return judged, judged.choices(worths)


def _decision(
    number: int, event: Event, change: Vector, judged: tuple[Judged, tuple[Choice, ...]] | None
) -> Decision:
    changed = tuple(change.tolist())
    if judged is None:
        return Decision(number, event.seat, event.text, changed)
    found, choices = judged
    return Decision(
        event=number,
        seat=event.seat,
        move=event.text,
        change=changed,
        choices=choices,
        legal=found.legal,
        loss=found.loss,
        gain=found.gain,
        is_obvious=found.is_obvious,
    )
