"""The page's lessons and diagrams, played by the real rules: every task can be done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import Record
from kafelki.rules.registry import GAMES, file_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE

FILES = {game: json.loads(file_of(game, "lesson.json") or "{}") for game in GAMES}
MOST_EVENTS = 60
"""As many as the server takes to try something out."""
EXERCISES = [
    pytest.param(game, exercise, id=f"{game}: {exercise['title']['en']}")
    for game, file in FILES.items()
    for exercise in (*file["lesson"], *file["diagrams"])
]

# What the rules say that each solution brings, reasoned from the rules and not from the program.
EXPECTED: dict[str, dict[str, dict[str, int]]] = {
    WITH_RACKS: {
        "Your first tile": {"G": 1},  # AX-8: g7 below the green half
        "A longer line": {"B": 3},  # AX-8: i7, j7 and the printed k7
        "A pyramid": {"G": 2, "O": 1, "V": 1},  # AX-9: g7, h8; i7; h6, the tile's own half
        "Both halves score": {"R": 3, "B": 2},  # g9, g10, g11; i8, j8
        "Eighteen: play again": {"B": 1},  # AX-10: five in line, but 17 stops at 18
    },
    WITH_PAIRS: {
        "Your first tile": {"R": 1},  # GE-9: m8
        "A longer line": {"R": 3},  # m10, m9, m8
        "Two colours with one tile": {"R": 3, "B": 2},  # the same, and k11, j11
        "A double counts twice": {"O": 2},  # c8 from either half
        "Eighteen: one more tile": {"R": 1},  # GE-10: 17 stops at 18
    },
    AT_ONCE: {
        "Exactly four": {"round": 1},  # BI-15: one area of four
        "Not a fifth": {"round": 1},  # it is still there
        "Two at once": {"round": 2},
        "Into the gap": {"round": 2},
        "The shape of round two": {"round": 2},  # BI-16: tasks 1 and 2
    },
    WITHOUT_CHANCE: {},
    WITHOUT_BOARD: {
        "Three in a line": {"lines": 1},  # ZG-6
        "Two lines at once": {"lines": 2},
        "Never a fourth": {"lines": 1},
        "On the diagonal": {"lines": 1},
        "In between": {"lines": 1},
    },
}


def position(game: str, exercise: dict[str, Any]) -> Game:
    """Return the game of an exercise, every event of it checked."""
    return Record(Header(game, exercise["players"]), tuple(exercise["events"])).replay()


def does_it(game: Game, exercise: dict[str, Any], move: str) -> bool:
    """Return whether a move does what is asked for."""
    wanted = exercise["wanted"]
    explained = game.explain(move, exercise["seat"])
    cells = game.rules.move_cells(game.rules.move_number(move))
    return (
        all(explained.points.get(name, 0) >= n for name, n in wanted.get("points", {}).items())
        and len(explained.pyramids) >= wanted.get("pyramids", 0)
        and explained.extra_turns >= wanted.get("extra_turns", 0)
        and ("winner" not in wanted or explained.winner == wanted["winner"])
        and sum(cell in game.cells for cell in cells) >= wanted.get("on", 0)
    )


def test_every_game_has_lessons() -> None:
    for game, file in FILES.items():
        assert (len(file["lesson"]), len(file["diagrams"])) == (3, 2), game


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_the_solution_does_what_is_asked_for(game: str, exercise: dict[str, Any]) -> None:
    played = position(game, exercise)
    assert played.to_act == (exercise["seat"],)
    assert len(played.events) < MOST_EVENTS - 3  # with room to play on a little
    assert set(exercise["wanted"]) <= {"points", "pyramids", "extra_turns", "winner", "on"}
    assert does_it(played, exercise, exercise["solution"])
    explained = played.explain(exercise["solution"], exercise["seat"])
    expected = EXPECTED[game].get(exercise["title"]["en"], {})
    assert {name: n for name, n in explained.points.items() if n} == expected


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_not_just_anything_does(game: str, exercise: dict[str, Any]) -> None:
    played = position(game, exercise)
    moves = played.legal_texts(exercise["seat"])
    assert not all(does_it(played, exercise, move) for move in moves)
