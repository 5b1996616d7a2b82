"""What a trace of EXO shows."""

from __future__ import annotations

from tests.play.test_trace import both_ways, ended, moving, square_pairs, trace


def test_exo_shows_the_top_symbol_and_the_height() -> None:
    """The third tile lies on the first two: a1 and b1 are two high, a2 and b2 one.

    2 |  O  O        2 |  O1 O1
    1 |  X  X   →    1 |  O2 X2      Now a2 and b2 are level and of different tiles.
         a  b             a  b
    """
    lines = trace(
        "exo", 2, "0: XO a1 a2; 1: XO b1 b2; 0: OX a1 b1; 1: XO a2 b2", options={"size": 5}
    )
    nothing = {"scores": [[0], [0]], "hands": [[], []]}
    every_pair = square_pairs("abcde", range(1, 6))
    assert len(every_pair) == 40
    assert lines[0] == moving(0, {0: both_ways(every_pair)}, cells={}, **nothing)
    without_a = square_pairs("abcde", range(1, 6), ["a1", "a2"])
    assert len(without_a) == 40 - 4
    assert lines[1] == moving(
        1, {1: both_ways(without_a)}, cells={"a1": "X1", "a2": "O1"}, **nothing
    )
    bare = square_pairs("abcde", range(1, 6), ["a1", "a2", "b1", "b2"])
    assert lines[2] == moving(
        2,
        {0: both_ways([*bare, "a1 b1", "a2 b2"])},
        cells={"a1": "X1", "a2": "O1", "b1": "X1", "b2": "O1"},
        **nothing,
    )
    assert lines[3] == moving(
        3,
        {1: both_ways([*bare, "a2 b2"])},
        cells={"a1": "O2", "b1": "X2", "a2": "O1", "b2": "O1"},
        **nothing,
    )
    assert lines[4] == moving(
        4,
        {0: both_ways([*bare, "a1 a2", "b1 b2"])},
        cells={"a1": "O2", "b1": "X2", "a2": "X2", "b2": "O2"},
        **nothing,
    )


def test_exo_ends_with_one_for_the_winner() -> None:
    """Five X in row 1 and five O in row 2 at once lose for seat 0, who placed the tile."""
    script = ";".join(f"{k % 2}: XO {column}1 {column}2" for k, column in enumerate("abcde"))
    lines = trace(
        "exo", 2, script, options={"size": 5}, result={"places": [2, 1], "reason": "both five"}
    )
    assert lines[-1] == ended(
        5,
        scores=[[0], [1]],
        cells={f"{column}{row}": f"{' XO'[row]}1" for column in "abcde" for row in (1, 2)},
        hands=[[], []],
    )
