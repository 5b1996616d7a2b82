"""Bits by its rulebook: every rule by its id, with values worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.rules import GAME
from kafelki.games.bits.texts import (
    OUTCOME_TEXTS,
    SOLO_TITLES,
    move_number,
    outcome_number,
    outcome_text,
    solo_title,
)
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Game, Refusal, new_game
from kafelki.play.view import view
from kafelki.rules.contract import MOST_SEATS, REASONS, Area
from kafelki.rules.engine import Engine
from kafelki.rules.texts import Text
from kafelki.terminal.board import board_text

ENGINE = Engine(GAME)
KERNELS = GAME.kernels

CARDS = ["OO", "OO", "OB", "OV", "OY", "BB", "BB", "BV", "BY", "VV", "VV", "VY", "YY", "YY"]
"""The building cards: each tile of two colours once, each double twice (BI-3)."""

FIVE_TILES = ("OB b1 b2", "BB b3 b4", "BY b5 c5", "YY c6 d6", "OO a6 b6")
"""A round for one that is over after five tiles, the first of them the starting tile.

6 |  O  O  Y  Y     One area of four, the straight blue b2 to b5; an orange pair and
5 |  .  B  Y  .     a single; yellow c5, c6, d6 is a corner of three.
4 |  .  B  .  .
3 |  .  B  .  .     a1 to a5, c1 to c4, d1 to d5: 14 gaps that nothing can reach.
2 |  .  B  .  .
1 |  .  O  .  .
     a  b  c  d
"""

FULL_RAMP = (
    *("OB a1 a2", "BB a3 a4", "BY a5 a6", "OO b1 b2", "OV b3 b4", "VV b5 b6"),
    *("YY c1 c2", "BB c3 c4", "VY c5 c6", "BV d1 d2", "OO d3 d4", "OB d5 d6"),
)
"""A round that fills the ramp: the rulebook's example of scoring is made of it (BI-16).

6 |  Y  V  Y  B     Areas of four: blue a2 to a5 (I), orange a1 b1 b2 b3 (L),
5 |  B  V  V  O     violet b4 b5 b6 c5 (T).
4 |  B  V  B  O     Orange d3 d4 d5: straight three. Pairs: yellow c1 c2, blue c3 c4.
3 |  B  O  B  O     Singles: a6, c6, d1, d2, d6.
2 |  B  O  Y  V
1 |  O  O  Y  B
     a  b  c  d
