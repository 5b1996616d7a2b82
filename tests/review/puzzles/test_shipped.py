"""The puzzles that come with the games: sound, shown without what is hidden, and right."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import puzzling_of
from kafelki.kernels.randomness import random_state
from kafelki.play.view import view
from kafelki.review.puzzles import Puzzle, game_at, puzzles_of, themes_of
from kafelki.review.puzzles.checking import fault_of
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import GAMES, rules_of

FEWEST = 150
SHIPPED = [game for game in GAMES if puzzles_of(game)]
ESTIMATED = [game for game in SHIPPED if not puzzling_of(game).proves]


def some(game: str, count: int) -> list[Puzzle]:
    return Random(game).sample(puzzles_of(game), count)


@pytest.mark.parametrize("game", SHIPPED)
def test_there_are_enough_of_them_and_of_many_kinds(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= FEWEST
    themes = [puzzle.theme for puzzle in puzzles]
    assert set(themes) <= set(themes_of(game))
    assert len(set(themes)) >= 3
    assert {puzzle.game for puzzle in puzzles} == {game}


@pytest.mark.parametrize("game", SHIPPED)
def test_every_one_is_played_to_its_position_where_the_right_moves_are_allowed(game: str) -> None:
    load_compiled([game])
    for puzzle in puzzles_of(game):
        here = game_at(puzzle)
        assert puzzle.seat in here.to_act
        assert len({here.planned(text, puzzle.seat) for text in puzzle.moves[0].right}) == len(
            puzzle.moves[0].right
        )
        assert all(here.planned(each.move, puzzle.seat) for each in puzzle.moves[0].choices)


@pytest.mark.parametrize("game", [game for game in SHIPPED if rules_of(game).hidden_outcomes])
def test_what_is_hidden_from_the_solver_is_not_shown(game: str) -> None:
    load_compiled([game])
    dealt_otherwise = 0
    for puzzle in some(game, 20):
        here = game_at(puzzle)
        other = here.copy()
        other._position[:] = Turn(here, puzzle.seat, Random(1)).known
        other._kernels.redeal(other._position, puzzle.seat, random_state(1))
        dealt_otherwise += other.hands != here.hands
        assert view(here, puzzle.seat) == view(other, puzzle.seat)
    assert dealt_otherwise


@pytest.mark.parametrize("game", ESTIMATED)
def test_one_holds_in_new_worlds_and_another_solution_does_not(game: str) -> None:
    (puzzle,) = (each for each in some(game, 1))
    assert fault_of(puzzle, 1) == ""
    (asked,) = puzzle.moves
    wrong = next(each for each in asked.choices if each.move not in asked.right)
    tampered = replace(puzzle, moves=(replace(asked, right=(wrong.move,), choices=(wrong,)),))
    assert fault_of(tampered, 1) == f"{asked.right[0]} is better"
