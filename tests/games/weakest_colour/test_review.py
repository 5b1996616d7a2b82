"""Values of AXIO and Geniusz near the end, beside what plain enumeration finds."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.review.reviewing import judge
from tests.review.played import played, worths_of

GAMES = ["axio", "geniusz"]


def last_decision(game: Game) -> int:
    """Return how many events there are before the last move."""
    return max(k for k, event in enumerate(game.events) if not event.is_chance)


def lowest_after(game: Game, move: str) -> int:
    """Return the lowest colour of a player alone after a last move."""
    after = game.copy()
    after.play(move)
    assert after.over
    return min(after.scores[0])


def result_after(game: Game, move: str, seat: int) -> float:
    """Return 1, ½ or 0 for what a last move brings a seat."""
    after = game.copy()
    after.play(move, seat)
    assert after.result is not None
    mine, other = after.result.places[seat], after.result.places[1 - seat]
    return 1.0 if mine < other else 0.0 if mine > other else 0.5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 2])
def test_the_last_move_of_two(name: str, number: int) -> None:
    worths = worths_of(name)
    game = played(worths.header, number)
    game.go_to(last_decision(game))
    game.forget_later()
    (seat,) = game.to_act
    here = Game(game.header, engine=worths.engine)
    for event in game.events:
        here._repeat(event)
    ends = {move: result_after(here, move, seat) for move in here.legal_texts(seat)}
    best = max(ends.values())
    assert worths.of_seat(here._position, seat) == best
    found = judge(here, seat, worths)
    text = here.rules.move_text
    assert {text(n): value for n, value in found.worths.items()}.items() <= ends.items()
    assert found.worths[found.order[0]] == best
    worths.forget()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 2])
def test_the_last_draw_of_a_player_alone(name: str, number: int) -> None:
    worths = worths_of(name, 1)
    game = played(worths.header, number)
    before = Game(game.header, engine=worths.engine)
    for event in game.events[: last_decision(game) - 1]:
        before._repeat(event)
    assert before.chance_due
    total = weight = 0
    for text, tiles in before.chance_outcomes().items():
        drawn = before.copy()
        drawn.play_chance(text)
        total += tiles * max(lowest_after(drawn, move) for move in drawn.legal_texts())
        weight += tiles
    found = worths.over_chance(before._position, worths.seats)
    assert found.is_exact
    assert found.values[0] * 36 == pytest.approx(total / weight, abs=1e-12)


@pytest.mark.parametrize("name", GAMES)
def test_others_tiles_make_no_difference(name: str) -> None:
    worths = worths_of(name)
    game = played(Header(name, 2), 3)
    here = Game(game.header, engine=worths.engine)
    for event in game.events[:30]:
        here._repeat(event)
    while here.chance_due:
        here._repeat(game.events[len(here.events)])
    real = here._position
    for seat in (0, 1):
        known = real.copy()
        worths.engine.kernels.conceal(known, seat)
        assert worths.of_seat(real, seat) == worths.of_seat(known, seat, known=True)
    worths.forget()


def test_the_weakest_colour_is_named() -> None:
    worths = worths_of("axio")
    game = played(worths.header, 4)
    (remark,) = worths.valuer.remarks(game, 0)
    assert str(min(game.scores[0])) in remark.en
