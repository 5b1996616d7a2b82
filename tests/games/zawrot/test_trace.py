"""What a trace of Kolorowy zawrót głowy shows."""

from __future__ import annotations

from tests.play.test_trace import moving, trace, waiting
from tests.scripts import draws


def test_zawrot_shows_the_bank_and_forbids_a_fourth() -> None:
    """Yellow makes three in row 0; a fourth yellow at either end is not among the legal moves.

    1 |  .  Rs  .
    0 |  Yh Ys Yf
         0  1  2
    """
    lines = trace(
        "zawrot",
        2,
        "< bank Gf; < bank Bs; < bank Vp; < start Yh;"
        + draws(0, "Ys Os Rs")
        + draws(1, "Ru Yf Rf")
        + "0: Ys 1,0; 0: take Gf; < bank Yp; 1: Yf 2,0; 1: take Yp; < bank Bn;"
        + "0: Rs 1,1; 0: take Vp; < bank Gh",
    )
    nobody = {"scores": [[0], [0]]}
    assert lines[0] == waiting(0, cells={}, hands=[[], []], bank=[], **nobody)
    assert lines[3] == waiting(3, cells={}, hands=[[], []], bank=["Vp", "Gf", "Bs"], **nobody)
    assert lines[4]["cells"] == {"0,0": "Yh"}
    assert lines[7] == waiting(
        7,
        cells={"0,0": "Yh"},
        hands=[["Ys", "Rs", "Os"], []],
        bank=["Vp", "Gf", "Bs"],
        **nobody,
    )
    around = ["-1,0", "0,-1", "0,1", "1,0"]
    hand_1 = ["Yf", "Rf", "Ru"]
    assert lines[10] == moving(
        10,
        {0: [f"{tile} {square}" for tile in ("Ys", "Rs", "Os") for square in around]},
        cells={"0,0": "Yh"},
        hands=[["Ys", "Rs", "Os"], hand_1],
        bank=["Vp", "Gf", "Bs"],
        **nobody,
    )
    assert lines[11] == moving(
        11,
        {0: ["take Vp", "take Gf", "take Bs"]},
        cells={"0,0": "Yh", "1,0": "Ys"},
        hands=[["Rs", "Os"], hand_1],
        bank=["Vp", "Gf", "Bs"],
        **nobody,
    )
    assert lines[12] == waiting(
        12,
        cells={"0,0": "Yh", "1,0": "Ys"},
        hands=[["Rs", "Os", "Gf"], hand_1],
        bank=["Vp", "Bs"],
        **nobody,
    )
    assert lines[14] == moving(
        14,
        {1: ["take Yp", "take Vp", "take Bs"]},
        scores=[[0], [1]],
        cells={"0,0": "Yh", "1,0": "Ys", "2,0": "Yf"},
        hands=[["Rs", "Os", "Gf"], ["Rf", "Ru"]],
        bank=["Yp", "Vp", "Bs"],
    )
    anywhere = ["-1,0", "3,0", "0,-1", "1,-1", "2,-1", "0,1", "2,1", "1,2"]
    legal = [f"{tile} {square}" for tile in ("Rf", "Ru") for square in anywhere]
    legal += [f"Yp {square}" for square in anywhere if square not in ("-1,0", "3,0")]
    assert lines[19] == moving(
        19,
        {1: legal},
        scores=[[0], [1]],
        cells={"0,0": "Yh", "1,0": "Ys", "2,0": "Yf", "1,1": "Rs"},
        hands=[["Os", "Vp", "Gf"], ["Yp", "Rf", "Ru"]],
        bank=["Gh", "Bs", "Bn"],
    )


def test_zawrot_shows_each_seats_own_points_in_teams_too() -> None:
    """Seats 1 and 3 are partners; the point of seat 1 is not shown for seat 3."""
    hands = (
        draws(0, "Ys Yp Yn") + draws(1, "Yf Rf Of") + draws(2, "Rh Ru Rp") + draws(3, "Oh Ou Op")
    )
    lines = trace(
        "zawrot",
        4,
        f"< bank Gf; < bank Bs; < bank Vp; < start Yh;{hands}"
        "0: Ys 1,0; 0: take Gf; < bank Rs; 1: Yf 2,0",
    )
    assert lines[-1]["scores"] == [[0], [1], [0], [0]]
    assert lines[-1]["hands"] == [
        ["Yp", "Yn", "Gf"],
        ["Rf", "Of"],
        ["Rh", "Ru", "Rp"],
        ["Oh", "Ou", "Op"],
    ]
