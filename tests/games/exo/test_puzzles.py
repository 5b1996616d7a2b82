"""Proofs of EXO against plain searches by the rules, and the puzzles that are made of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from kafelki.bots.puzzling import puzzling_of
from kafelki.games.exo.bots.proofs import Prover, prover
from kafelki.games.exo.bots.windows import square_of
from kafelki.games.exo.kernels import BOARD, see
from kafelki.games.exo.puzzles import DEFENCE, FOURS, OPEN, STOPPER
from kafelki.games.exo.turning import form_of
from kafelki.kernels.language import Position
from kafelki.play.game import Game
from kafelki.review.puzzles import Puzzle as Shipped
from kafelki.review.puzzles import game_at, puzzles_of
from kafelki.rules.engine import load_compiled
from tests.games.exo.full_width import loses_by_force
from tests.games.exo.positions import (
    MUST_BLOCK,
    WIN_IN_THREE,
    WIN_IN_TWO,
    WIN_NOW,
    Puzzle,
    before_the_last,
)
from tests.random_games import Table
from tests.symmetries import random_symmetry

LATE = 90
"""So many positions near the end of a game are searched in full."""


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    load_compiled(["exo"])


def named(puzzle: Puzzle) -> str:
    return puzzle.name


def texts(game: Game, moves: list[int]) -> set[str]:
    return {game.rules.move_text(move) for move in moves}


def plainly_wins(proof: Prover, position: Position, within: int) -> bool:
    """Return whether whoever is to move wins within so many tiles: by the rules, move by move."""
    seat = see(position).turn
    for move in proof.moves(position):
        after = proof.after(position, move)
        if see(after).reason:
            if see(after).winner == seat + 1:
                return True
        elif within > 1 and all(
            see(later).winner == seat + 1
            if see(later).reason
            else plainly_wins(proof, later, within - 1)
            for later in (proof.after(after, answer) for answer in proof.moves(after))
        ):
            return True
    return False


def late_positions(moves: int, seed: int) -> Iterator[Game]:
    """Yield positions on the smallest board with few ways to go on: there passing would help."""
    random = Random(seed)
    while True:
        game = Game("exo", options={"size": 5})
        while not game.over and len(game.legal_moves()) > moves:
            rows = game._engine.consequences(
                game._position, game.to_act[0], game.legal_moves().numbers
            )
            quiet = np.flatnonzero(rows.max(axis=1) < 5)
            if not len(quiet):
                break
            game.play(game.legal_moves()[int(quiet[random.randrange(len(quiet))])])
        else:
            if not game.over:
                yield game


class TestProofs:
    """What is proven, against searches that know the rules and nothing else."""

    def test_a_plain_search_of_late_positions_agrees(self) -> None:
        """With few moves left it matters that nobody may pass (EX-3, EX-9)."""
        proof, quick, seen = prover(), prover(whole=False), set()
        for game in itertools.islice(late_positions(8, 1), LATE):
            position = game._position
            plain = (within for within in range(1, 5) if plainly_wins(proof, position, within))
            length = proof.length(position, 4)
            assert length == next(plain, 0)
            assert bool(proof.winning(position, 4)) == (length > 0)
            seen.add((length, quick.length(position, 4)))
        assert {length for length, _ in seen} == {0, 1, 2, 3, 4}
        assert (3, 0) in seen  # won because the opponent may not pass

    def test_a_plain_search_of_every_tile_agrees(self) -> None:
        proof, seen = prover(), set()
        for puzzle in [each for each in WIN_IN_TWO + WIN_IN_THREE if each.size < 10]:
            game, last = before_the_last(puzzle)
            for move in [last, *proof.moves(game._position)[::16]]:
                within = proof.within(game._position, move)
                assert (within > 0) == loses_by_force(game._position, move, 5)
                assert (0 < within < 3) == loses_by_force(game._position, move, 3)
                seen.add(within)
        assert seen == {0, 1, 2, 3}

    @pytest.mark.parametrize("puzzle", WIN_IN_TWO, ids=named)
    def test_all_that_win_in_two_are_found(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        assert prover().fives(game._position) == []
        assert texts(game, prover().winning(game._position, 2)) == puzzle.right
        assert prover().length(game._position, 4) == 2

    @pytest.mark.parametrize("puzzle", WIN_IN_THREE, ids=named)
    def test_what_wins_in_three_is_found(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        assert prover().winning(game._position, 2) == []
        assert puzzle.right <= texts(game, prover().winning(game._position, 3))
        assert prover().length(game._position, 4) == 3

    def test_a_five_for_both_wins_nothing_for_who_makes_it(self) -> None:
        """EX-8: X has four in a row, and its gap can be covered only together with O's."""
        both = WIN_NOW[0]
        assert texts(both.game(), prover().fives(both.game()._position)) == both.right
        none = next(each for each in MUST_BLOCK if each.name == "no five to be had")
        assert prover().fives(none.game()._position) == []
        assert prover().length(none.game()._position, 1) == 0

    def test_after_the_last_tile_nobody_wins(self) -> None:
        """EX-9: X needs two tiles, of which the stock has but one more after the answer."""
        game = WIN_IN_TWO[0].game()
        for left, length in ((1, 0), (2, 0), (3, 2)):
            see(game._position).left = left
            assert prover().length(game._position, 4) == length


