"""Values of EXO: wins by force are certain, and those that were missed are named."""

from __future__ import annotations

import pytest

import kafelki
from kafelki.games.exo.value import VALUER, Exo
from kafelki.play.game import Game
from kafelki.review.reviewing import judge
from tests.games.exo.positions import WIN_NOW, Puzzle
from tests.review.played import worths_of


@pytest.mark.parametrize("puzzle", WIN_NOW, ids=lambda puzzle: puzzle.name)
def test_a_win_at_hand_is_certain(puzzle: Puzzle) -> None:
    worths = worths_of("exo")
    game = puzzle.game()
    here = Game(game.header, engine=worths.engine)
    for event in game.events:
        here._repeat(event)
    (seat,) = here.to_act
    assert worths.of_seat(here._position, seat) == 1.0
    assert worths.of_seat(here._position, 1 - seat) == 0.0
    found = judge(here, seat, worths)
    assert found.worths[found.order[0]] == 1.0
    text = here.rules.move_text
    certain = {text(number) for number, value in found.worths.items() if value == 1.0}
    assert certain & puzzle.right
    for move in certain:  # each of them wins at once, or leaves a win that cannot be stopped
        after = here.copy()
        after.play(move)
        assert after.over or worths.of_seat(after._position, 1 - seat) == 0.0
    worths.forget()


def test_a_win_that_was_missed_is_named() -> None:
    puzzle = WIN_NOW[0]
    game = puzzle.game()
    tile = len(game.events) + 1
    game.play("XO i9 j9")  # instead of five
    while not game.over:
        moves = game.legal_texts()
        game.play(next((m for m in moves if game.explain(m).winner is not None), moves[-1]))
    assert isinstance(VALUER, Exo)
    (first, *_) = VALUER.missed_wins(game, 0)
    assert first[0] == tile
    assert first[2] == 1
    assert first[1] in puzzle.right
    review = kafelki.review(game, 0, depth="quick")
    assert f"before tile {tile}" in review.seats[0].remarks[0].en
    assert review.decision_at(tile - 1).band == "large"