"""


def position_of(game: Game) -> Position:
    return np.frombuffer(game.position.data, dtype=np.uint8).copy()


def tile_of(move: str) -> str:
    """Return the tile of a placement as chance writes it.

    >>> tile_of("YB a1 a2")
    'BY'
    """
    return "".join(sorted(move[:2], key="OBVY".index))


def begin(players: int, *starts: str, task: str = "task four") -> Game:
    game = Game("bits", players=players)
    game.play_chance(task)
    for start in starts:
        game.play_chance(f"start {start}")
    return game


def play_alone(game: Game, task: str, *placements: str) -> None:
    """Play a round of a game for one, up to the last of some placements."""
    game.play_chance(f"task {task}")
    for kind, move in zip(["start", *["card"] * len(placements)], placements, strict=False):
        game.play_chance(f"{kind} {tile_of(move)}")
        game.play(move, seat=0)


def play_together(game: Game, task: str, starts: tuple[str, ...], *placements: str) -> None:
    """Play a round in which all place the same building cards in the same way."""
    game.play_chance(f"task {task}")
    for start in starts:
        game.play_chance(f"start {tile_of(start)}")
    for seat, start in enumerate(starts):
        game.play(start, seat=seat)
    for move in placements:
        game.play_chance(f"card {tile_of(move)}")
        for seat in range(len(starts)):
            game.play(move, seat=seat)


def refused(game: Game, move: str, seat: int = 0) -> str:
    """Return the id of the rule by which a move is refused."""
    before = game.position
    with pytest.raises(Refusal) as refusal:
        game.play(move, seat=seat)
    assert game.position == before
    return refusal.value.rule


def points_of(picture: str, *tasks: str) -> int:
    """Return what a ramp drawn row by row, the highest first, scores for some tasks."""
    position = bits.see.empty()
    s = bits.see(position)
    s.round = len(tasks)
    for k, task in enumerate(tasks):
        s.tasks[k] = outcome_number(f"task {task}")
    for row, letters in enumerate(reversed(picture.split())):
        for column, letter in enumerate(letters):
            if letter != ".":
                s.squares[0, "OBVY".index(letter)] |= 1 << (row * 4 + column)
    return bits.ramp_points(s, 0)


class TestComponents:
    def test_bi_1_a_ramp_has_24_squares_in_4_columns_and_6_rows(self) -> None:
        area = GAME.public(bits.see.empty(), -1)["area"]
        assert len(area) == 24
        assert area[:5] == ["a1", "b1", "c1", "d1", "a2"]
        assert area[-1] == "d6"

    def test_bi_2_four_colours_each_with_a_symbol(self) -> None:
        looks = GAME.appearance.colours
        assert "".join(looks) == "OBVY"
        assert len({look.symbol for look in looks.values()}) == 4

    def test_bi_3_fourteen_building_cards(self) -> None:
        game = begin(1, "OB")
        game.play("OB a1 a2", seat=0)
        assert game.chance_outcomes() == Counter(f"card {tile}" for tile in CARDS)
        assert list(game.chance_outcomes())[:2] == ["card OO", "card OB"]  # in list order
        assert game.chance_seat is None

    def test_bi_3_a_card_that_is_out_does_not_come_again(self) -> None:
        game = begin(1, "OB")
        game.play("OB a1 a2", seat=0)
        game.play_chance("card OB")
        game.play("OB a3 a4", seat=0)
        assert "card OB" not in game.chance_outcomes()
        game.play_chance("card OO")
        game.play("OO a5 a6", seat=0)
        assert game.chance_outcomes()["card OO"] == 1
        with pytest.raises(Refusal) as refusal:
            game.play_chance("card OB")
        assert refusal.value.rule == "BI-3"

    def test_bi_4_the_starting_tiles_are_the_six_of_two_colours(self) -> None:
        game = begin(2)
        mixed = ["start OB", "start OV", "start OY", "start BV", "start BY", "start VY"]
        assert game.chance_outcomes() == dict.fromkeys(mixed, 1)
        with pytest.raises(Refusal) as refusal:
            game.play_chance("start OO")
        assert refusal.value.rule == "BI-4"

    def test_bi_5_three_stacks_of_task_cards(self) -> None:
        game = Game("bits", players=1)
        assert game.chance_outcomes() == {"task four": 1}
        play_alone(game, "four", *FIVE_TILES)
        assert list(game.chance_outcomes().items()) == [
            ("task I", 1),
            ("task O", 1),
            ("task L", 1),
            ("task T", 1),
        ]
        with pytest.raises(Refusal) as refusal:
            game.play_chance("task corner")
        assert refusal.value.rule == "BI-5"
        play_alone(game, "I", *FIVE_TILES)
        assert list(game.chance_outcomes().items()) == [
            ("task single", 1),
            ("task pair", 1),
            ("task straight", 1),
            ("task corner", 1),
        ]

    def test_the_counts_of_the_box_are_those_of_the_data(self) -> None:
        counts = {(part.rule, part.text.en): part.count for part in GAME.components}
        assert counts["BI-3", "building cards"] == sum(bits.CARD_COUNTS) == 14
        assert counts["BI-4", "starting tiles"] == sum(bits.START_COUNTS) == 6
        assert counts["BI-5", "task cards"] == len(bits.TASKS) == 9
        assert [sum(t.stack == k for t in bits.TASKS) for k in (1, 2, 3)] == [1, 4, 4]
        assert [bits.TASKS[bits.STACKS[k]].stack for k in range(3)] == [1, 2, 3]


class TestPlacing:
    def test_bi_6_any_column_or_two_neighbouring_ones_turned_any_way(self) -> None:
        places = ["a1 a2", "a1 b1", "b1 b2", "b1 c1", "c1 c2", "c1 d1", "d1 d2"]
        expected = sorted(f"{tile} {place}" for tile in ("OB", "BO") for place in places)
        assert begin(1, "OB").legal_texts(0) == expected

    def test_bi_6_a_double_looks_the_same_both_ways_round(self) -> None:
        game = begin(1, "OB")
        game.play("OB a1 a2", seat=0)
        game.play_chance("card YY")
        assert game.legal_texts(0) == [
            *("YY a3 a4", "YY a3 b3", "YY b1 b2", "YY b1 c1", "YY c1 c2", "YY c1 d1", "YY d1 d2"),
        ]

    def test_bi_6_a_tile_slides_to_the_bottom_or_onto_another(self) -> None:
        game = begin(1, "OB")
        assert refused(game, "OB a2 a3") == "BI-6"
        assert refused(game, "OB a2 b2") == "BI-6"
        game.play("OB a1 a2", seat=0)
        game.play_chance("card BV")
        assert refused(game, "BV a2 a3") == "BI-6"  # a2 is taken
        assert refused(game, "BV a1 b1") == "BI-6"
        game.play("BV a3 b3", seat=0)
        assert game.cells == [{"a1": "O", "a2": "B", "a3": "B", "b3": "V"}]

    def test_bi_6_a_gap_that_cannot_be_reached_from_above_stays(self) -> None:
        game = begin(1, "OB")
        game.play("OB a1 a2", seat=0)
        game.play_chance("card BV")
        game.play("BV a3 b3", seat=0)
        game.play_chance("card YY")
        assert refused(game, "YY b1 b2") == "BI-6"  # free, but b3 is in the way
        assert refused(game, "YY b1 c1") == "BI-6"  # no moving aside on the way
        assert game.legal_texts(0) == [
            *("YY a4 a5", "YY a4 b4", "YY b4 b5", "YY b4 c4", "YY c1 c2", "YY c1 d1", "YY d1 d2"),
        ]

    def test_bi_6_halves_that_are_no_neighbours(self) -> None:
        assert refused(begin(1, "OB"), "OB a1 c1") == "BI-6"

    @pytest.mark.parametrize("move", ["OB a6 a7", "OB d1 e1", "BO e1 d1"])
    def test_bi_7_both_halves_inside_the_grid(self, move: str) -> None:
        assert refused(begin(1, "OB"), move) == "BI-7"

    def test_bi_7_a_tile_that_would_stick_out_has_no_place_there(self) -> None:
        """Column a has five tiles' halves: nothing can stand on them, but one can lie on a6."""
        game = begin(1, "OB")
        game.play("OB a1 a2", seat=0)
        for move in ("BB a3 a4", "VV a5 b5"):
            game.play_chance(f"card {tile_of(move)}")
            game.play(move, seat=0)
        game.play_chance("card YY")
        assert game.legal_texts(0) == [
            *("YY a6 b6", "YY b6 c6", "YY c1 c2", "YY c1 d1", "YY d1 d2"),
        ]

    def test_bi_8_who_has_no_room_sits_out_the_rest_of_the_round(self) -> None:
        """Seat 0 is full after five tiles; seat 1 has columns c and d to itself."""
        game = begin(2, "OB", "OV")
        game.play(FIVE_TILES[0], seat=0)
        game.play("OV a1 a2", seat=1)
        others = ("BB a3 a4", "BY a5 a6", "YY b1 b2", "OO b3 b4")
        for mine, other in zip(FIVE_TILES[1:], others, strict=True):
            game.play_chance(f"card {tile_of(mine)}")
            assert game.to_act == (0, 1)
            game.play(mine, seat=0)
            game.play(other, seat=1)
        game.play_chance("card VV")
        assert game.to_act == (1,)
        assert game.legal_texts(0) == []
        assert len(ENGINE.moves(position_of(game), 0)) == 0
        assert KERNELS.refusal(position_of(game), 0, move_number("VV c5 c6")) == bits.SITS_OUT
        assert GAME.public(position_of(game), -1)["tile"] == [None, "VV"]
        game.play("VV c1 c2", seat=1)
        assert game.chance_due
        game.play_chance("card VY")
        assert game.to_act == (1,)

    def test_bi_8_a_single_column_of_one_square_is_no_room(self) -> None:
        """b and d are full, a and c have their highest square free: no tile fits."""
        position = bits.see.empty()
        s = bits.see(position)
        for column, height in enumerate((5, 6, 5, 6)):
            s.heights[0, column] = height
        assert not bits.has_room(s, 0)
        s.heights[0, 3] = 5  # now c6 and d6 take a tile that lies
        assert bits.has_room(s, 0)
        s.heights[0, 2], s.heights[0, 3] = 6, 4  # now d5 and d6 take one that stands
        assert bits.has_room(s, 0)

    def test_bi_8_who_can_place_must(self) -> None:
        with pytest.raises(Refusal) as refusal:
            begin(1, "OB").play("pass", seat=0)
        assert refusal.value.rule == "RECORD"


