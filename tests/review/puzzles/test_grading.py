from __future__ import annotations

import pytest

from kafelki.bots.protocol import Turn
from kafelki.play.game import Move, new_game
from kafelki.review.puzzles.grading import Decision, Grader, rating_by
from kafelki.rules.registry import GAMES

GAME = GAMES[0]


def test_a_rating_is_that_of_somebody_who_finds_it_half_the_time() -> None:
    assert rating_by([(1300.0, 0.5)]) == pytest.approx(1300.0, abs=0.1)
    # 200 points are odds of √10 : 1: these two find it as often as expected at 1500.
    odds = 10**0.5
    found = [(1300.0, 1 / (1 + odds)), (1700.0, odds / (1 + odds))]
    assert rating_by(found) == pytest.approx(1500.0, abs=0.1)


class Always:
    """A bot that always plays the same move."""

    def __init__(self, move: Move) -> None:
        self.move = move

    def choose(self, turn: Turn) -> Move:
        return self.move


def test_what_every_level_finds_is_easy_and_two_moves_are_harder_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game(GAME, seed=1)
    (seat,) = game.to_act
    right, wrong = game.legal_moves()[:2]
    grader = Grader(GAME)
    by_move = {}
    for move in (right, wrong):
        bots = [(level, Always(move)) for level, _ in grader._levels]
        monkeypatch.setattr(grader, "_levels", bots)
        by_move[move] = grader.rating([Decision(game, seat, (right.number,))])
        asked_twice = grader.rating([Decision(game, seat, (right.number,))] * 2)
        assert asked_twice > by_move[move]
    # Six tries each: (6 + ½) / 7 of them or ½ / 7; the levels' mean is 1500, and both are alike.
    assert by_move[right] < 1200
    assert by_move[wrong] > 1800
    assert by_move[right] + by_move[wrong] == pytest.approx(3000.0, abs=0.1)
