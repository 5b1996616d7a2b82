"""Reviews that go on bit by bit, and those of games that somebody gave up."""

from __future__ import annotations

import pytest

from kafelki.play.refusal import Refusal
from kafelki.review.cache import usual_version
from kafelki.review.model import Step
from kafelki.review.reviewing import review, review_on
from kafelki.rules.registry import GAMES
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.review.played import played, small, worths_of


def test_bit_by_bit_it_is_the_same_review() -> None:
    game = played(small(WITHOUT_CHANCE, size=5))
    done: tuple[Step, ...] = ()
    while True:
        part = review_on(game, done, 0.0, depth="quick")
        done += part.steps
        if part.review is not None:
            break
        assert len(part.steps) == 1
    whole = review(game, depth="quick")
    assert part.review == whole
    assert (part.start, part.whole) == (whole.start, whole.whole)
    assert whole.version == usual_version(WITHOUT_CHANCE)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_given_up_is_reviewed_as_far_as_it_was_played(game: str) -> None:
    whole = played(worths_of(game).header)
    number = len(whole.events) // 3
    whole.go_to(number)
    while whole.chance_due:
        number += 1
        whole.go_to(number)
    whole.forget_later()
    with pytest.raises(Refusal, match="not over"):
        review_on(whole, (), 60.0, depth="quick")
    told = review_on(whole, (), 600.0, depth="quick", places=(2, 1)).review
    assert told is not None
    assert told.places == (2, 1)
    assert sum(step.events for step in told.steps) == number
    for seat in told.seats:
        assert seat.start + seat.luck + seat.skill + seat.others == pytest.approx(seat.result)
        assert seat.remarks == ()


def test_a_deal_that_was_not_finished_is_reviewed_too() -> None:
    game = played(worths_of(WITH_RACKS).header)
    game.go_to(5)
    game.forget_later()
    assert game.chance_due
    told = review_on(game, (), 600.0, depth="quick", places=(2, 1)).review
    assert told is not None
    assert len(told.steps) >= 1