class TestRound:
    def test_bi_9_one_more_task_each_round(self) -> None:
        game = Game("bits", players=1)
        assert GAME.public(position_of(game), -1)["tasks"] == []
        shown = []
        for task in ("four", "L", "pair"):
            play_alone(game, task, *FIVE_TILES)
            shown.append(GAME.public(position_of(game), -1)["tasks"])
        assert shown == [["four"], ["four", "L"], ["four", "L", "pair"]]

    def test_bi_10_starting_tiles_differ_and_are_drawn_seat_by_seat(self) -> None:
        game = begin(4)
        for seat, start in enumerate(("OY", "BV", "OB", "VY")):
            assert game.chance_seat == seat
            assert game.to_act == ()
            game.play_chance(f"start {start}")
            if seat < 3:
                with pytest.raises(Refusal) as refusal:
                    game.play_chance(f"start {start}")
                assert refusal.value.rule == "BI-4"
                assert sum(game.chance_outcomes().values()) == 5 - seat
        assert game.to_act == (0, 1, 2, 3)
        assert game.legal_texts(2) == sorted(
            f"{tile} {place}"
            for tile in ("OB", "BO")
            for place in ("a1 a2", "a1 b1", "b1 b2", "b1 c1", "c1 c2", "c1 d1", "d1 d2")
        )

    def test_bi_10_only_the_starting_tile_that_was_drawn(self) -> None:
        game = begin(2, "OB", "OV")
        assert refused(game, "OV a1 a2", seat=0) == "BI-10"
        game.play("OV a1 a2", seat=1)

    def test_bi_11_all_place_the_card_in_any_order_before_the_next_comes(self) -> None:
        game = begin(3, "OB", "OV", "VY")
        for seat, move in ((2, "VY a1 a2"), (0, "OB a1 a2"), (1, "OV a1 a2")):
            assert seat in game.to_act
            game.play(move, seat=seat)
        game.play_chance("card BY")
        assert game.chance_seat is None
        assert game.to_act == (0, 1, 2)
        assert refused(game, "OB b1 b2", seat=1) == "BI-11"  # another tile
        game.play("BY b1 b2", seat=1)
        assert list(game.to_act) == [0, 2]
        assert refused(game, "BY c1 c2", seat=1) == "BI-11"  # twice
        placed_twice = KERNELS.refusal(position_of(game), 1, move_number("BY c1 c2"))
        assert placed_twice == bits.HAS_PLACED
        with pytest.raises(Refusal):
            game.play_chance("card OO")
        game.play("YB b1 b2", seat=0)
        game.play("YB a3 a4", seat=2)
        assert game.chance_due
        assert game.cells[1] == {"a1": "O", "a2": "V", "b1": "B", "b2": "Y"}

    def test_bi_11_nobody_sees_a_placement_before_all_have_placed(self) -> None:
        one = begin(2, "OB", "OV")
        other = one.copy()
        one.play("OB a1 a2", seat=0)
        other.play("BO c1 d1", seat=0)
        for viewer in (1, -1):
            seen = GAME.public(position_of(one), viewer)
            assert seen == GAME.public(position_of(other), viewer)
            assert seen["cells"] == [{}, {}]
            assert seen["tile"] == ["OB", "OV"]
            assert seen["placed"] == [True, False]
        assert GAME.public(position_of(one), 0)["cells"] == [{"a1": "O", "a2": "B"}, {}]
        for game in (one, other):
            game.play("OV a1 a2", seat=1)
        shown = GAME.public(position_of(other), 1)
        assert shown["cells"] == [{"c1": "B", "d1": "O"}, {"a1": "O", "a2": "V"}]
        assert shown["placed"] == [False, False]
        assert shown["tile"] == [None, None]

    def test_bi_11_an_unseen_placement_does_not_show_in_what_ends_the_game(self) -> None:
        """Whether the other's ramp is full is not known before both have placed."""
        game = Game("bits", players=2)
        for task in ("four", "I"):
            play_together(game, task, (FIVE_TILES[0], "OV b1 b2"), *FIVE_TILES[1:])
        play_together(game, "corner", (FIVE_TILES[0], "OV b1 b2"), *FIVE_TILES[1:4])
        game.play_chance("card OO")
        game.play("OO a6 b6", seat=0)
        assert game.explain("OO a6 b6", seat=1).ends == ""
        game.play("OO a6 b6", seat=1)
        assert game.over

    def test_bi_12_the_round_ends_when_nobody_can_place(self) -> None:
        game = Game("bits", players=1)
        play_alone(game, "four", *FIVE_TILES[:4])
        assert game.scores == [[0, 0, 0]]
        game.play_chance("card OO")
        game.play("OO a6 b6", seat=0)
        assert game.scores == [[1, 0, 0]]
        assert list(game.chance_outcomes()) == ["task I", "task O", "task L", "task T"]

    def test_bi_12_a_full_ramp_leaves_three_cards(self) -> None:
        """Twelve tiles fill 24 squares, eleven of them from cards: three of 14 stay."""
        game = Game("bits", players=1)
        play_alone(game, "four", *FULL_RAMP)
        assert len(game.cells[0]) == 24
        left = GAME.public(position_of(game), -1)["left"]
        assert {tile: count for tile, count in left.items() if count} == {"OY": 1, "VV": 1, "YY": 1}
        assert "task I" in game.chance_outcomes()

    def test_bi_13_ramps_are_cleared_and_cards_shuffled_by_the_next_task(self) -> None:
        game = Game("bits", players=2)
        play_together(game, "four", (FIVE_TILES[0], "OV b1 b2"), *FIVE_TILES[1:])
        assert [len(ramp) for ramp in game.cells] == [10, 10]
        game.play_chance("task T")
        assert game.cells == [{}, {}]
        game.play_chance("start OB")
        game.play_chance("start OV")
        assert [len(game.legal_texts(seat)) for seat in (0, 1)] == [14, 14]
        game.play("OB a1 a2", seat=0)
        game.play("OV a1 a2", seat=1)
        assert sum(game.chance_outcomes().values()) == 14


