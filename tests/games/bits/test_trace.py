"""What a trace of Bits shows."""

from __future__ import annotations

from tests.play.test_trace import Line, ended, moving, trace, waiting


def test_bits_shows_a_ramp_a_seat_and_placements_at_once() -> None:
    """Seat 1 places before seat 0; then everybody gets a double.

    seat 0: 2 |  .  .  B  .      seat 1: 1 |  V  Y  .  .
            1 |  .  .  O  .                   a  b  c  d
                 a  b  c  d
    """
    lines = trace(
        "bits",
        2,
        "< task four; 0< start OB; 1< start VY; 1: VY a1 b1; 0: OB c1 c2; < card OO; 0: OO b3 c3",
    )
    nothing: Line = {"scores": [[0, 0, 0], [0, 0, 0]], "hands": [[], []]}
    lanes = ["a1 a2", "b1 b2", "c1 c2", "d1 d2", "a1 b1", "b1 c1", "c1 d1"]
    first = [f"{tile} {lane}" for lane in lanes for tile in ("OB", "BO")]
    second = [f"{tile} {lane}" for lane in lanes for tile in ("VY", "YV")]
    assert lines[0] == waiting(0, cells=[{}, {}], **nothing)
    assert lines[1] == waiting(1, cells=[{}, {}], **nothing)
    assert lines[2] == waiting(2, cells=[{}, {}], **nothing)
    assert lines[3] == moving(3, {0: first, 1: second}, cells=[{}, {}], **nothing)
    ramp_1 = {"a1": "V", "b1": "Y"}
    assert lines[4] == moving(4, {0: first}, cells=[{}, ramp_1], **nothing)
    ramp_0 = {"c1": "O", "c2": "B"}
    assert lines[5] == waiting(5, cells=[ramp_0, ramp_1], **nothing)
    doubles_0 = ["a1 a2", "b1 b2", "c3 c4", "d1 d2", "a1 b1", "b3 c3", "c3 d3"]
    doubles_1 = ["a2 a3", "b2 b3", "c1 c2", "d1 d2", "a2 b2", "b2 c2", "c1 d1"]
    legal = {
        0: [f"OO {lane}" for lane in doubles_0],
        1: [f"OO {lane}" for lane in doubles_1],
    }
    assert lines[6] == moving(6, legal, cells=[ramp_0, ramp_1], **nothing)
    assert lines[7] == moving(
        7, {1: legal[1]}, cells=[ramp_0 | {"b3": "O", "c3": "O"}, ramp_1], **nothing
    )


FULL_RAMP = """
6 |  O  Y  B  Y
5 |  O  O  O  V
4 |  B  B  Y  Y
3 |  B  B  Y  Y
2 |  O  O  V  V
1 |  O  B  V  V
"""

"""Four areas of four, one of them (row 5 and a6) an L; the O in the corner is a corner three."""


ONE_ROUND = """
0< start OB; 0: OB a1 b1; < card VV; 0: VV c1 d1; < card OO; 0: OO a2 b2; < card VV; 0: VV c2 d2;
< card BB; 0: BB a3 b3; < card YY; 0: YY c3 d3; < card BB; 0: BB a4 b4; < card YY; 0: YY c4 d4;
< card OO; 0: OO a5 b5; < card OV; 0: OV c5 d5; < card OY; 0: OY a6 b6; < card BY; 0: BY c6 d6;
"""


def full_ramp() -> dict[str, str]:
    cells: dict[str, str] = {}
    for line in FULL_RAMP.split("\n")[1:-1]:
        row, letters = line.split(" |")
        cells |= {f"{column}{row}": x for column, x in zip("abcd", letters.split(), strict=True)}
    return cells


def test_bits_keeps_the_ramp_until_the_next_task_and_scores_round_by_round() -> None:
    """Round 1: four areas of four. Round 2: one of them is an L. Round 3: a corner takes two."""
    script = "".join(f"< task {task};{ONE_ROUND}" for task in ("four", "L", "corner"))
    lines = trace("bits", 1, script)
    a_round = 1 + 24
    assert lines[a_round - 1]["scores"] == [[0, 0, 0]]
    assert lines[a_round] == waiting(a_round, scores=[[4, 0, 0]], cells=[full_ramp()], hands=[[]])
    assert lines[a_round + 1] == waiting(a_round + 1, scores=[[4, 0, 0]], cells=[{}], hands=[[]])
    assert lines[2 * a_round] == waiting(
        2 * a_round, scores=[[4, 5, 0]], cells=[full_ramp()], hands=[[]]
    )
    assert lines[3 * a_round - 1]["cells"] == [
        {cell: x for cell, x in full_ramp().items() if cell not in ("c6", "d6")}
    ]
    assert lines[3 * a_round] == ended(
        3 * a_round, scores=[[4, 5, 3]], cells=[full_ramp()], hands=[[]]
    )
    assert len(lines) == 3 * a_round + 1