class TestLines:
    def test_a_win_in_three_goes_on_after_the_longest_defence(self) -> None:
        """X threatens c5; whatever stops that, X on f4 then has a diagonal open at both ends."""
        puzzle = next(each for each in WIN_IN_THREE if each.name == "a four that gains a square")
        game = puzzle.game()
        line = puzzling_of("exo").line(game, game.to_act[0])
        assert line is not None
        assert (line.theme, line.before) == (FOURS, 1.0)
        first, second = line.steps
        assert texts(game, list(first.right)) == puzzle.right
        assert first.reply is not None
        for move in (first.right[0], first.reply):
            game.play(game.rules.move_text(move))
        assert prover().fives(game._position) == []
        assert [BOARD.names[square_of(move, 0)] for move in second.right] == ["f4"]
        assert second.reply is None

    def test_a_four_that_nothing_stops_is_the_whole_line(self) -> None:
        puzzle = next(each for each in WIN_IN_TWO if each.name == "a four by covering")
        game = puzzle.game()
        line = puzzling_of("exo").line(game, game.to_act[0])
        assert line is not None
        assert (line.theme, line.before) == (OPEN, 1.0)
        assert [texts(game, list(step.right)) for step in line.steps] == [puzzle.right]

    @pytest.mark.parametrize(
        "puzzle",
        [WIN_NOW[0], WIN_IN_TWO[0], MUST_BLOCK[0]],
        ids=["five at once", "two moves win", "many moves hold"],
    )
    def test_other_positions_are_no_puzzles(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        assert puzzling_of("exo").line(game, game.to_act[0]) is None

    def test_who_is_not_to_move_is_asked_nothing(self) -> None:
        game = WIN_IN_THREE[0].game()
        assert puzzling_of("exo").line(game, 1 - game.to_act[0]) is None


class TestShipped:
    """The puzzles that come with the game; `make check-puzzles` proves all of them again."""

    def test_there_are_many_of_every_theme_and_no_two_are_alike(self) -> None:
        puzzles = puzzles_of("exo")
        themes = Counter(puzzle.theme for puzzle in puzzles)
        assert len(puzzles) >= 150
        assert len(themes) >= 4
        assert themes.keys() <= puzzling_of("exo").themes.keys()
        assert max(themes.values()) <= len(puzzles) / 2
        assert all(puzzle.proof for puzzle in puzzles)
        forms = {form_of(game_at(puzzle)._position).tobytes() for puzzle in puzzles}
        assert len(forms) == len(puzzles)

    @pytest.mark.parametrize("theme", [OPEN, FOURS, STOPPER, DEFENCE])
    def test_one_of_each_theme_is_proven_on_a_turned_board_too(self, theme: str) -> None:
        """EX-7 knows no directions: what is right in a mirror is the mirror image of it."""
        puzzle = min(
            (each for each in puzzles_of("exo") if each.theme == theme),
            key=lambda each: (len(each.record["events"]), each.id),
        )
        table = Table("exo", 2, options=dict(puzzle.record["options"]))
        symmetry = random_symmetry(table, Random(2))
        image = table.begin()
        for event in puzzle.record["events"]:
            image.play(symmetry.move(event["move"]))
        for game, right in (
            (game_at(puzzle), puzzle.moves[0].right),
            (image, tuple(map(symmetry.move, puzzle.moves[0].right))),
        ):
            line = puzzling_of("exo").line(game, puzzle.seat)
            assert line is not None
            assert texts(game, list(line.steps[0].right)) == set(right)
            assert line.theme == theme
        assert symmetry.cell("a2") != "a2"

    def test_the_right_move_alone_wins_by_a_plain_search(self) -> None:
        puzzle = smallest(FOURS, 3)
        game, winning = game_at(puzzle), set()
        for move in game.legal_moves():
            later = game.copy()
            later.play(move)
            answers = [] if later.over else [each.number for each in later.legal_moves()]
            if answers and all(loses_by_force(later._position, each, 3) for each in answers):
                winning.add(str(move))
        assert winning == set(puzzle.moves[0].right)

    def test_all_but_the_only_defence_lose_by_a_plain_search(self) -> None:
        puzzle = smallest(DEFENCE, 0)
        game = game_at(puzzle)
        held = {str(m) for m in game.legal_moves() if not loses_by_force(game._position, m.number)}
        assert held == set(puzzle.moves[0].right)


def smallest(theme: str, length: int) -> Shipped:
    """Return a puzzle on a small board, where a plain search is quick, won within so many tiles."""
    themed = (each for each in puzzles_of("exo") if each.theme == theme)
    by_size = sorted(themed, key=lambda each: (each.record["options"]["size"], each.id))
    proof = prover()
    return next(each for each in by_size if proof.length(game_at(each)._position, 3) == length)
