"""Values of Kolorowy zawrót głowy near the end, beside what plain enumeration finds."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.review.reviewing import judge
from tests.review.played import played, worths_of


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_last_tile(number: int) -> None:
    worths = worths_of("zawrot")
    game = played(worths.header, number)
    here = Game(game.header, engine=worths.engine)
    for event in game.events[:-1]:
        here._repeat(event)
    (seat,) = here.to_act
    results = {}
    for move in here.legal_texts(seat):
        after = here.copy()
        after.play(move)
        assert after.over
        mine, other = after.scores[seat][0], after.scores[1 - seat][0]
        results[move] = 1.0 if mine > other else 0.0 if mine < other else 0.5
    best = max(results.values())
    assert worths.of_seat(here._position, seat) == best
    # The other one sees that tile too: it is the only one that is nowhere else.
    assert worths.of_seat(here._position, 1 - seat) == 1 - best
    text = here.rules.move_text
    found = judge(here, seat, worths)
    assert {text(n): value for n, value in found.worths.items()}.items() <= results.items()
    assert found.worths[found.order[0]] == best
    worths.forget()
