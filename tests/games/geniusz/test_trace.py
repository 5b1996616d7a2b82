"""What a trace of Geniusz shows."""

from __future__ import annotations

from tests.play.test_trace import moving, trace, waiting
from tests.scripts import draws


def test_geniusz_shows_a_pairs_scores_for_both_partners() -> None:
    """Red at m8 counts one for seat 0; the rack of five RR may be swapped. Then seat 1: green."""
    six = "GB GO GY GV BB"
    lines = trace(
        "geniusz",
        4,
        draws(0, "RB RR RR RR RR RR")
        + draws(1, f"GG {six}")
        + draws(2, f"OO {six}")
        + draws(3, f"YY {six}")
        + "0: RB m9 m10; 0: swap;"
        + draws(0, "VV OV RY BO GG RG")
        + "1: GG m11 m12; 1< draw RV",
        variant="pairs",
    )
    zero, red, green = [0] * 6, [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]
    printed = {"m8": "R", "m13": "G", "h13": "B", "c8": "O", "c3": "Y", "h3": "V"}
    others = [["GG", *six.split()], [*six.split(), "OO"], [*six.split(), "YY"]]
    assert lines[0] == waiting(0, scores=[zero] * 4, cells=printed, hands=[[], [], [], []])
    assert lines[24]["to_act"] == [0]
    assert lines[24]["hands"] == [["RR"] * 5 + ["RB"], *others]
    cells = printed | {"m9": "R", "m10": "B"}
    assert lines[25] == moving(
        25,
        {0: ["keep", "swap"]},
        scores=[red, zero, red, zero],
        cells=cells,
        hands=[["RR"] * 5, *others],
    )
    assert lines[26] == waiting(26, scores=[red, zero, red, zero], cells=cells, hands=[[], *others])
    assert lines[31]["hands"][0] == ["RY", "GG", "BO", "OV", "VV"]
    assert lines[31]["chance"]
    new = ["RG", "RY", "GG", "BO", "OV", "VV"]
    assert lines[32]["hands"] == [new, *others]
    assert lines[32]["to_act"] == [1]
    assert lines[33] == waiting(
        33,
        scores=[red, green, red, green],
        cells=cells | {"m11": "G", "m12": "G"},
        hands=[new, six.split(), *others[1:]],
    )
    assert lines[34]["hands"][1] == ["RV", *six.split()]
    assert lines[34]["to_act"] == [2]


def hexagon_neighbours(cell: str) -> set[str]:
    row, number = ord(cell[0]), int(cell[1:])
    steps = [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)]
    return {f"{chr(row + r)}{number + n}" for r, n in steps}


def test_geniusz_lists_the_cells_beside_printed_ones_for_the_first_tile() -> None:
    """Two players have the area of side 6 around h8; each printed corner has three neighbours.

    A neighbour along an edge has four neighbours, of which one is the printed cell, the
    one towards the middle has six: 3 + 3 + 5 pairs, less the two that join neighbours.
    """
    lines = trace("geniusz", 2, draws(0, "RR RR RR RR RR BB") + draws(1, "GG GG GG GG GG OO"))
    area = {
        f"{chr(ord('h') + r)}{8 + n}" for r in range(-5, 6) for n in range(-5, 6) if abs(r - n) <= 5
    }
    assert len(area) == 91
    printed = {"m8", "m13", "h13", "c8", "c3", "h3"}
    empty = area - printed
    beside = set().union(*(hexagon_neighbours(cell) for cell in printed)) & empty
    pairs = {
        " ".join(sorted((first, second), key=lambda cell: (cell[0], int(cell[1:]))))
        for first in beside
        for second in hexagon_neighbours(first) & empty
    }
    assert len(pairs) == 6 * (3 + 3 + 5 - 2)
    assert lines[12]["legal"] == {
        "0": sorted(f"{tile} {pair}" for pair in pairs for tile in ("RR", "BB"))
    }
