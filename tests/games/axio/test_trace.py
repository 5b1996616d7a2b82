"""What a trace of AXIO shows."""

from __future__ import annotations

from collections.abc import Iterable

from tests.play.test_trace import moving, square_pairs, trace, waiting
from tests.scripts import draws

PRINTED = {"g11": "R", "k7": "B", "g3": "O", "c7": "V", "g7": "G"}


AXIO = (
    draws(0, "GG GG GG GG GG")
    + draws(1, "OO OO OO OO OO")
    + "0: GG g8 g9; 0: swap;"
    + draws(0, "RB GO BB VV RB")
    + "1: OO g4 g5; 1: keep; 1< draw VB; 0: RB d3 e3; 0< draw GR; 1: OO c4 c5"
)
"""Seat 0 scores one green and swaps its four GG; seat 1 scores one orange and keeps."""


def neighbours(square: str) -> set[str]:
    column, row = ord(square[0]), int(square[1:])
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    return {f"{chr(column + x)}{row + y}" for x, y in steps}


def at_printed(printed: Iterable[str]) -> list[str]:
    """Return the pairs of empty squares for two players that touch one of some printed squares."""
    beside = set().union(*(neighbours(square) for square in printed))
    pairs = square_pairs("cdefghijk", range(3, 12), PRINTED)
    return [pair for pair in pairs if beside & set(pair.split())]


def test_axio_deals_in_list_order_and_starts_at_printed_squares() -> None:
    lines = trace("axio", 2, AXIO)
    zero = [0, 0, 0, 0, 0]
    assert lines[0] == waiting(0, scores=[zero, zero], cells=PRINTED, hands=[[], []])
    assert lines[3]["hands"] == [["GG", "GG", "GG"], []]
    pairs = at_printed(PRINTED)
    # Each printed square on an edge has three neighbours, the centre four. A neighbour on the
    # edge is in two pairs, one farther in is in three.
    assert len(pairs) == 4 * (2 + 2 + 3) + 4 * 3
    assert lines[10] == moving(
        10,
        {0: [f"GG {pair}" for pair in pairs]},
        scores=[zero, zero],
        cells=PRINTED,
        hands=[["GG"] * 5, ["OO"] * 5],
    )


def test_axio_shows_only_the_new_tiles_during_a_swap() -> None:
    lines = trace("axio", 2, AXIO)
    zero, green = [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]
    cells = PRINTED | {"g8": "G", "g9": "G"}
    others = ["OO"] * 5
    assert lines[11] == moving(
        11, {0: ["keep", "swap"]}, scores=[green, zero], cells=cells, hands=[["GG"] * 4, others]
    )
    for after, new in [(12, []), (13, ["RB"]), (14, ["GO", "RB"]), (16, ["GO", "RB", "VV", "BB"])]:
        assert lines[after] == waiting(
            after, scores=[green, zero], cells=cells, hands=[new, others]
        )
    pairs = at_printed(["g11", "k7", "g3", "c7"])
    free = [pair for pair in pairs if not {"g8", "g9"} & set(pair.split())]
    assert lines[17] == moving(
        17,
        {1: [f"OO {pair}" for pair in free]},
        scores=[green, zero],
        cells=cells,
        hands=[["GO", "RB", "RB", "VV", "BB"], others],
    )
    assert lines[18]["legal"] == {"1": ["keep", "swap"]}
    assert lines[18]["scores"] == [green, [0, 1, 0, 0, 0]]
    assert lines[19]["chance"]
    assert lines[20]["hands"][1] == ["OO", "OO", "OO", "OO", "VB"]


def test_axio_shows_a_pyramid_as_a_roof() -> None:
    """The corner c3 is closed by R and O: seat 1 gets one point of each.

    5 |  O
    4 |  O  .  .
    3 |  ^  R  B
         c  d  e
    """
    lines = trace("axio", 2, AXIO)
    cells = PRINTED | {"g8": "G", "g9": "G", "g4": "O", "g5": "O", "d3": "R", "e3": "B"}
    hand_0 = ["GO", "GR", "RB", "VV", "BB"]
    assert lines[21] == waiting(
        21,
        scores=[[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]],
        cells=cells,
        hands=[["GO", "RB", "VV", "BB"], ["OO", "OO", "OO", "OO", "VB"]],
    )
    assert lines[22]["hands"][0] == hand_0
    assert lines[23] == waiting(
        23,
        scores=[[1, 0, 0, 0, 0], [0, 2, 1, 0, 0]],
        cells=cells | {"c3": "^", "c4": "O", "c5": "O"},
        hands=[hand_0, ["OO", "OO", "OO", "VB"]],
    )


def test_axio_solo_has_a_single_tile_and_no_swap() -> None:
    lines = trace("axio", 1, "0< draw GG; 0: GG g8 g9; 0< draw RV")
    cells = PRINTED | {"g8": "G", "g9": "G"}
    assert lines[1]["hands"] == [["GG"]]
    assert lines[2] == waiting(2, scores=[[1, 0, 0, 0, 0]], cells=cells, hands=[[]])
    assert lines[3]["to_act"] == [0]
    assert lines[3]["hands"] == [["RV"]]
