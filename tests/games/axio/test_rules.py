"""AXIO by its rulebook: every rule by its id, with values worked out by hand.

Markers are listed in the order G O R V B. With two players the area is c3 to k11,
and g11 R, k7 B, g3 O, c7 V, g7 G are printed. In the drawings a half of the tile
being played is in brackets and ^ is the pyramid it puts up.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafelki.games.axio import rules as axio
from kafelki.play.game import Game, Refusal, Result
from kafelki.rules.contract import Line, Pyramid
from tests.games.weakest_colour.dominoes_table import (
    deal,
    draw,
    fields_of,
    frequencies,
    gain,
    last_tile,
    offers_swap,
    owed,
    play_recounted,
    refused,
    refused_draw,
    seen,
    set_up,
)

PRINTED = {"g11": "R", "k7": "B", "g3": "O", "c7": "V", "g7": "G"}

TWO_LINES = {"B": "e5", "R": "e6"}
"""A blue half on f5 and a red half on f6 each score 1.

6 |  R [R]
5 |  B [B]
     e  f
"""

ANIA = {"B": "d4 f4 g4", "R": "d3", "G": "f3"}
"""The rulebook's pyramid: its square e3 lies at the bottom edge of the area for two.

5 |  .  . [G] .  .
4 |  .  B [B] B  B      "BG e4 e5": blue looks left (1) and right (2).
3 |  .  R  ^  G  O      Around the pyramid: red, green, blue and the edge.
     c  d  e  f  g
"""

FOUR_HOLES = {"G": "c6 d5", "O": "d7 e7 f8 h6", "V": "e4 f5", "R": "g5"}
"""Four single squares that "BR e6 f6" closes at once, and without any line.

8 |  .  .  .  O  .  .
7 |  V  O  O  ^  G  .      d6: G G O B      e5: G V V B
6 |  G  ^ [B][R] ^  O      g6: O R G R      f7: O O G R
5 |  .  G  ^  V  R  .
4 |  .  .  V  .  .  .
     c  d  e  f  g  h