class TestScoring:
    def test_bi_14_side_by_side_connects_and_diagonals_do_not(self) -> None:
        assert points_of("OO.. OO..", "four") == 1
        assert points_of("..OO OO..", "four") == 0
        assert points_of("O.O. .O.O", "four") == 0
        assert points_of("OO.. .OO.", "four") == 1

    def test_bi_14_the_left_and_right_edges_do_not_connect(self) -> None:
        """d1 and a2 stand next to each other in the list of squares, not on the ramp."""
        assert points_of("OO.. ..OO", "four") == 0
        assert points_of("OO.. ..OO", "four", "I", "pair") == -2

    def test_bi_14_another_colour_or_an_empty_square_parts_areas(self) -> None:
        assert points_of("O.O. OBO.", "four", "I", "pair") == -2
        assert points_of("OBBO OBBO", "four", "O") == 2

    def test_bi_15_a_larger_area_scores_nothing(self) -> None:
        assert points_of("B... B... B... B...", "four", "I") == 2
        assert points_of("B... B... B... B... B...", "four", "I") == 0
        assert points_of("B... BB.. BB..", "four", "O") == 0
        assert points_of("BB.. BB.. BB.. BB..", "four", "O") == 0
        assert points_of("BBBB", "four", "I", "straight") == 2

    @pytest.mark.parametrize(
        ("shape", "pictures"),
        [
            ("I", ["OOOO", "O... O... O... O..."]),
            ("O", ["OO.. OO.."]),
            (
                "L",
                [
                    *("O... O... OO..", "OOO. O...", "OO.. .O.. .O..", "..O. OOO."),
                    *(".O.. .O.. OO..", "O... OOO.", "OO.. O... O...", "OOO. ..O."),
                ],
            ),
            ("T", ["OOO. .O..", ".O.. OO.. .O..", ".O.. OOO.", "O... OO.. O..."]),
            ("S", [".OO. OO..", "O... OO.. .O..", "OO.. .OO.", ".O.. OO.. O..."]),
        ],
    )
    def test_bi_15_turned_and_mirrored_shapes_of_four(
        self, shape: str, pictures: list[str]
    ) -> None:
        """Each shape scores task 1 and its own task 2, and no other; S is on no card."""
        for picture in pictures:
            for task in "IOLT":
                assert points_of(picture, "four", task) == 1 + (task == shape), (picture, task)
            for task in ("single", "pair", "straight", "corner"):
                assert points_of(picture, "four", "I", task) == 1 + (shape == "I")

    @pytest.mark.parametrize(
        ("shape", "cost", "pictures"),
        [
            ("single", 1, ["V...", "...V ....", "..V. .... ...."]),
            ("pair", 1, ["VV..", "V... V..."]),
            ("straight", 2, ["VVV.", "V... V... V..."]),
            ("corner", 2, ["VV.. V...", "VV.. .V..", "V... VV..", ".V.. VV.."]),
        ],
    )
    def test_bi_15_turned_and_mirrored_shapes_that_cost(
        self, shape: str, cost: int, pictures: list[str]
    ) -> None:
        for picture in pictures:
            for task in ("single", "pair", "straight", "corner"):
                expected = -cost if task == shape else 0
                assert points_of(picture, "four", "T", task) == expected, (picture, task)

    def test_bi_15_every_place_on_the_ramp_counts_alike(self) -> None:
        for rows_below in range(4):
            for columns in range(2):
                row = "." * columns
                picture = f"{row}YYY {row}.Y. " + ".... " * rows_below
                assert points_of(picture, "four", "T") == 2

    def test_bi_16_the_example_of_the_rulebook(self) -> None:
        """+3 for three areas of four, +1 for the one like task 2, −2 for the straight three."""
        game = Game("bits", players=1)
        for task in ("four", "L", "straight"):
            play_alone(game, task, *FULL_RAMP)
        assert game.scores == [[3, 4, 2]]

    @pytest.mark.parametrize(
        ("second", "third", "expected"),
        [
            ("I", "single", [3, 4, 4 - 5]),
            ("O", "pair", [3, 3, 3 - 2]),
            ("T", "corner", [3, 4, 4]),
        ],
    )
    def test_bi_16_each_round_scores_the_tasks_on_the_table(
        self, second: str, third: str, expected: list[int]
    ) -> None:
        """The same ramp three times: three fours, no square, five singles, two pairs."""
        game = Game("bits", players=1)
        for task in ("four", second, third):
            play_alone(game, task, *FULL_RAMP)
        assert game.scores == [expected]

    def test_bi_16_only_the_third_round_takes_points_away(self) -> None:
        """Seat 0 makes b2 to b5 blue; seat 1 only b3 to b5. Both have the corner c5 c6 d6."""
        game = Game("bits", players=2)
        starts = (FIVE_TILES[0], "OV b1 b2")
        for task, expected in (
            ("four", [[1, 0, 0], [0, 0, 0]]),
            ("I", [[1, 2, 0], [0, 0, 0]]),
            ("corner", [[1, 2, 0], [0, 0, -2]]),
        ):
            play_together(game, task, starts, *FIVE_TILES[1:])
            assert game.scores == expected
        assert game.over
        assert game.result is not None
        assert game.result.places == (1, 2)
        assert game.result.reason == "three rounds"
        assert [len(ramp) for ramp in game.cells] == [10, 10]  # they stay to be looked at

    def test_bi_17_equal_points_share_the_place(self) -> None:
        """Blue only at b3 to b5 on both ramps: a straight three each, −2 each."""
        game = Game("bits", players=2)
        for task in ("four", "I", "straight"):
            play_together(game, task, ("BO b1 b2", "OV b1 b2"), *FIVE_TILES[1:])
        assert game.scores == [[0, 0, -2], [0, 0, -2]]
        assert game.result is not None
        assert game.result.places == (1, 1)

    def test_bi_17_places_count_those_with_more_points_in_all(self) -> None:
        position = bits.see.empty()
        s = bits.see(position)
        s.players, s.due = 4, bits.OVER
        for seat, points in enumerate(((1, 2, 3), (4, 4, -2), (9, 0, 0), (0, 0, -1))):
            for k in range(3):
                s.points[seat, k] = points[k]
        reason, places = ENGINE.result(position, 4)
        assert places == (2, 2, 1, 4)
        assert REASONS[reason] == "three rounds"

    @pytest.mark.parametrize(
        ("points", "title"),
        [
            *((30, "Mistrz Bits"), (17, "Mistrz Bits"), (16, "Imperator Obszaru")),
            *((13, "Imperator Obszaru"), (12, "Gwiazda Kolorów"), (9, "Gwiazda Kolorów")),
            *((8, "Zdobywca Barw"), (5, "Zdobywca Barw"), (4, "Kafelek"), (-3, "Kafelek")),
        ],
    )
    def test_bi_18_titles_of_a_game_alone(self, points: int, title: str) -> None:
        assert solo_title(points).pl == title

    def test_bi_18_the_title_stands_in_the_result_and_in_views_but_not_in_records(self) -> None:
        game = Game("bits", players=1)
        for task in ("four", "I", "corner"):
            assert game.result is None
            play_alone(game, task, *FIVE_TILES)
        assert game.result is not None
        assert game.result.title == Text("Tile", "Kafelek")  # 1 + 2 + 0 points
        shown = view(game, 0)["result"]
        assert shown["title"] == {"en": "Tile", "pl": "Kafelek"}
        assert game.result.as_json() == {"places": [1], "reason": "three rounds"}
        lines = board_text(view(game, 0), "pl").split("\n")
        assert lines[-1] == "  Kafelek"

    def test_bi_18_titles_are_for_one_player_alone(self) -> None:
        game = new_game("bits", 2, seed=1)
        random = Random(1)
        while not game.over:
            seat = game.to_act[0]
            game.play(random.choice(game.legal_texts(seat)), seat)
        assert game.result is not None
        assert game.result.title is None
        assert "title" not in view(game, 0)["result"]

    def test_bi_18_alone_the_three_rounds_go_the_same_way(self) -> None:
        game = Game("bits", players=1)
        for task in ("four", "I", "corner"):
            play_alone(game, task, *FIVE_TILES)
        assert game.scores == [[1, 2, 0]]
        assert game.result is not None
        assert game.result.places == (1,)


