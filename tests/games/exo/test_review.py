"""Values of EXO: wins by force are certain, and those that were missed are named."""

from __future__ import annotations

import math
from random import Random

import pytest

import kafelki
from kafelki.arena.simulation import play_out
from kafelki.bots.registry import bot_named
from kafelki.games.exo.bots.proofs import prover
from kafelki.games.exo.value import VALUER, Exo
from kafelki.play.game import Game
from kafelki.review.reviewing import judge
from tests.games.exo.positions import WIN_IN_THREE, WIN_IN_TWO, WIN_NOW, Puzzle
from tests.review.played import worths_of

LONGER = [each for each in WIN_IN_TWO + WIN_IN_THREE if each.size <= 10]
"""Wins by force that the small search of one value sees: on larger boards it may not."""
GAMES = 3
"""So many quick games are searched for wins that were missed."""


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


@pytest.mark.parametrize("puzzle", WIN_IN_TWO, ids=lambda puzzle: puzzle.name)
def test_a_four_that_nothing_stops_is_certain(puzzle: Puzzle) -> None:
    """Whatever is answered, five follows (EX-7): the right moves are worth 1, and the answers 0."""
    worths = worths_of("exo")
    game = puzzle.game()
    (seat,) = game.to_act
    for text in puzzle.right:
        after = game.copy()
        after.play(text)
        assert worths.of_seat(after._position, seat) == 1.0
        assert worths.of_seat(after._position, 1 - seat) == 0.0
    judged = judge(game, seat, worths).worths
    certain = {game.rules.move_text(move) for move, value in judged.items() if value == 1.0}
    assert certain
    assert certain <= puzzle.right
    worths.forget()


@pytest.mark.parametrize("puzzle", LONGER, ids=lambda puzzle: puzzle.name)
def test_a_longer_win_by_force_is_worth_what_people_make_of_it(puzzle: Puzzle) -> None:
    """A win in two takes three tiles, one in three takes five: the fewer, the surer."""
    worths = worths_of("exo")
    game = puzzle.game()
    (seat,) = game.to_act
    tiles = 3 if puzzle in WIN_IN_TWO else 5
    stage = len(game.events) / 60
    a, b, c, d, e = worths.calibrations.of(game.header, "forced").numbers
    line = a + b * stage + (c + d * stage + e * stage**2) * (1 + 6 / tiles)
    assert worths.of_seat(game._position, seat) == pytest.approx(
        1 / (1 + math.exp(-line)), abs=1e-12
    )
    worths.forget()


def test_wins_that_were_missed_are_proven() -> None:
    """Every win within three tiles that is named is one, and the move played had none so soon."""
    assert isinstance(VALUER, Exo)
    named = 0
    for number in range(GAMES):
        random = Random(number)
        game = play_out(
            Game("exo"), [bot_named("level-2", "exo"), bot_named("greedy", "exo")], random
        )
        for seat in range(2):
            for tile, move, within in VALUER.missed_wins(game, seat):
                here = Game(game.header)
                for event in game.events[: tile - 1]:
                    here._repeat(event)
                if within > 3:
                    continue
                wins = prover().winning(here._position, within)
                assert here.rules.move_number(move) in wins
                assert game.events[tile - 1].number not in wins
                assert prover().length(here._position, 3) == within
                named += 1
    assert named


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