"""


def table(
    players: int = 2,
    *,
    board: dict[str, str] | None = None,
    racks: Sequence[str] = (),
    scores: Sequence[str] = (),
    pyramid: str = "square",
    bag: str | None = None,
    opened: bool = True,
) -> Game:
    return set_up(
        "axio",
        players,
        options={"pyramid": pyramid},
        board=board,
        racks=racks,
        scores=scores,
        bag=bag,
        opened=opened,
    )


def full_board(players: int, scores: Sequence[str]) -> Result:
    """Return the result of a game whose last tile fills the board and scores nothing."""
    return last_tile("axio", "e5 e6", "OR", players, scores)


def area_of(players: int) -> list[str]:
    area: list[str] = seen(Game("axio", players=players))["area"]
    return area


class TestComponents:
    @pytest.mark.parametrize(
        ("players", "squares", "lowest_left", "highest_right"),
        [(1, 81, "c3", "k11"), (2, 81, "c3", "k11"), (3, 121, "b2", "l12"), (4, 169, "a1", "m13")],
    )
    def test_ax_1_area_in_use(
        self, players: int, squares: int, lowest_left: str, highest_right: str
    ) -> None:
        area = area_of(players)
        assert len(area) == len(set(area)) == squares
        assert (area[0], area[-1]) == (lowest_left, highest_right)

    @pytest.mark.parametrize(
        ("players", "move"),
        [
            *((1, "GG b5 c5"), (2, "GG b5 c5"), (2, "GG b5 b6"), (2, "GG k9 l9")),
            *((2, "GG e2 e3"), (2, "GG e11 e12"), (2, "GG a1 b1")),
            *((3, "GG a5 b5"), (3, "GG l5 m5"), (3, "GG e1 e2"), (3, "GG e12 e13")),
        ],
    )
    def test_ax_1_no_tile_outside_the_area(self, players: int, move: str) -> None:
        game = table(players, racks=["GG"])
        assert refused(game, move) == "AX-1"
        assert move not in game.legal_texts()

    @pytest.mark.parametrize(
        ("players", "move"), [(3, "GG b5 c5"), (3, "GG e11 e12"), (4, "GG a5 b5"), (4, "GG l1 m1")]
    )
    def test_ax_1_more_players_use_more_of_the_board(self, players: int, move: str) -> None:
        game = table(players, racks=["GG"])
        assert move in game.legal_texts()
        game.play(move)

    @pytest.mark.parametrize("square", ["n13", "m14"])
    def test_ax_1_the_board_has_13_columns_and_rows(self, square: str) -> None:
        assert refused(table(4, racks=["GG"]), f"GG m13 {square}") == "AX-1"

    def test_ax_2_five_colours_each_with_a_symbol(self) -> None:
        looks = axio.GAME.appearance.colours
        assert [(letter, look.symbol) for letter, look in looks.items()] == [
            *(("G", "disc"), ("O", "square"), ("R", "sun"), ("V", "ring"), ("B", "star"))
        ]

    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_ax_3_printed_squares_do_not_move_with_the_players(self, players: int) -> None:
        game = Game("axio", players=players)
        assert game.cells == PRINTED
        assert seen(game)["printed"] == PRINTED

    @pytest.mark.parametrize(
        "cells", ["g10 g11", "f11 g11", "j7 k7", "g3 g4", "c7 d7", "f7 g7", "g7 g8"]
    )
    def test_ax_3_printed_squares_cannot_be_covered(self, cells: str) -> None:
        game = table(racks=["GG"])
        assert refused(game, f"GG {cells}") == "AX-6"
        assert f"GG {cells}" not in game.legal_texts()

    @pytest.mark.parametrize(
        ("move", "points"),
        [
            ("RG g10 h10", {"R": 1}),
            ("BO j7 j8", {"B": 1}),
            ("OG g4 h4", {"O": 1}),
            ("VG d7 d8", {"V": 1}),
            ("GR f7 f8", {"G": 1}),
        ],
    )
    def test_ax_3_printed_squares_score_like_tiles(self, move: str, points: dict[str, int]) -> None:
        assert gain(table(racks=["GR OB GO GV"]), move) == points

    def test_ax_4_a_hundred_tiles(self) -> None:
        bag = Game("axio").chance_outcomes()
        doubles = [f"draw {letter}{letter}" for letter in "GORVB"]
        assert [bag[tile] for tile in doubles] == [6] * 5
        assert [count for tile, count in bag.items() if tile not in doubles] == [7] * 10
        assert sum(bag.values()) == 100 == seen(Game("axio"))["bag"]
        assert list(bag)[:7] == [
            *("draw GG", "draw GO", "draw GR", "draw GV", "draw GB", "draw OO", "draw OR")
        ]

    def test_ax_4_a_tile_that_is_out_does_not_come_again(self) -> None:
        game = Game("axio")
        draw(game, "GG GG GG GG GG GG")
        assert "draw GG" not in game.chance_outcomes()
        assert refused_draw(game, "GG") == "AX-4"
        assert refused_draw(game, "OG") == "RECORD"  # written as GO

    def test_ax_5_five_tiles_a_rack_dealt_seat_by_seat(self) -> None:
        game = Game("axio", players=3)
        for seat, tile in enumerate(("GR", "OB", "VV")):
            for _ in range(5):
                assert game.chance_seat == seat
                draw(game, tile)
        assert game.hands == [["GR"] * 5, ["OB"] * 5, ["VV"] * 5]
        assert game.to_act == (0,)
        assert seen(game)["bag"] == 85

    def test_ax_5_scores_are_open_and_racks_are_hidden(self) -> None:
        game = table(racks=["GG RB", "OV"], scores=["G3", "O18"])
        for viewer in (-1, 0, 1):
            assert seen(game, viewer)["scores"] == [[3, 0, 0, 0, 0], [0, 18, 0, 0, 0]]
        mine, hidden = {"tiles": ["GG", "RB"], "hidden": 0}, {"tiles": [], "hidden": 1}
        assert seen(game, 0)["hands"] == [mine, hidden]
        assert seen(game, -1)["hands"] == [{"tiles": [], "hidden": 2}, hidden]

    def test_ax_5_pyramids_do_not_run_out(self) -> None:
        """Rows 3 to 13 are full, with 20 pyramids; the 21st goes up in the corner a1."""
        pyramids = [f"{column}{row}" for row in (6, 8, 10, 12) for column in "bdfhjl"][:20]
        game = set_up(
            "axio",
            4,
            board={"^": " ".join(pyramids), "R": "a2"},
            rest="V",
            empty=" ".join(f"{column}{row}" for row in (1, 2) for column in "abcdefghijklm"),
            racks=["GO OO"],
        )
        assert gain(game, "GO b1 c1") == {"G": 1, "R": 1}
        assert list(game.cells.values()).count("^") == 21


class TestPlacing:
    @pytest.mark.parametrize("move", ["RB d10 d11", "RB h5 i5", "BR c3 d3", "BR k10 k11"])
    def test_ax_6_later_tiles_need_not_touch_anything(self, move: str) -> None:
        game = table(racks=["RB GG"])
        assert move in game.legal_texts()
        assert gain(game, move) == {}

    def test_ax_6_colours_need_not_match(self) -> None:
        game = table(board=TWO_LINES, racks=["GV GG"])
        assert gain(game, "GV f5 f6") == {}
        assert game.cells == PRINTED | {"e5": "B", "e6": "R", "f5": "G", "f6": "V"}

    @pytest.mark.parametrize("move", ["RB e5 f5", "RB d5 e5", "RB e5 e6"])
    def test_ax_6_both_squares_must_be_empty(self, move: str) -> None:
        assert refused(table(board=TWO_LINES, racks=["RB"]), move) == "AX-6"

    @pytest.mark.parametrize("move", ["RB e5 f6", "RB e5 g5", "RB e5 e5"])
    def test_ax_6_the_squares_must_share_a_side(self, move: str) -> None:
        assert refused(table(racks=["RB"]), move) == "AX-6"

    def test_ax_6_only_a_tile_of_the_own_rack(self) -> None:
        assert refused(table(racks=["RB", "GG"]), "GG e5 e6") == "AX-6"

    def test_ax_6_a_tile_can_be_laid_both_ways_round(self) -> None:
        one, other = table(racks=["RB OO"]), table(racks=["RB OO"])
        one.play("RB f8 f9")
        other.play("BR f9 f8")
        assert one.cells == other.cells == PRINTED | {"f8": "R", "f9": "B"}
        assert one.hands[0] == ["OO"]

    @pytest.mark.parametrize(("players", "pairs"), [(1, 128), (2, 128), (3, 200), (4, 292)])
    def test_ax_6_places_on_the_empty_board(self, players: int, pairs: int) -> None:
        """n × n squares have 2n(n − 1) pairs: 144, 220, 312.

        Printed squares take 4 each, with two players those on the edge only 3:
        144 − 4 − 4 · 3, 220 − 5 · 4, 312 − 5 · 4.
        """
        game = table(players, racks=["GG"])
        assert len(game.legal_moves()) == pairs
        assert len(table(players, racks=["GO"]).legal_moves()) == 2 * pairs

    @pytest.mark.parametrize(
        "text", ["", "RB e5", "RX e5 e6", "RB e5  e6", "rb e5 e6", "RB e05 e6"]
    )
    def test_a_text_that_is_no_move(self, text: str) -> None:
        assert refused(table(racks=["RB"]), text) == "RECORD"

    def test_ax_6_out_of_turn(self) -> None:
        assert refused(table(racks=["RB", "GG"]), "GG e5 e6", seat=1) == "RECORD"


class TestFirstTile:
    @pytest.mark.parametrize(("players", "pairs"), [(1, 40), (2, 40), (3, 56), (4, 60)])
    def test_ax_7_places_for_the_first_tile(self, players: int, pairs: int) -> None:
        """A neighbour of a printed square has 3 other neighbours, fewer at the edge.

        Two: g7 has 4 neighbours with 3 each; the others one with 3, two with 2: 12 + 4 · 7.
        Three: the others have three with 3, one with 2: 12 + 4 · 11. Four: 5 · 12.
        """
        game = table(players, racks=["GG"], opened=False)
        assert len(game.legal_moves()) == pairs
        assert len(table(players, racks=["GO"], opened=False).legal_moves()) == 2 * pairs

    def test_ax_7_the_places_by_name(self) -> None:
        """The 7 places at c7 on the left edge and the 12 at g7 in the middle."""
        places = {move[3:] for move in table(racks=["GG"], opened=False).legal_texts()}
        assert {place for place in places if "c" in place or "d" in place} == {
            *("d7 e7", "d6 d7", "d7 d8", "c5 c6", "c6 d6", "c8 c9", "c8 d8")
        }
        by_the_middle = {
            *("e7 f7", "f6 f7", "f7 f8", "h7 i7", "h6 h7", "h7 h8"),
            *("g5 g6", "f6 g6", "g6 h6", "g8 g9", "f8 g8", "g8 h8"),
        }
        assert by_the_middle < places

    def test_ax_7_first_moves_counted(self) -> None:
        """9 ways to lay the first rack on 40 pairs, 8 to lay the second on 27, then 8 on 118."""
        game = Game("axio")
        deal(game, "GO GG RV VB OB", "RR OV GR RB OO")
        assert len(game.legal_moves()) == 9 * 40
        assert gain(game, "GO f7 e7") == {"G": 1}
        draw(game, "VV")
        # 28 pairs at the four other printed squares, but d7 e7 is no longer free.
        assert len(game.legal_moves()) == 8 * 27
        assert gain(game, "RR c6 c5") == {}
        draw(game, "OO")
        # 128 − (f7: 3, e7: 4, one of them shared) − (c6: 2, c5: 3, one of them shared)
        assert len(game.legal_moves()) == 8 * 118

    def test_ax_7_equal_tiles_and_doubles_give_no_move_twice(self) -> None:
        game = table(racks=["GO GO RR RR RR"], opened=False)
        moves = game.legal_texts()
        assert len(moves) == len(set(moves)) == 3 * 40

    @pytest.mark.parametrize("move", ["GO e5 e6", "GO d8 e8", "GO e9 e10", "GO d5 d6"])
    def test_ax_7_the_first_tile_must_touch_a_printed_square(self, move: str) -> None:
        """d8 and d6 touch c7 with a corner only."""
        assert refused(table(racks=["GO"], opened=False), move) == "AX-7"

    def test_ax_7_not_where_another_first_tile_touched(self) -> None:
        game = Game("axio", players=3)
        deal(game, "GO GG RV VB OB", "RR OV GR RB OO", "GG OO RR VV BB")
        game.play("GO f7 e7")
        draw(game, "VV")
        for move in ("RR g8 g9", "RR h7 i7", "RR e5 e6"):
            assert refused(game, move) == "AX-7"
        game.play("RR c6 c5")
        draw(game, "OO")
        for move in ("BB c8 c9", "BB d7 d8", "BB g6 g5"):
            assert refused(game, move) == "AX-7"
        assert gain(game, "BB k8 k9") == {"B": 1}
        draw(game, "GO")
        game.play("GG g8 g9")  # second tiles lie anywhere

    def test_ax_7_a_later_tile_does_not_block_a_printed_square(self) -> None:
        """Seat 0 opens at g7, and its extra tile lies at k7: seat 1 may still open there."""
        game = table(racks=["GO BB RR", "RB OO"], scores=["G17"], opened=False)
        assert gain(game, "GO f7 e7") == {"G": 1}
        assert owed(game) == 1
        assert gain(game, "BB i7 j7") == {"B": 1}
        draw(game, "GG GG GG GG")
        assert refused(game, "OO g8 g9") == "AX-7"
        assert gain(game, "BR k8 k9") == {"B": 1}

    def test_ax_7_extra_turns_are_no_first_tiles(self) -> None:
        game = table(racks=["GO BB RR"], scores=["G17"], opened=False)
        game.play("GO f7 e7")
        game.play("BB d10 d11")


class TestScoring:
    def test_ax_8_example_1_point_for_blue(self) -> None:
        game = table(board={"B": "e5"}, racks=["OB GG"])
        assert gain(game, "BO f5 f6") == {"B": 1}

    def test_ax_8_example_3_points_for_blue_and_2_for_red(self) -> None:
        """Blue left (2) and down (1), red up (2).

        8 |  .  .  R
        7 |  .  .  R
        6 |  .  . [R]
        5 |  B  B [B]
        4 |  .  .  B
             d  e  f
        """
        game = table(board={"B": "d5 e5 f4", "R": "f7 f8"}, racks=["RB GG"])
        assert game.explain("BR f5 f6").lines == (
            Line("B", ("e5", "d5"), 2),
            Line("B", ("f4",), 1),
            Line("R", ("f7", "f8"), 2),
        )
        assert gain(game, "BR f5 f6") == {"B": 3, "R": 2}

    def test_ax_8_example_4_points_for_blue_and_2_for_red(self) -> None:
        """Blue left (2), right (1) and down (1), red left (1) and up (1).

        7 |  .  .  R  .
        6 |  .  R [R] .
        5 |  B  B [B] B
        4 |  .  .  B  .
             d  e  f  g
        """
        game = table(board={"B": "d5 e5 g5 f4", "R": "e6 f7"}, racks=["RB GG"])
        assert gain(game, "BR f5 f6") == {"B": 4, "R": 2}

    def test_ax_8_nothing_through_the_other_half(self) -> None:
        """The blue of f7 and f8 lies behind the red half."""
        game = table(board={"B": "f7 f8"}, racks=["RB GG"])
        assert gain(game, "BR f5 f6") == {}

    def test_ax_8_halves_of_a_double_do_not_count_for_each_other(self) -> None:
        """f5 looks down (1), f6 up (2): were the halves counted, it would be 7 or more."""
        game = table(board={"B": "f4 f7 f8"}, racks=["BB GG"])
        assert gain(game, "BB f5 f6") == {"B": 3}

    def test_ax_8_a_double_alone_scores_nothing(self) -> None:
        assert gain(table(racks=["BB GG"]), "BB f5 f6") == {}

    def test_ax_8_both_halves_of_a_double_score(self) -> None:
        """e5 and e6 to the left, g5 to the right of f5."""
        game = table(board={"B": "e5 e6 g5"}, racks=["BB GG"])
        assert gain(game, "BB f5 f6") == {"B": 3}

    @pytest.mark.parametrize(
        ("board", "points"),
        [
            ({"B": "c5 d5"}, {}),  # e5 is empty
            ({"B": "d5", "R": "e5"}, {}),
            ({"B": "c5 e5", "R": "d5"}, {"B": 1}),
            ({"B": "c5 d5 e5"}, {"B": 3}),  # up to the edge
            ({"B": "f4 f3"}, {"B": 2}),
            ({"B": "e4 g4 e6 g6"}, {}),  # corners do not count
        ],
    )
    def test_ax_8_what_breaks_a_line(self, board: dict[str, str], points: dict[str, int]) -> None:
        assert gain(table(board=board, racks=["GB OO"]), "BG f5 f6") == points

    def test_ax_8_a_pyramid_breaks_a_line(self) -> None:
        """Only f5 counts; the pyramid on e5 has no colour and d5 lies behind it.

        6 |  .  R  . [O]
        5 |  B  ^  B [B]
        4 |  .  R  .  .
             d  e  f  g
        """
        board = {"B": "d5 f5", "R": "e4 e6", "^": "e5"}
        assert gain(table(board=board, racks=["OB GG"]), "BO g5 g6") == {"B": 1}

    def test_ax_8_printed_squares_end_lines_like_tiles(self) -> None:
        game = table(board={"R": "g9 g10"}, racks=["OR GG"])
        assert gain(game, "RO g8 h8") == {"R": 3}

    def test_ax_8_only_the_player_scores(self) -> None:
        game = table(board=TWO_LINES, racks=["RB GG"], scores=["", "B5"])
        game.play("BR f5 f6")
        assert game.scores == [[0, 0, 1, 0, 1], [0, 0, 0, 0, 5]]


class TestPyramids:
    @pytest.mark.parametrize("pyramid", ["square", "colour"])
    def test_ax_9_example_of_ania(self, pyramid: str) -> None:
        """3 for blue by the line, then 1 each for blue, green and red."""
        game = table(board=ANIA, racks=["GB OO"], pyramid=pyramid)
        explanation = game.explain("BG e4 e5")
        assert sum(line.points for line in explanation.lines) == 3
        assert explanation.pyramids == (Pyramid("e3", {"G": 1, "R": 1, "B": 1}),)
        assert gain(game, "BG e4 e5") == {"B": 4, "G": 1, "R": 1}
        assert game.cells["e3"] == "^"

    @pytest.mark.parametrize(("players", "row"), [(1, 3), (2, 3), (3, 2), (4, 1)])
    def test_ax_9_the_edge_of_the_area_in_use_closes(self, players: int, row: int) -> None:
        """The square between red and green in the lowest row, closed from above by violet."""
        board = {"R": f"d{row}", "G": f"f{row}"}
        game = table(players, board=board, racks=["OV"])
        assert gain(game, f"VO e{row + 1} e{row + 2}") == {"G": 1, "R": 1, "V": 1}
        assert game.cells[f"e{row}"] == "^"

    @pytest.mark.parametrize(("players", "row"), [(3, 3), (4, 3), (4, 2)])
    def test_ax_9_the_edge_of_a_smaller_area_does_not_close(self, players: int, row: int) -> None:
        game = table(players, board={"R": f"d{row}", "G": f"f{row}"}, racks=["OV"])
        assert gain(game, f"VO e{row + 1} e{row + 2}") == {}
        assert "^" not in game.cells.values()

    @pytest.mark.parametrize(
        ("players", "board", "move", "corner"),
        [
            (2, {"G": "d3"}, "VO c4 c5", "c3"),
            (3, {"G": "k12"}, "OV l10 l11", "l12"),
            (4, {"G": "b13"}, "OV a11 a12", "a13"),
        ],
    )
    def test_ax_9_a_corner_has_two_neighbours(
        self, players: int, board: dict[str, str], move: str, corner: str
    ) -> None:
        game = table(players, board=board, racks=["OV"])
        assert gain(game, move) == {"G": 1, "V": 1}
        assert game.cells[corner] == "^"

    @pytest.mark.parametrize(
        ("pyramid", "points"),
        [("square", {"O": 1, "R": 2, "V": 1}), ("colour", {"O": 1, "R": 1, "V": 1})],
    )
    def test_ax_9_a_printed_square_closes_and_scores(
        self, pyramid: str, points: dict[str, int]
    ) -> None:
        """g4 between the printed orange below, red on both sides, and violet.

        6 |  . [B] .
        5 |  . [V] .
        4 |  R  ^  R
        3 |  .  O  .
             f  g  h
        """
        game = table(board={"R": "f4 h4"}, racks=["VB GG"], pyramid=pyramid)
        assert gain(game, "VB g5 g6") == points

    @pytest.mark.parametrize(
        ("pyramid", "points"),
        [
            ("square", {"G": 5, "O": 4, "R": 3, "V": 2, "B": 2}),
            ("colour", {"G": 4, "O": 3, "R": 2, "V": 1, "B": 2}),
        ],
    )
    def test_ax_9_one_tile_closes_four_squares(self, pyramid: str, points: dict[str, int]) -> None:
        game = table(board=FOUR_HOLES, racks=["RB GG"], pyramid=pyramid)
        assert [put.cell for put in game.explain("BR e6 f6").pyramids] == ["e5", "d6", "g6", "f7"]
        assert gain(game, "BR e6 f6") == points
        assert {game.cells[hole] for hole in ("e5", "d6", "g6", "f7")} == {"^"}
        assert list(game.cells.values()).count("^") == 4

    def test_ax_9_by_default_each_square_counts(self) -> None:
        game = Game("axio")
        assert fields_of(game).pyramids == fields_of(table(pyramid="square")).pyramids

    def test_ax_9_there_is_no_other_way_to_count(self) -> None:
        with pytest.raises(Refusal):
            table(pyramid="none")

    def test_ax_9_two_empty_squares_together_are_not_closed(self) -> None:
        """e3 and f3 stay free for a tile, which then lies there.

        4 |  . [V][B] .
        3 |  R  .  .  O
             d  e  f  g
        """
        game = table(board={"R": "d3"}, racks=["VB OO", "GG"])
        assert gain(game, "VB e4 f4") == {}
        assert "^" not in game.cells.values()
        draw(game, "RR RR RR RR")
        assert "GG e3 f3" in game.legal_texts()

    def test_ax_9_a_pyramid_goes_up_at_once_and_only_once(self) -> None:
        """Closed by seat 0, e3 brings seat 1 nothing."""
        game = table(board=ANIA, racks=["GB OO", "OV"])
        game.play("BG e4 e5")
        draw(game, "OO OO OO OO")
        assert gain(game, "OV d5 d6") == {}

    def test_ax_9_a_tile_cannot_cover_a_pyramid(self) -> None:
        game = table(board=ANIA, racks=["GB BB OO"], scores=["B17"])
        game.play("BG e4 e5")
        assert refused(game, "BB e3 f3") == "AX-6"
        assert not [move for move in game.legal_texts() if "e3" in move.split()]

    def test_ax_9_a_square_that_another_tile_fills_gets_no_pyramid(self) -> None:
        game = table(board=ANIA, racks=["GB OO"])
        assert gain(game, "GB e3 e4") == {"G": 1, "B": 3}
        assert "^" not in game.cells.values()


class TestLimit:
    def test_ax_10_a_colour_stops_at_18(self) -> None:
        """4 blue points from 16 on: two are lost."""
        board = {"B": "d5 e5 g5 f4", "R": "e6 f7"}
        game = table(board=board, racks=["RB GG"], scores=["B16"])
        assert gain(game, "BR f5 f6") == {"B": 2, "R": 2}
        assert game.scores[0] == [0, 0, 2, 0, 18]

    def test_ax_10_nothing_counts_beyond_18(self) -> None:
        game = table(board=TWO_LINES, racks=["RB GG"], scores=["B18"])
        assert gain(game, "BR f5 f6") == {"R": 1}

    def test_ax_10_pyramids_stop_at_18_too(self) -> None:
        game = table(board=FOUR_HOLES, racks=["RB GG"], scores=["G15 O18"])
        assert gain(game, "BR e6 f6") == {"G": 3, "R": 3, "V": 2, "B": 2}


class TestExtraTurns:
    @pytest.mark.parametrize(
        ("marker", "board"), [("B17", TWO_LINES), ("B16", {"B": "d5 e5 g5 f4"})]
    )
    def test_ax_11_reaching_18_exactly_or_with_surplus(
        self, marker: str, board: dict[str, str]
    ) -> None:
        game = table(board=board, racks=["OB GG"], scores=[marker])
        assert game.explain("BO f5 f6").extra_turns == 1
        game.play("BO f5 f6")
        assert owed(game) == 1
        assert game.to_act == (0,)

    @pytest.mark.parametrize("marker", ["B16", "B18"])
    def test_ax_11_none_below_18_nor_for_a_marker_that_stands_there(self, marker: str) -> None:
        game = table(board=TWO_LINES, racks=["OB GG"], scores=[marker])
        assert game.explain("BO f5 f6").extra_turns == 0
        game.play("BO f5 f6")
        assert owed(game) == 0
        assert game.chance_due

    def test_ax_11_two_markers_two_turns_before_refilling(self) -> None:
        game = table(board=TWO_LINES, racks=["GG GO OO VV RB"], scores=["B17 R17"])
        assert game.explain("BR f5 f6").extra_turns == 2
        game.play("BR f5 f6")
        assert (owed(game), game.to_act, len(game.hands[0])) == (2, (0,), 4)
        assert not game.chance_due
        assert seen(game)["extra"] == [1, 2]
        game.play("GG i5 i6")
        assert (owed(game), game.to_act, len(game.hands[0])) == (1, (0,), 3)
        assert seen(game)["extra"] == [2, 2]
        game.play("VV i9 i10")
        assert seen(game)["extra"] is None
        assert (owed(game), game.to_act, game.hands[0]) == (0, (), ["GO", "OO"])
        draw(game, "RR RR RR")
        assert game.to_act == (1,)
        assert len(game.hands[0]) == 5

    def test_ax_11_an_extra_turn_can_earn_another(self) -> None:
        game = table(board=TWO_LINES, racks=["OB GV OO VV VV"], scores=["B17 G17"])
        game.play("BO f5 f6")
        assert (owed(game), seen(game)["extra"]) == (1, [1, 1])
        assert gain(game, "GV g8 h8") == {"G": 1}  # next to the printed g7
        assert (owed(game), seen(game)["extra"]) == (1, [2, 2])
        game.play("OO i9 i10")
        assert game.chance_due

    def test_ax_11_while_one_is_owed_another_is_added(self) -> None:
        game = table(board=TWO_LINES, racks=["RB GV OO OO"], scores=["B17 R17 G17"])
        game.play("BR f5 f6")
        game.play("GV g8 h8")
        assert owed(game) == 2

    @pytest.mark.parametrize("marker", ["B16", "B17"])
    def test_ax_11_one_marker_earns_one_turn_with_both_halves(self, marker: str) -> None:
        game = table(board={"B": "e5 e6"}, racks=["BB GG"], scores=[marker])
        game.play("BB f5 f6")
        assert game.scores[0][4] == 18
        assert owed(game) == 1

    def test_ax_11_a_pyramid_that_reaches_18_earns_a_turn(self) -> None:
        game = table(board=ANIA, racks=["GB OO"], scores=["R17"])
        assert game.explain("BG e4 e5").extra_turns == 1
        game.play("BG e4 e5")
        assert (game.scores[0][2], owed(game), game.to_act) == (18, 1, (0,))

    def test_ax_11_line_and_pyramid_of_one_colour_earn_one_turn(self) -> None:
        """Blue goes from 15 to 18 by the line; its point by the pyramid is lost."""
        game = table(board=ANIA, racks=["GB OO"], scores=["B15 R17"])
        assert gain(game, "BG e4 e5") == {"B": 3, "G": 1, "R": 1}
        assert owed(game) == 2  # blue and red

    def test_ax_11_several_pyramids_of_one_tile(self) -> None:
        """Green 17 + 5, orange 14 + 4 and red 15 + 3 reach 18; violet 15 + 2 does not."""
        game = table(board=FOUR_HOLES, racks=["RB GG"], scores=["G17 O14 R15 V15"])
        assert game.explain("BR e6 f6").extra_turns == 3
        game.play("BR e6 f6")
        assert owed(game) == 3

    def test_ax_11_an_extra_turn_cannot_be_passed(self) -> None:
        game = table(board=TWO_LINES, racks=["OB GG"], scores=["B17"])
        game.play("BO f5 f6")
        assert {move[:2] for move in game.legal_texts()} == {"GG"}
        assert refused(game, "pass") == "RECORD"
        assert refused(game, "keep") == refused(game, "swap") == "AX-13"

    def test_ax_11_a_turn_owed_with_an_empty_rack_lapses(self) -> None:
        game = table(board=TWO_LINES, racks=["OB"], scores=["B17"])
        game.play("BO f5 f6")
        assert (owed(game), game.to_act, game.chance_due) == (0, (), True)
        draw(game, "GG GG GG GG GG")
        assert game.to_act == (1,)

    def test_ax_11_the_second_of_two_lapses_when_the_first_took_the_last_tile(self) -> None:
        game = table(board=TWO_LINES, racks=["RB GG"], scores=["B17 R17"])
        game.play("BR f5 f6")
        game.play("GG i5 i6")
        assert (owed(game), game.chance_due) == (0, True)


class TestRefilling:
    def test_ax_12_refill_to_five(self) -> None:
        game = table(racks=["GG GO GR GV GB"])
        game.play("GG i5 i6")
        assert game.chance_seat == 0
        draw(game, "BB")
        assert game.hands[0] == ["GO", "GR", "GV", "GB", "BB"]
        assert game.to_act == (1,)

    def test_ax_12_draw_what_there_is(self) -> None:
        """One tile left and two in the bag: the rack ends with three."""
        game = table(racks=["GG GO", "GR"], bag="OO VV")
        game.play("GG i5 i6")
        draw(game, "OO VV")
        assert game.hands[0] == ["GO", "OO", "VV"]
        assert game.to_act == (1,)

    def test_ax_12_nothing_to_draw(self) -> None:
        game = table(racks=["GG GO", "GR"], bag="")
        game.play("GG i5 i6")
        assert game.to_act == (1,)


WEAK_BLUE = "G3 O3 R3 V3"
"""Blue, at 0, is the only lowest colour."""

QUIET = "GO i5 i6"
"""A tile that scores nothing on an empty board."""


class TestExchange:
    def test_ax_13_offered_without_a_tile_of_the_lowest_colour(self) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert game.to_act == (0,)
        assert offers_swap(game)

    def test_ax_13_not_offered_with_a_tile_of_the_lowest_colour(self) -> None:
        game = table(racks=["GO GG RB"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert not offers_swap(game)
        assert game.chance_due

    @pytest.mark.parametrize("tile", ["RR", "VB"])
    def test_ax_13_each_of_the_tied_lowest_colours_counts(self, tile: str) -> None:
        """Red and blue are tied: showing only one of them rules the swap out."""
        game = table(racks=[f"GO GG {tile}"], scores=["G3 O3 V3"])
        game.play(QUIET)
        assert not offers_swap(game)

    def test_ax_13_offered_with_none_of_the_tied_lowest_colours(self) -> None:
        game = table(racks=["GO GG OV"], scores=["G3 O3 V3"])
        game.play(QUIET)
        assert offers_swap(game)

    def test_ax_13_the_markers_after_the_tile_count(self) -> None:
        """Blue and red stand at 2; the tile lifts blue to 3, and BB no longer matters."""
        game = table(board=TWO_LINES, racks=["OB GG BB"], scores=["G3 O3 R2 V3 B2"])
        game.play("BO f5 f6")
        assert offers_swap(game)

    def test_ax_13_the_tile_just_placed_does_not_count(self) -> None:
        game = table(racks=["VB GG"], scores=[WEAK_BLUE])
        game.play("VB i5 i6")
        assert offers_swap(game)

    def test_ax_13_offered_before_refilling_not_after(self) -> None:
        """Only blue is in the bag: after refilling the rack would show the lowest colour."""
        game = table(racks=["GO GG RR OO VV"], scores=[WEAK_BLUE], bag="BB " * 6)
        game.play(QUIET)
        assert offers_swap(game)
        game.play("keep")
        draw(game, "BB")
        assert game.to_act == (1,)
        assert game.hands[0] == ["GG", "OO", "RR", "VV", "BB"]

    def test_ax_13_what_is_drawn_afterwards_cannot_bring_an_offer(self) -> None:
        """The rack shows blue, so there is none, whatever comes."""
        game = table(racks=["GO BB"], scores=[WEAK_BLUE])
        game.play(QUIET)
        draw(game, "GG GG GG GG")
        assert game.to_act == (1,)

    def test_ax_13_does_not_replace_the_turn(self) -> None:
        game = table(racks=["GG RR"], scores=[WEAK_BLUE])
        assert "swap" not in game.legal_texts()
        assert refused(game, "swap") == refused(game, "keep") == "AX-13"

    def test_ax_13_first_decide_then_go_on(self) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert refused(game, "GG e5 e6") == "AX-13"
        assert refused(game, "GG e5 e6", seat=1) == "RECORD"

    def test_ax_13_old_tiles_return_after_the_new_ones_are_drawn(self) -> None:
        game = table(racks=["GO GG RR", "OV"], scores=[WEAK_BLUE], bag="BB BB BB BB VB")
        game.play(QUIET)
        game.play("swap")
        assert game.hands[0] == []
        assert game.chance_outcomes() == {"draw VB": 1, "draw BB": 4}
        draw(game, "VB")
        assert game.hands[0] == ["VB"]
        assert game.chance_outcomes() == {"draw BB": 4}
        assert refused_draw(game, "GG") == "AX-4"
        draw(game, "BB BB BB BB")
        assert game.hands[0] == ["VB", "BB", "BB", "BB", "BB"]
        game.play("OV e5 e6")
        assert game.chance_outcomes() == {"draw GG": 1, "draw RR": 1}

    def test_ax_13_the_rack_is_shown_to_everybody(self) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert seen(game)["shown"] == []
        game.play("swap")
        for viewer in (-1, 0, 1):
            assert seen(game, viewer)["shown"] == ["GG", "RR"]
        draw(game, "BB BB BB BB")
        assert seen(game, 1)["shown"] == ["GG", "RR"]
        assert seen(game, 1)["hands"][0] == {"tiles": [], "hidden": 4}
        draw(game, "BB")
        assert seen(game)["shown"] == []

    def test_ax_13_once_a_turn(self) -> None:
        """The new rack shows no blue either, but the turn is over."""
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        game.play("swap")
        draw(game, "OO OO OO OO OO")
        assert game.to_act == (1,)

    def test_ax_13_five_new_tiles_after_extra_turns_too(self) -> None:
        game = table(board=TWO_LINES, racks=["OB GO GG"], scores=["G5 O5 R2 V5 B17"])
        game.play("BO f5 f6")
        assert not offers_swap(game)  # first the turn that is owed
        game.play(QUIET)
        assert offers_swap(game)
        game.play("swap")
        draw(game, "RR RR RR RR RR")
        assert game.hands[0] == ["RR"] * 5
        assert game.to_act == (1,)

    @pytest.mark.parametrize(("tiles", "offered"), [(4, False), (5, True)])
    def test_ax_13_the_bag_must_hold_five(self, tiles: int, offered: bool) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE], bag="OO " * tiles)
        game.play(QUIET)
        assert offers_swap(game) == offered

    @pytest.mark.parametrize("choice", ["swap", "keep"])
    def test_ax_13_the_choice_scores_nothing(self, choice: str) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert game.explain(choice).points == {}
        choices = game.legal_moves().numbers
        assert not game._engine.consequences(game._position, 0, choices).any()

    def test_ax_13_not_with_an_empty_rack(self) -> None:
        game = table(racks=["GO"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert not offers_swap(game)
        assert game.chance_due


class TestEnd:
    def test_ax_14_no_two_adjacent_empty_squares(self) -> None:
        assert full_board(2, ["G1", "O1"]).reason == "board full"

    def test_ax_14_a_single_square_takes_its_pyramid_and_the_game_ends(self) -> None:
        """e7 is left between e6, now red, and three violet squares."""
        game = set_up("axio", rest="V", empty="e5 e6 e7", racks=["OR GG"])
        assert gain(game, "OR e5 e6") == {"R": 1, "V": 3}
        assert game.over
        assert game.result == Result((1, 2), "board full")

    def test_ax_14_goes_on_while_two_are_left(self) -> None:
        game = set_up("axio", rest="V", empty="e5 e6 i9 j9", racks=["OR", "GG"])
        game.play("OR e5 e6")
        draw(game, "GG GG GG GG GG")
        assert game.legal_texts() == ["GG i9 j9"]

    def test_ax_14_at_once_although_extra_turns_are_owed(self) -> None:
        game = set_up("axio", rest="V", empty="e5 e6 e7", racks=["OR GG"], scores=["R17"])
        explanation = game.explain("OR e5 e6")
        assert (explanation.extra_turns, explanation.ends) == (1, "board full")
        game.play("OR e5 e6")
        assert (game.over, game.to_act, owed(game)) == (True, (), 0)

    def test_ax_14_at_once_without_an_exchange(self) -> None:
        game = set_up("axio", rest="V", empty="e5 e6", racks=["OR GG"], scores=[WEAK_BLUE])
        game.play("OR e5 e6")
        assert game.over

    def test_ax_14_the_player_to_move_has_no_tile(self) -> None:
        game = table(racks=["GG", "GO"], scores=["G1 O1 R1 V1 B1"], bag="")
        game.play("GG i5 i6")
        assert game.to_act == (1,)
        game.play("GO e5 e6")
        assert game.result == Result((1, 2), "no tile")

    def test_ax_14_others_may_still_have_tiles(self) -> None:
        game = table(3, racks=["GG OO", "", "RR"], bag="")
        game.play("GG i5 i6")
        assert game.result == Result((1, 1, 1), "no tile")

    def test_ax_14_nothing_moves_after_the_end(self) -> None:
        game = table(racks=["GG OO", ""], bag="")
        game.play("GG i5 i6")
        assert refused(game, "OO e5 e6", seat=0) == "RECORD"
        assert game.legal_texts(0) == []

    @pytest.mark.parametrize(("players", "tiles"), [(2, 36), (3, 56), (4, 80)])
    def test_ax_14_how_many_tiles_fit(self, players: int, tiles: int) -> None:
        """A tile covers a square of each colour of a chessboard; printed ones are all alike."""
        free = [name for name in area_of(players) if name not in PRINTED]
        dark = [name for name in free if (ord(name[0]) + int(name[1:])) % 2 == ord("a") % 2]
        light = [name for name in free if name not in dark]
        assert min(len(dark), len(light)) == tiles
        assert 100 - tiles - 5 * players >= 0

    def test_ax_15_18_in_all_colours_wins_at_once(self) -> None:
        game = table(board=TWO_LINES, racks=["OB GG"], scores=["G18 O18 R18 V18 B17", "G9"])
        explanation = game.explain("BO f5 f6")
        assert (explanation.winner, explanation.ends) == (0, "all colours")
        game.play("BO f5 f6")
        assert game.result == Result((1, 2), "all colours")
        assert owed(game) == 0

    def test_ax_15_on_any_seat(self) -> None:
        scores = ["G17 O17 R17 V17 B17", "G3", "G18 O18 R18 V18 B17"]
        game = set_up(
            *("axio", 3), board=TWO_LINES, racks=["GG", "GG", "OB"], scores=scores, turn=2
        )
        game.play("BO f5 f6")
        assert game.result == Result((2, 3, 1), "all colours")

    def test_ax_15_by_a_pyramid(self) -> None:
        game = table(board=ANIA, racks=["GB OO"], scores=["G18 O18 R17 V18 B18"])
        assert game.explain("BG e4 e5").winner == 0
        game.play("BG e4 e5")
        assert game.result == Result((1, 2), "all colours")

    def test_ax_15_with_an_extra_turn(self) -> None:
        game = table(board=TWO_LINES, racks=["RV OB GG"], scores=["G18 O18 R17 V18 B17"])
        game.play("RV f6 f7")
        assert owed(game) == 1
        game.play("BO f5 f4")
        assert game.result == Result((1, 2), "all colours")

    def test_ax_15_in_the_middle_of_owed_extra_turns(self) -> None:
        game = table(board=TWO_LINES, racks=["RB GO OO VV"], scores=["G17 O18 R17 V18 B17"])
        game.play("BR f5 f6")
        assert owed(game) == 2
        game.play("GO g8 h8")  # next to the printed g7
        assert game.result == Result((1, 2), "all colours")
        assert game.hands[0] == ["OO", "VV"]

    def test_ax_15_one_colour_at_17_is_not_enough(self) -> None:
        game = table(board=TWO_LINES, racks=["OB GG"], scores=["G18 O18 R17 V18 B17"])
        game.play("BO f5 f6")
        assert not game.over


class TestResult:
    def test_ax_16_example_of_two_players(self) -> None:
        """Ania's lowest is red 11, Kasia's blue 8, although Kasia has more points in all."""
        ania, kasia = "G14 O12 R11 V13 B18", "G18 O18 R17 V16 B8"
        assert full_board(2, [ania, kasia]).places == (1, 2)
        assert full_board(2, [kasia, ania]).places == (2, 1)

    def test_ax_16_example_of_a_tie_of_three(self) -> None:
        """All 9; then 11, 12 and 12; then Kasia 12 against Julia 15."""
        ania, kasia, julia = "G9 O11 R18 V18 B17", "G12 O9 R12 V18 B18", "G15 O16 R12 V15 B9"
        assert full_board(3, [ania, kasia, julia]).places == (3, 2, 1)
        assert full_board(3, [julia, ania, kasia]).places == (1, 3, 2)

    def test_ax_16_down_to_the_fifth_colour(self) -> None:
        assert full_board(2, ["G9 O9 R9 V9 B10", "G11 O9 R9 V9 B9"]).places == (2, 1)

    def test_ax_16_all_five_equal_share_the_place(self) -> None:
        """Which colours they are does not matter."""
        assert full_board(2, ["G9 O10 R11 V12 B13", "G13 O12 R11 V10 B9"]).places == (1, 1)

    def test_ax_16_places_count_who_is_strictly_better(self) -> None:
        better, worse = "G9 O9 R9 V9 B9", "G8 O18 R18 V18 B18"
        assert full_board(3, [better, worse, better]).places == (1, 3, 1)
        assert full_board(3, [worse, better, worse]).places == (2, 1, 2)
        assert full_board(4, [worse, better, worse, "G1"]).places == (2, 1, 2, 4)
        assert full_board(4, [""] * 4).places == (1, 1, 1, 1)


class TestSolo:
    def test_ax_17_draw_place_score_draw(self) -> None:
        game = Game("axio", players=1)
        draw(game, "GO")
        assert game.to_act == (0,)
        assert len(game.legal_moves()) == 2 * 40
        assert gain(game, "GO f7 e7") == {"G": 1}
        assert game.hands == [[]]
        draw(game, "GG")
        assert game.hands == [["GG"]]
        assert len(game.legal_moves()) == 122  # 128 − 6: not only at printed squares

    def test_ax_17_the_first_tile_touches_a_printed_square(self) -> None:
        game = Game("axio", players=1)
        draw(game, "GO")
        assert refused(game, "GO e5 e6") == "AX-7"

    def test_ax_17_no_extra_turn(self) -> None:
        game = table(1, board=TWO_LINES, racks=["RB"], scores=["R17 B17"])
        assert game.explain("BR f5 f6").extra_turns == 0
        game.play("BR f5 f6")
        assert (owed(game), game.chance_due) == (0, True)

    def test_ax_17_no_exchange(self) -> None:
        game = table(1, racks=["GO"], scores=[WEAK_BLUE])
        game.play(QUIET)
        assert game.chance_due
        draw(game, "GG")
        assert refused(game, "swap") == "AX-13"

    def test_ax_17_pyramids_score(self) -> None:
        game = table(1, board=ANIA, racks=["GB"])
        assert gain(game, "BG e4 e5") == {"B": 4, "G": 1, "R": 1}

    def test_ax_18_the_surplus_of_the_first_board_is_lost(self) -> None:
        """4 points from 16 on; 18 is also the start of the second board."""
        game = table(1, board={"B": "d5 e5 g5 f4"}, racks=["OB"], scores=["B16"])
        assert gain(game, "BO f5 f6") == {"B": 2}
        assert game.scores == [[0, 0, 0, 0, 18]]

    def test_ax_18_nothing_for_the_second_board_within_the_same_tile(self) -> None:
        """The first half reaches 18; the second half's point is lost, not the 19th."""
        game = table(1, board={"B": "e5 e6"}, racks=["BB"], scores=["B17"])
        assert gain(game, "BB f5 f6") == {"B": 1}

    def test_ax_18_nothing_by_pyramids_of_the_same_tile(self) -> None:
        game = table(1, board=ANIA, racks=["GB"], scores=["B15"])
        assert gain(game, "BG e4 e5") == {"B": 3, "G": 1, "R": 1}

    def test_ax_18_nothing_by_the_second_of_several_pyramids(self) -> None:
        """Green 5 from 16 on, over four pyramids."""
        game = table(1, board=FOUR_HOLES, racks=["RB"], scores=["G16"])
        assert gain(game, "BR e6 f6") == {"G": 2, "O": 4, "R": 3, "V": 2, "B": 2}

    def test_ax_18_the_next_tile_scores_on_the_second_board(self) -> None:
        game = table(1, board={"B": "e5"}, racks=["OB"], scores=["B17"])
        assert gain(game, "BO f5 f6") == {"B": 1}
        draw(game, "RB")
        assert gain(game, "BR f4 g4") == {"B": 1}  # below f5
        assert game.scores[0][4] == 19

    def test_ax_18_36_is_the_end(self) -> None:
        game = table(1, board={"B": "d5 e5 g5 f4"}, racks=["OB"], scores=["B34"])
        assert gain(game, "BO f5 f6") == {"B": 2}
        assert game.scores[0][4] == 36

    def test_ax_15_solo_36_in_all_colours_wins_at_once(self) -> None:
        game = table(1, board=TWO_LINES, racks=["OB"], scores=["G36 O36 R36 V36 B35"])
        game.play("BO f5 f6")
        assert game.result == Result((1,), "all colours")

    def test_ax_15_solo_18_in_all_colours_is_not_enough(self) -> None:
        game = table(1, board=TWO_LINES, racks=["OB"], scores=["G18 O18 R18 V18 B17"])
        game.play("BO f5 f6")
        assert not game.over

    def test_ax_19_the_result_is_the_lowest_colour_of_both_boards(self) -> None:
        """Red stands at 1 on the second board: 19 in all."""
        game = set_up(
            *("axio", 1),
            rest="V",
            empty="e5 e6",
            racks=["OR"],
            scores=["G20 O36 R19 V25 B30"],
        )
        game.play("OR e5 e6")
        assert game.result == Result((1,), "board full")
        assert min(game.scores[0]) == 19
        assert seen(game)["lowest"] == ["R"]


