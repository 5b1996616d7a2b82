"""Puzzles of several moves, where a game proves what is right: found, written, checked again."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from kafelki.bots.puzzling import Line, Puzzling, Step, Theme
from kafelki.play.game import Game, new_game
from kafelki.play.header import Header
from kafelki.review.puzzles import Puzzle, checking, finding, model
from kafelki.review.puzzles.checking import fault_of
from kafelki.review.puzzles.finding import Finder
from kafelki.review.puzzles.model import dump_puzzle, puzzle_from_json
from kafelki.rules.texts import Text
from kafelki.server.puzzles.catalogue import Catalogue
from tests.games.examples import WITHOUT_CHANCE

TWO = Theme(Text("In two", "W dwóch"), Text("Two moves do.", "Wystarczą dwa ruchy."))


class OneLine(Puzzling):
    """Says of the start of a game that two moves are right, then one, and nothing of the rest."""

    themes: Mapping[str, Theme] = {"two": TWO}
    proves = True
    last = 0
    """Which of the legal moves is right in the end."""

    def line(self, game: Game, seat: int) -> Line | None:
        if game.events:
            return None
        here = game.copy()
        first, other = here.legal_moves(seat)[0], here.legal_moves(seat)[1]
        here.play(first, seat)
        reply = here.legal_moves()[0]
        here.play(reply)
        last = here.legal_moves(seat)[self.last]
        steps = (Step((first.number, other.number), reply.number), Step((last.number,)))
        return Line("two", steps, before=1.0, other=0.4)


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> OneLine:
    found = OneLine()
    for module in (finding, model, checking):
        monkeypatch.setattr(module, "puzzling_of", lambda game: found)
    return found


def the_only(game: Game) -> Puzzle:
    (puzzle,) = Finder(Header(WITHOUT_CHANCE, 2)).puzzles_in(game, "people")
    return puzzle


@pytest.fixture
def game() -> Game:
    play = new_game(WITHOUT_CHANCE, seed=1)
    for _ in range(3):
        play.play(play.legal_moves()[0])
    return play


def test_a_line_becomes_a_puzzle_of_its_moves(says: OneLine, game: Game) -> None:
    puzzle = the_only(game)
    start = Game(WITHOUT_CHANCE)
    first, other = (str(move) for move in start.legal_moves(0)[:2])
    start.play(first)
    reply = start.legal_texts(1)
    one, two = puzzle.moves
    assert one.right == (first, other)
    assert [choice.move for choice in one.choices] == [first, other]
    assert {choice.value for choice in one.choices} == {1.0}
    (answer,) = one.then
    assert answer["seat"] == 1
    assert answer["move"] in reply
    assert (len(two.right), two.then) == (1, ())
    assert (puzzle.theme, puzzle.proof, puzzle.margin) == ("two", True, 0.6)
    assert (puzzle.source, puzzle.seat, puzzle.record["events"]) == ("people", 0, [])
    assert puzzle_from_json(json.loads(dump_puzzle(puzzle))) == puzzle
    assert len(Catalogue([puzzle]).decisions(puzzle)) == 2


def test_a_proof_is_made_again(says: OneLine, game: Game) -> None:
    puzzle = the_only(game)
    assert fault_of(puzzle) == ""
    says.last = 1
    assert fault_of(puzzle) == "other moves are proven to be right"
    says.proves = False
    assert fault_of(puzzle) == "it says that it is proven"
