"""What puzzles of Bits are about, and rounds that are played to their end for them."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.bots.protocol import Turn
from kafelki.bots.valuing import calibrations_of
from kafelki.games.bits.puzzles import PUZZLING
from kafelki.play.game import Game, Move
from kafelki.rules.engine import load_compiled
from tests.games.bits.positions import game_with

SEVEN_O_FREE = "BV.. VB.. BVYO YBVO VYBO BVYV"
"""Three orange squares in column d, and room for two tiles."""
TWO_BLUE = "OV.. VO.. OVBY YOBV VYOB OVYO"


def theme(ramp: str, move: str, *tasks: str) -> str:
    tile = "".join(sorted(move.split(" ")[0], key="OBVY".index))
    game = game_with([ramp, ramp], tile, "BV VV", ("four", *tasks))
    number = game.planned(move, 0).number
    return PUZZLING.theme(Turn(game, 0, Random(1)), Move("bits", number))


@pytest.mark.parametrize(
    ("ramp", "move", "tasks", "expected"),
    [
        (SEVEN_O_FREE, "OY d5 d6", (), "four"),
        (TWO_BLUE, "BB c5 c6", ("I",), "task"),
        (TWO_BLUE, "BB c5 d5", ("I",), "four"),  # four, but no straight ones
        ("O... V...", "YB a3 b3", (), "gap"),  # over b1 and b2
        ("O... O...", "OV a3 a4", (), "room"),  # three orange squares, to be four
        ("O... V...", "YB c1 d1", (), "apart"),
        # A pair costs a point; with a third square it is none any more.
        ("VV.. OBYB", "VY a3 a4", ("L", "pair"), "penalty"),
    ],
)
def test_a_theme_is_what_a_placement_makes(
    ramp: str, move: str, tasks: tuple[str, ...], expected: str
) -> None:
    assert theme(ramp, move, *tasks) == expected
    assert expected in PUZZLING.themes


def last_placement(tile: str = "OY") -> Game:
    """Return the end of a game: two squares are free on both ramps, over three orange ones."""
    ramp = "BVO. VBY. BVYO YBVO VYBO BVYV"
    return game_with([ramp, ramp], tile, "BV VV", ("four", "L", "straight"))


def test_the_last_placement_is_tried_as_it_ends() -> None:
    # Orange on d5 makes four of three straight squares: a point instead of two lost. So does the
    # rival, with the same ramp: a draw. Yellow on d5 leaves the three, and loses.
    load_compiled(["bits"])
    turn = Turn(last_placement(), 0, Random(1))
    trials = PUZZLING.trials(turn, calibrations_of("bits"))
    assert trials is not None
    order = [str(move) for move in turn.moves]
    rows = trials(turn.moves.numbers, 3)
    assert sorted(order) == ["OY d5 d6", "YO d5 d6"]
    expected = [0.5 if move.startswith("OY") else 0.0 for move in order]
    assert rows.tolist() == [expected] * 3


def form(ramps: list[str], tile: str, left: str, seat: int = 0) -> bytes:
    game = game_with(ramps, tile, left)
    return PUZZLING.form(Turn(game, seat, Random(1)).known, seat)


def test_mirrored_ramps_and_other_colours_look_alike() -> None:
    usual = form(["OV.. BBYO", "Y... V..O"], "OB", "VV BY")
    mirrored = form(["..VO OYBB", "Y... V..O"], "OB", "VV BY")
    renamed = form(["VB.. OOYV", "Y... B..V"], "OV", "BB OY")  # O → V, V → B, B → O
    assert usual == mirrored == renamed
    assert form(["OV.. BBYO", "Y... V..O"], "OV", "VV BY") != usual
    assert form(["OV.. BBYO", "Y... V..O"], "OB", "VV VY") != usual
    assert form(["OV.. BBYO", "Y... V..O"], "OB", "VV BY", seat=1) != usual
