"""Puzzles of AXIO and Geniusz: positions made by hand, with one move that is right."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import puzzling_of
from kafelki.play.game import Move
from kafelki.play.header import Header
from kafelki.review.puzzles.finding import Finder
from tests.games.weakest_colour.positions import TACTICS, Tactic

GAMES = ["axio", "geniusz"]

LEVEL = Tactic(
    "The last tile: red from 5 to 8 makes all colours equal; with anything else red stays at 5.",
    ("R a3",), "RG OB VB", "G9 O9 R5 V9 B9", "G9 O9 R8 V9 B9", a="RRR..^^^^",
)  # fmt: skip
WON = TACTICS[0]
"""The last tile, too, and one move that wins: worth all there is. One of the others is orange."""


class OnlyOrange:
    """A bot that lays any orange tile, where there are some."""

    def choose(self, turn: Turn) -> Move:
        return next(move for move in turn.moves if "O" in str(move))


@pytest.fixture(scope="module", params=GAMES)
def finder(request: pytest.FixtureRequest) -> Finder:
    return Finder(Header(request.param, 2))


def name_of(finder: Finder) -> str:
    return finder.header.game


def test_the_one_move_that_saves_the_game_is_found(
    finder: Finder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder, "greedy", OnlyOrange())
    game = LEVEL.game(name_of(finder))
    puzzle = finder.puzzle_at(game, 0, "bots")
    assert puzzle is not None
    (asked,) = puzzle.moves
    assert len(asked.right) == 1
    assert LEVEL.is_right(Move(game.header.game, game.planned(asked.right[0], 0).number))
    assert [choice.value for choice in asked.choices] == [0.5, 0.0, 0.0]
    assert (puzzle.margin, puzzle.theme, puzzle.proof) == (0.5, "save", False)


def test_what_the_greedy_bot_finds_is_no_puzzle(finder: Finder) -> None:
    assert finder.puzzle_at(LEVEL.game(name_of(finder)), 0, "bots") is None


def test_what_is_decided_is_no_puzzle(finder: Finder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "greedy", OnlyOrange())
    assert finder.puzzle_at(WON.game(name_of(finder)), 0, "bots") is None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("tactic", "move", "theme"),
    [
        (TACTICS[17], "O a2", "extra"),  # orange from 16 to 18
        (TACTICS[11], "O b1", "save"),  # the only colour at 3
        (TACTICS[10], "* a4 * a5", "block"),  # where red, the rival's weakest, would have gained 3
        (TACTICS[10], "V b3", "ahead"),  # three points for violet at 12, where blue is at 10
        (TACTICS[10], "O b3 O b4", "quiet"),  # orange continues nothing there
    ],
)
def test_a_theme_is_what_a_move_brings(name: str, tactic: Tactic, move: str, theme: str) -> None:
    game = tactic.game(name)
    asked = Tactic(tactic.why, (move,), tactic.rack, tactic.own)
    found = [each for each in game.legal_moves(0) if asked.is_right(each)]
    assert found
    turn = Turn(game, 0, Random(1))
    puzzling = puzzling_of(name)
    assert {puzzling.theme(turn, each) for each in found} == {theme}
    assert theme in puzzling.themes
