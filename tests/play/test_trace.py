"""Traces of short games, line by line as they were worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from kafelki.play.game import Game
from kafelki.play.record import parse_record
from kafelki.play.trace import trace_line

Line = dict[str, Any]

KEYS = ["after", "over", "chance", "to_act", "legal", "scores", "cells", "hands"]


def trace(game: str, players: int, script: str, **header: Any) -> list[Line]:
    """Return a trace: one line for each prefix of the events of a script."""
    data = {"kafelki": 1, "game": game, "rules": 1, "players": players, **header}
    data["events"] = events_of(script)
    return [json.loads(json.dumps(trace_line(each))) for each in parse_record(data).steps()]


def events_of(script: str) -> list[dict[str, Any]]:
    """Return the events of a script.

    "0: XO a1 b1" is a move of seat 0, "0< draw RB" a draw of seat 0, "< card OB" is for all.
    """
    return [_event(line.strip()) for line in script.split(";") if line.strip()]


def _event(line: str) -> dict[str, Any]:
    seat, _, text = line.partition(" ")
    if seat == "<":
        return {"chance": text}
    if seat.endswith("<"):
        return {"chance": text, "seat": int(seat[:-1])}
    return {"seat": int(seat[:-1]), "move": text}


def draws(seat: int, tiles: str) -> str:
    return "".join(f"{seat}< draw {tile};" for tile in tiles.split())


def waiting(after: int, **fields: Any) -> Line:
    """Return the line of a position in which chance is due."""
    line = {"after": after, "over": False, "chance": True, "to_act": [], "legal": {}}
    return line | fields


def moving(after: int, legal: Mapping[int, Iterable[str]], **fields: Any) -> Line:
    """Return the line of a position in which seats are to move."""
    listed = {str(seat): sorted(moves) for seat, moves in legal.items()}
    line = {"after": after, "over": False, "chance": False, "to_act": sorted(legal)}
    return line | {"legal": listed} | fields


def ended(after: int, **fields: Any) -> Line:
    """Return the line of the last position."""
    line = {"after": after, "over": True, "chance": False, "to_act": [], "legal": {}}
    return line | fields


# EXO


def square_pairs(columns: str, rows: Iterable[int], without: Iterable[str] = ()) -> list[str]:
    """Return the pairs of squares that share a side, as they are written."""
    taken = set(without)
    squares = [(x, y) for y in rows for x in columns if f"{x}{y}" not in taken]
    pairs = [f"{x}{y} {chr(ord(x) + 1)}{y}" for x, y in squares if (chr(ord(x) + 1), y) in squares]
    return pairs + [f"{x}{y} {x}{y + 1}" for x, y in squares if (x, y + 1) in squares]


def both_ways(pairs: Iterable[str]) -> list[str]:
    return [f"{tile} {pair}" for pair in pairs for tile in ("XO", "OX")]


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


# Bits


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


# Zawrót


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


# AXIO

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


# Geniusz


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


# All of them


@pytest.mark.parametrize(
    ("game", "more"),
    [("axio", []), ("geniusz", []), ("bits", []), ("exo", []), ("zawrot", ["bank"])],
)
def test_a_line_has_the_keys_of_the_contract_in_its_order(game: str, more: list[str]) -> None:
    assert list(trace_line(Game(game))) == KEYS + more