class TestKnowledge:
    def test_public_says_all_that_lies_open(self) -> None:
        game = begin(2, "OB", "OV")
        game.play("OB a1 a2", seat=0)
        game.play("OV b1 c1", seat=1)
        game.play_chance("card YY")
        seen = GAME.public(position_of(game), 0)
        assert seen["cells"] == [{"a1": "O", "a2": "B"}, {"b1": "O", "c1": "V"}]
        assert view(game, 0)["hands"] == [{"tiles": [], "hidden": 0}] * 2
        assert game.hands == [[], []]
        assert seen["scores"] == [[0, 0, 0], [0, 0, 0]]
        assert (seen["round"], seen["tasks"]) == (1, ["four"])
        assert (seen["tile"], seen["placed"]) == (["YY", "YY"], [False, False])
        assert seen["left"] == Counter(CARDS) - Counter(["YY"])

    def test_explain_shows_the_areas_of_both_halves(self) -> None:
        """Blue b5 completes b2 to b5: a four and an I. Yellow c5 is alone."""
        game = Game("bits", players=1)
        play_alone(game, "four", *FIVE_TILES)
        play_alone(game, "I", *FIVE_TILES[:2])
        game.play_chance("card BY")
        explanation = game.explain("BY b5 c5")
        assert explanation.areas == (
            Area("B", ("b2", "b3", "b4", "b5"), 2),
            Area("Y", ("c5",), 0),
        )
        assert explanation.points == {"round": 2}
        assert explanation.ends == ""

    def test_explain_shows_the_area_of_a_double_once(self) -> None:
        game = Game("bits", players=1)
        play_alone(game, "four", *FIVE_TILES[:3])
        game.play_chance("card YY")
        assert game.explain("YY c6 d6").areas == (Area("Y", ("c5", "c6", "d6"), 0),)
        assert [area.cells for area in game.explain("YY a1 a2").areas] == [("a1", "a2")]

    def test_explain_tells_that_the_game_ends(self) -> None:
        """Round 3 as it stands: +2 for blue, −2 for the corner c5 c6 d6; the pair is free."""
        game = Game("bits", players=1)
        play_alone(game, "four", *FIVE_TILES)
        play_alone(game, "I", *FIVE_TILES)
        play_alone(game, "corner", *FIVE_TILES[:4])
        game.play_chance("card OO")
        explanation = game.explain("OO a6 b6")
        assert explanation.ends == "three rounds"
        assert explanation.points == {"round": 0}
        assert explanation.areas == (Area("O", ("a6", "b6"), 0),)

    def test_consequences_of_moves(self) -> None:
        """Columns: points of the round, change, fours, gaps. Now: b1 orange, b2 to b4 blue."""
        game = Game("bits", players=1)
        play_alone(game, "four", *FIVE_TILES)
        play_alone(game, "I", *FIVE_TILES[:2])
        game.play_chance("card BY")
        position = position_of(game)
        moves = ("BY b5 c5", "YB b5 c5", "BY a1 a2", "YB a1 a2", "YB d1 d2")
        numbers = np.array([move_number(move) for move in moves], dtype=np.int32)
        assert ENGINE.consequences(position, 0, numbers).tolist() == [
            [2, 2, 1, 4],  # b2 to b5, over c1 to c4
            [0, 0, 0, 4],
            [0, 0, 0, 0],  # blue a1 touches b1 only
            [1, 1, 1, 0],  # blue a2 touches b2: four, but an L
            [0, 0, 0, 0],
        ]
        assert (position == position_of(game)).all()

    def test_notation_is_reversible_and_exact(self) -> None:
        for number in range(bits.PLACEMENTS.count):
            assert move_number(bits.PLACEMENTS.text(number)) == number
        assert move_number("BO a2 a1") == move_number("OB a1 a2")
        for outcome, text in OUTCOME_TEXTS.items():
            assert outcome_number(outcome_text(outcome)) == outcome
            assert outcome_text(outcome) == text
        for wrong in ("card BO", "task S", "start", "card  OB", "card ob", "task four "):
            with pytest.raises(ValueError, match="is not a task"):
                outcome_number(wrong)
        for wrong in ("OB a1", "OB  a1 b1", "OX a1 b1", "OB a01 b1", "ob a1 b1", "OB a1 b1 "):
            with pytest.raises(ValueError, match="is not a"):
                move_number(wrong)