def test_positions_set_up_are_those_that_play_reaches() -> None:
    """The builder of these tests derives the same fields as placing the tiles does."""
    played = Game("axio")
    deal(played, "GO GG RV VB OB", "RR OV GR RB OO")
    played.play("GO f7 e7")
    draw(played, "VV")
    played.play("RR c6 c5")
    draw(played, "OO")
    built = table(
        board={"G": "f7", "O": "e7", "R": "c6 c5"},
        racks=["GG RV VB OB VV", "OV GR RB OO OO"],
        scores=["G1"],
    )
    one, other = fields_of(played), fields_of(built)
    for name in ("cells", "gains", "free", "racks", "rack_sizes", "scores", "opened", "phase"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("pyramid", ["square", "colour"])
def test_ax_8_ax_9_whole_games_recounted(players: int, pyramid: str) -> None:
    game = Game("axio", players=players, options={"pyramid": pyramid})
    play_recounted(game, seed=players)
    assert game.result is not None
    assert game.result.reason == "board full"
    assert "^" in game.cells.values()


class TestSampling:
    def test_moves_come_equally_often(self) -> None:
        """GO two ways and RR one way on one pair: each a third of the time."""
        game = set_up("axio", rest="V", empty="e5 e6", racks=["GO GO RR"])
        drawn = frequencies(game, 3000, seed=1)
        assert set(drawn) == set(game.legal_texts()) == {"GO e5 e6", "OG e5 e6", "RR e5 e6"}
        assert all(900 < count < 1100 for count in drawn.values())

    def test_first_tiles_lie_where_they_may(self) -> None:
        game = table(racks=["GG"], opened=False)
        assert set(frequencies(game, 1000, seed=2)) == set(game.legal_texts())

    def test_the_exchange_is_taken_half_of_the_time(self) -> None:
        game = table(racks=["GO GG RR"], scores=[WEAK_BLUE])
        game.play(QUIET)
        drawn = frequencies(game, 1000, seed=3)
        assert set(drawn) == {"swap", "keep"}
        assert 430 < drawn["swap"] < 570

    def test_tiles_come_as_often_as_the_bag_holds_them(self) -> None:
        game = table(racks=["GO"], bag="GG OO OO BB")
        game.play(QUIET)
        drawn = frequencies(game, 4000, seed=4)
        assert set(drawn) == {"draw GG", "draw OO", "draw BB"}
        assert 1870 < drawn["draw OO"] < 2130