Ramp = dict[tuple[int, int], str]
"""Colours by (column, row): the ramp as the checks below see it, with no bits in sight."""


def ramp_of(cells: dict[str, str]) -> Ramp:
    return {("abcd".index(name[0]), int(name[1])): colour for name, colour in cells.items()}


def slides_to(ramp: Ramp, column: int, lies: bool) -> list[tuple[int, int]]:
    """Return the squares where a tile from above stops; none if it would stick out."""

    def squares(row: int) -> list[tuple[int, int]]:
        return [(column, row), (column + 1, row) if lies else (column, row + 1)]

    row = 7
    while row > 1 and not set(squares(row - 1)) & set(ramp):
        row -= 1
    inside = all(c < 4 and r <= 6 for c, r in squares(row))
    return squares(row) if inside else []


def expected_moves(ramp: Ramp, tile: str) -> set[str]:
    moves = set()
    for column in range(4):
        for lies in (False, True):
            if stop := slides_to(ramp, column, lies):
                squares = " ".join(f"{'abcd'[c]}{r}" for c, r in stop)
                moves |= {f"{tile} {squares}", f"{tile[::-1]} {squares}"}
    return moves


def areas_of(ramp: Ramp) -> list[set[tuple[int, int]]]:
    areas = []
    left = set(ramp)
    while left:
        area = {left.pop()}
        while True:
            near = {(c + x, r + y) for c, r in area for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            more = {at for at in near & left if ramp[at] == ramp[next(iter(area))]}
            if not more:
                break
            area |= more
            left -= more
        areas.append(area)
    return areas


def kind_of(area: set[tuple[int, int]]) -> str:
    """Return a small area's shape, told by how many of its squares are in each row and column."""
    columns, rows = (sorted(Counter(line).values()) for line in zip(*area, strict=True))
    by_counts = {
        ((1,), (1,)): "single",
        ((1, 1), (2,)): "pair",
        ((1, 1, 1), (3,)): "straight",
        ((1, 2), (1, 2)): "corner",
        ((1, 1, 1, 1), (4,)): "I",
        ((2, 2), (2, 2)): "O",
        ((1, 1, 2), (2, 2)): "S",
    }
    counts = min((tuple(columns), tuple(rows)), (tuple(rows), tuple(columns)))
    if counts == ((1, 1, 2), (1, 3)):
        return "T" if any(touching(area, c, r) == 3 for c, r in area) else "L"
    return by_counts.get(counts, "larger")


def touching(area: set[tuple[int, int]], column: int, row: int) -> int:
    """Return how many neighbours a square has in its area."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return sum((column + c, row + r) in area for c, r in steps)


def expected_points(ramp: Ramp, tasks: list[str]) -> int:
    costs = {"single": 1, "pair": 1, "straight": 2, "corner": 2}
    total = 0
    for area in areas_of(ramp):
        total += len(area) == 4
        total += sum(-costs.get(task, -1) for task in tasks[1:] if kind_of(area) == task)
    return total


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_agree_with_a_plain_reading_of_the_rules(players: int) -> None:
    """BI-6 to BI-16 once more, on ramps kept as dictionaries."""
    random = random_state(players)
    chooser = np.random.default_rng(players)
    for _ in range(5):
        game = Game("bits", players=players)
        while not game.over:
            if game.chance_due:
                outcome = KERNELS.sample_outcome(position_of(game), random.data)
                assert outcome_text(outcome) in game.chance_outcomes()
                game.play_chance(outcome_text(outcome))
                continue
            seen = GAME.public(position_of(game), -1)
            for seat in game.to_act:
                ramp = ramp_of(game.cells[seat])
                assert set(game.legal_texts(seat)) == expected_moves(ramp, seen["tile"][seat])
            seat = int(chooser.choice(game.to_act))
            move = KERNELS.sample_move(position_of(game), seat, random.data)
            game.play(bits.PLACEMENTS.text(move), seat=seat)
            if game.chance_due or game.over:
                check_what_all_have_placed(game)
        assert game.result is not None
        totals = [sum(points) for points in game.scores]
        assert game.result.places == tuple(1 + sum(t > mine for t in totals) for mine in totals)


def check_what_all_have_placed(game: Game) -> None:
    """Check that the round ends just when no tile fits anywhere, and its points."""
    seen = GAME.public(position_of(game), -1)
    ramps = [ramp_of(cells) for cells in game.cells]
    room = any(expected_moves(ramp, "OB") for ramp in ramps)
    ended = game.over or "task I" in game.chance_outcomes() or "task pair" in game.chance_outcomes()
    assert ended == (not room)
    if ended:
        points = [scores[seen["round"] - 1] for scores in game.scores]
        assert points == [expected_points(ramp, seen["tasks"]) for ramp in ramps]


def test_every_legal_move_is_as_likely_as_any_other() -> None:
    """14 ways for the first tile, 14000 draws: each comes 1000 times, give or take."""
    position = position_of(begin(1, "OB"))
    random = random_state(7)
    drawn = [KERNELS.sample_move(position, 0, random.data) for _ in range(14000)]
    counts = {move: drawn.count(move) for move in set(drawn)}
    assert len(counts) == 14
    assert all(850 < count < 1150 for count in counts.values())


def test_the_same_situation_has_the_same_bytes() -> None:
    """The order in which all placed leaves no trace, and neither does an earlier round."""
    one = begin(MOST_SEATS, "OB", "OV", "OY", "VY")
    other = one.copy()
    placements = list(enumerate(("OB a1 a2", "VO a1 b1", "OY c1 c2", "VY d1 d2")))
    for seat, move in placements:
        one.play(move, seat=seat)
    for seat, move in reversed(placements):
        other.play(move, seat=seat)
    assert one.position == other.position

    first, second = Game("bits", players=1), Game("bits", players=1)
    play_alone(first, "four", *FULL_RAMP)
    play_alone(second, "four", *FULL_RAMP[:6], *FULL_RAMP[9:], *FULL_RAMP[6:9])
    assert first.position == second.position
    for game in (first, second):
        game.play_chance("task O")
    assert first.position == second.position


def test_every_objection_names_a_rule_of_the_game() -> None:
    assert all(objection.rule in GAME.rule_ids for objection in GAME.objections.values())
    assert GAME.rule_ids[-1] == "BI-18"
    assert all(low[0] > high[0] for low, high in pairwise(SOLO_TITLES))
