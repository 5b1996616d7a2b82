"""Geniusz by its rulebook: every rule by its id, with values worked out by hand.

Markers are listed in the order R G B O Y V. The neighbours of h8 are h7 and h9 in its
row, i8 and i9 above, g7 and g8 below; lines go on with the same step: i9, j10, k11 …
With two players the rows go from c3–c8 over h3–h13 to m8–m13, and the corners m8 R,
m13 G, h13 B, c8 O, c3 Y, h3 V are printed.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafelki.games.geniusz import rules as geniusz
from kafelki.play.game import Game, Refusal, Result
from kafelki.rules.contract import Line
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

PRINTED = {"m8": "R", "m13": "G", "h13": "B", "c8": "O", "c3": "Y", "h3": "V"}

SEATINGS = [(1, "standard"), (2, "standard"), (3, "standard"), (4, "standard"), (4, "pairs")]

TWO_LINES = {"R": "h7", "G": "h10"}
"""In the row h a red half on h8 and a green half on h9 each score 1: R [R] [G] G."""

TWO_GREEN_FOUR_YELLOW = {"G": "h10 h11", "Y": "h6 h7 g8 i8"}
"""The rulebook's example of two markers at the end of the first card: "YG h8 h9".

i |       Y  .
h |  Y Y [Y][G] G G     Yellow: left 2, above 1, below 1. Green: right 2.
g |        .  Y
"""

QUIET = "BO k9 k10"
"""A tile that scores nothing on an empty board."""


def table(
    players: int = 2,
    variant: str = "standard",
    *,
    board: dict[str, str] | None = None,
    racks: Sequence[str] = (),
    scores: Sequence[str] = (),
    bag: str | None = None,
    turn: int = 0,
    opened: bool = True,
) -> Game:
    return set_up(
        "geniusz",
        players,
        variant,
        board=board,
        racks=racks,
        scores=scores,
        bag=bag,
        turn=turn,
        opened=opened,
    )


def pairs(
    board: dict[str, str], racks: Sequence[str], scores: Sequence[str], turn: int = 0
) -> Game:
    return table(4, "pairs", board=board, racks=racks, scores=scores, turn=turn)


def full_board(players: int, scores: Sequence[str], variant: str = "standard") -> Result:
    """Return the result of a game whose last tile fills the board and scores nothing."""
    return last_tile("geniusz", "h8 h9", "RG", players, scores, variant)


def area_of(players: int, variant: str = "standard") -> list[str]:
    area: list[str] = seen(Game("geniusz", players=players, variant=variant))["area"]
    return area


class TestComponents:
    @pytest.mark.parametrize(
        ("players", "variant", "cells", "first", "last"),
        [
            (1, "standard", 91, "c3", "m13"),
            (2, "standard", 91, "c3", "m13"),
            (3, "standard", 127, "b2", "n14"),
            (4, "standard", 169, "a1", "o15"),
            (4, "pairs", 169, "a1", "o15"),
        ],
    )
    def test_ge_1_area_in_use(
        self, players: int, variant: str, cells: int, first: str, last: str
    ) -> None:
        area = area_of(players, variant)
        assert len(area) == len(set(area)) == cells
        assert (area[0], area[-1]) == (first, last)

    @pytest.mark.parametrize(
        ("players", "move"),
        [
            *((1, "RR b4 c4"), (2, "RR b4 c4"), (2, "RR b4 b5"), (2, "RR i3 i4")),
            *((2, "RR m9 n9"), (2, "RR j13 j14"), (2, "RR e2 e3"), (2, "RR f11 f12")),
            *((3, "RR a3 b3"), (3, "RR h14 h15"), (3, "RR n9 o9"), (3, "RR h1 h2")),
            (4, "RR o15 o16"),
        ],
    )
    def test_ge_1_no_tile_outside_the_area(self, players: int, move: str) -> None:
        game = table(players, racks=["RR"])
        assert refused(game, move) == "GE-1"
        assert move not in game.legal_texts()

    @pytest.mark.parametrize(
        ("players", "variant", "move"),
        [
            *((3, "standard", "RR b4 c4"), (3, "standard", "RR i3 i4")),
            *((4, "standard", "RR a3 b3"), (4, "standard", "RR h1 h2"), (4, "pairs", "RR n9 o9")),
        ],
    )
    def test_ge_1_more_players_use_more_of_the_board(
        self, players: int, variant: str, move: str
    ) -> None:
        game = table(players, variant, racks=["RR"])
        assert move in game.legal_texts()
        game.play(move)

    def test_ge_2_names_of_cells(self) -> None:
        """Rows grow from 8 to 15 cells and shrink again; from row i on they start later."""
        rows: dict[str, list[int]] = {}
        for name in area_of(4):
            rows.setdefault(name[0], []).append(int(name[1:]))
        assert "".join(rows) == "abcdefghijklmno"
        assert [len(row) for row in rows.values()] == [*range(8, 16), *range(14, 7, -1)]
        assert (rows["a"], rows["h"]) == ([*range(1, 9)], [*range(1, 16)])
        assert (rows["i"][0], rows["o"]) == (2, [*range(8, 16)])

    def test_ge_2_neighbours(self) -> None:
        game = table(racks=["RR"])
        around = {move[3:] for move in game.legal_texts() if "h8" in move}
        assert around == {"h7 h8", "h8 h9", "h8 i8", "h8 i9", "g8 h8", "g7 h8"}
        for other in ("i7", "g9", "i10", "h10", "j9", "h8"):
            assert refused(game, f"RR h8 {other}") == "GE-7"

    def test_ge_2_the_centre_is_h8(self) -> None:
        places = geniusz.GAME.appearance.places
        x, y = places["h8"]
        for one, opposite in (("m8", "c8"), ("m13", "c3"), ("h13", "h3"), ("o15", "a1")):
            (x1, y1), (x2, y2) = places[one], places[opposite]
            assert (x1 + x2, y1 + y2) == pytest.approx((2 * x, 2 * y))

    def test_ge_3_six_colours_each_with_a_symbol(self) -> None:
        looks = geniusz.GAME.appearance.colours
        assert [(letter, look.symbol) for letter, look in looks.items()] == [
            *(("R", "twelve_star"), ("G", "disc"), ("B", "six_star")),
            *(("O", "hexagon"), ("Y", "sun"), ("V", "ring")),
        ]

    @pytest.mark.parametrize(("players", "variant"), SEATINGS)
    def test_ge_4_printed_symbols_do_not_move_with_the_players(
        self, players: int, variant: str
    ) -> None:
        game = Game("geniusz", players=players, variant=variant)
        assert game.cells == PRINTED
        assert seen(game)["printed"] == PRINTED

    @pytest.mark.parametrize("cells", ["c3 c4", "c3 d3", "h12 h13", "h3 h4", "l8 m8", "m12 m13"])
    def test_ge_4_printed_symbols_cannot_be_covered(self, cells: str) -> None:
        game = table(racks=["RR"])
        assert refused(game, f"RR {cells}") == "GE-7"
        assert f"RR {cells}" not in game.legal_texts()

    @pytest.mark.parametrize(
        ("move", "points"),
        [
            ("RG m9 m10", {"R": 1}),
            ("GR l12 l11", {"G": 1}),
            ("BR h12 h11", {"B": 1}),
            ("OR c7 c6", {"O": 1}),
            ("YR d4 d5", {"Y": 1}),
            ("VR h4 h5", {"V": 1}),
        ],
    )
    def test_ge_4_printed_symbols_score_like_tiles(self, move: str, points: dict[str, int]) -> None:
        assert gain(table(racks=["RG RB RO RY RV"]), move) == points

    def test_ge_5_120_tiles(self) -> None:
        bag = Game("geniusz").chance_outcomes()
        doubles = [f"draw {letter}{letter}" for letter in "RGBOYV"]
        assert [bag[tile] for tile in doubles] == [5] * 6
        assert [count for tile, count in bag.items() if tile not in doubles] == [6] * 15
        assert sum(bag.values()) == 120 == seen(Game("geniusz"))["bag"]
        assert list(bag)[:8] == [
            *("draw RR", "draw RG", "draw RB", "draw RO", "draw RY", "draw RV"),
            *("draw GG", "draw GB"),
        ]

    def test_ge_5_a_tile_that_is_out_does_not_come_again(self) -> None:
        game = Game("geniusz")
        draw(game, "RR RR RR RR RR")
        assert "draw RR" not in game.chance_outcomes()
        assert refused_draw(game, "RR") == "GE-5"

    def test_ge_6_six_tiles_a_rack_dealt_seat_by_seat(self) -> None:
        game = Game("geniusz", players=3)
        for seat, tile in enumerate(("RG", "BO", "YV")):
            for _ in range(6):
                assert game.chance_seat == seat
                draw(game, tile)
        assert game.hands == [["RG"] * 6, ["BO"] * 6, ["YV"] * 6]
        assert game.to_act == (0,)
        assert game.scores == [[0] * 6] * 3
        assert seen(game)["bag"] == 102

    def test_ge_6_scores_are_open_and_racks_are_hidden(self) -> None:
        game = table(racks=["RR GB", "YV"], scores=["R3", "O18"])
        for viewer in (-1, 0, 1):
            assert seen(game, viewer)["scores"] == [[3, 0, 0, 0, 0, 0], [0, 0, 0, 18, 0, 0]]
        mine, hidden = {"tiles": ["RR", "GB"], "hidden": 0}, {"tiles": [], "hidden": 1}
        assert seen(game, 0)["hands"] == [mine, hidden]
        assert seen(game, -1)["hands"] == [{"tiles": [], "hidden": 2}, hidden]


class TestPlacing:
    @pytest.mark.parametrize("move", ["RB h8 h9", "BR k9 l10", "RB e5 f5", "RB f9 f10"])
    def test_ge_7_later_tiles_need_not_touch_anything(self, move: str) -> None:
        game = table(racks=["RB GG"])
        assert move in game.legal_texts()
        assert gain(game, move) == {}

    def test_ge_7_colours_need_not_match(self) -> None:
        game = table(board=TWO_LINES, racks=["OY RR"])
        assert gain(game, "OY h8 h9") == {}
        assert game.cells == PRINTED | {"h7": "R", "h8": "O", "h9": "Y", "h10": "G"}

    @pytest.mark.parametrize("move", ["RB h7 h8", "RB g7 h7", "RB h9 h10"])
    def test_ge_7_both_cells_must_be_empty(self, move: str) -> None:
        assert refused(table(board=TWO_LINES, racks=["RB"]), move) == "GE-7"

    def test_ge_7_only_a_tile_of_the_own_rack(self) -> None:
        assert refused(table(racks=["RB", "GG"]), "GG h8 h9") == "GE-7"

    def test_ge_7_a_tile_can_be_laid_both_ways_round(self) -> None:
        one, other = table(racks=["RB OO"]), table(racks=["RB OO"])
        one.play("RB h8 i9")
        other.play("BR i9 h8")
        assert one.cells == other.cells == PRINTED | {"h8": "R", "i9": "B"}

    @pytest.mark.parametrize(
        ("players", "variant", "places"),
        [(1, "standard", 222), (2, "standard", 222), (3, "standard", 306), (4, "pairs", 426)],
    )
    def test_ge_7_places_on_the_empty_board(self, players: int, variant: str, places: int) -> None:
        """In each of three directions a hexagon of side n has 2n − 1 rows: cells − rows pairs.

        3 · (91 − 11), 3 · (127 − 13) and 3 · (169 − 15), less those of the printed cells:
        6 corners with 3 neighbours, on the larger boards with 6.
        """
        assert len(table(players, variant, racks=["RR"]).legal_moves()) == places
        assert len(table(players, variant, racks=["RG"]).legal_moves()) == 2 * places


class TestFirstTile:
    @pytest.mark.parametrize(
        ("players", "variant", "places"),
        [
            *((1, "standard", 6 * 9), (2, "standard", 6 * 9), (3, "standard", 6 * 17)),
            *((4, "standard", 6 * 24), (4, "pairs", 6 * 24)),
        ],
    )
    def test_ge_8_places_for_the_first_tile(self, players: int, variant: str, places: int) -> None:
        """Pairs with at least one of the cells around a printed one.

        Four: 6 among those cells, 18 to the cells further out. Three: of the 18 the
        edge takes 7. Two: the corner has 3 neighbours, with 3, 3 and 5 pairs, 2 of
        them shared.
        """
        game = table(players, variant, racks=["RR"], opened=False)
        assert len(game.legal_moves()) == places

    def test_ge_8_the_places_by_name(self) -> None:
        """The 9 places at the corner c3."""
        places = [move[3:] for move in table(racks=["RR"], opened=False).legal_texts()]
        assert {place for place in places if {"c4", "d3", "d4"} & set(place.split())} == {
            *("c4 c5", "c4 d4", "c4 d5", "d3 d4", "d3 e3", "d3 e4", "d4 d5", "d4 e4", "d4 e5")
        }

    def test_ge_8_first_moves_counted(self) -> None:
        """9 ways to lay the first rack on 54 pairs, 10 the second on 45, then 9 on 206."""
        game = Game("geniusz")
        deal(game, "RG RR BO BB OY OO", "GG BV YY RV OV GY")
        assert len(game.legal_moves()) == 9 * 54
        assert gain(game, "YO c4 c5") == {"Y": 1}
        draw(game, "GV")
        assert len(game.legal_moves()) == 10 * 45
        assert gain(game, "BV h12 h11") == {"B": 1}
        draw(game, "RR")
        # 222 − (c4: 3, c5: 4, one shared) − (h12: 5, h11: 6, one shared)
        assert len(game.legal_moves()) == 9 * 206

    @pytest.mark.parametrize("move", ["RG h8 h9", "RG e4 e5", "RG c5 c6", "RG l9 l10"])
    def test_ge_8_the_first_tile_must_touch_a_printed_symbol(self, move: str) -> None:
        assert refused(table(racks=["RG"], opened=False), move) == "GE-8"

    def test_ge_8_each_player_at_a_different_symbol(self) -> None:
        game = Game("geniusz", players=3)
        deal(game, "RG RR BO BB OY OO", "GG BV YY RV OV GY", "RR GG BB OO YY VV")
        game.play("YO c4 c5")
        draw(game, "GV")
        for move in ("GG d3 d4", "GG b3 b4", "GG h8 h9"):
            assert refused(game, move) == "GE-8"
        game.play("BV h12 h11")
        draw(game, "RR")
        for move in ("VV d3 d4", "VV i13 i12", "VV h14 i14"):
            assert refused(game, move) == "GE-8"
        assert gain(game, "VV h4 h5") == {"V": 1}
        draw(game, "RG")
        game.play("OO i13 i12")  # second tiles lie anywhere

    def test_ge_8_a_later_tile_does_not_block_a_symbol(self) -> None:
        """Seat 0 opens at c3, and its extra tile lies at h13: seat 1 may still open there."""
        game = table(racks=["OY BB RR", "RB OO"], scores=["Y17"], opened=False)
        assert gain(game, "YO c4 c5") == {"Y": 1}
        assert owed(game) == 1
        assert gain(game, "BB h11 h12") == {"B": 1}
        draw(game, "GG GG GG GG GG")
        assert refused(game, "OO d3 d4") == "GE-8"
        assert gain(game, "BR i13 j13") == {"B": 2}  # h13 below, and h12 below to the left


class TestScoring:
    def test_ge_9_five_directions(self) -> None:
        """Left 2, above 1 and 2, below 1 and 1; h10, behind the other half, is not seen.

        j |          .  R
        i |        R  R  .
        h |  R  R [R][G] R
        g |     R  R  .
        """
        board = {"R": "h6 h7 i8 i9 j10 g8 g7 h10"}
        game = table(board=board, racks=["RG BB"])
        assert set(game.explain("RG h8 h9").lines) == {
            *(Line("R", ("h7", "h6"), 2), Line("R", ("i8",), 1), Line("R", ("i9", "j10"), 2)),
            *(Line("R", ("g8",), 1), Line("R", ("g7",), 1)),
        }
        assert gain(game, "RG h8 h9") == {"R": 7}

    @pytest.mark.parametrize("line", ["h7 h6 h5", "g8 f8 e8", "g7 f6 e5", "i8 j8 k8", "i9 j10 k11"])
    def test_ge_9_straight_lines(self, line: str) -> None:
        assert gain(table(board={"R": line}, racks=["RG BB"]), "RG h8 h9") == {"R": 3}

    def test_ge_9_one_half_and_then_the_other(self) -> None:
        assert gain(table(board=TWO_LINES, racks=["RG BB"]), "RG h8 h9") == {"R": 1, "G": 1}

    def test_ge_9_halves_of_a_double_do_not_count_for_each_other(self) -> None:
        """h8 sees h7, h9 sees h10: were the halves counted, it would be 4 or more."""
        assert gain(table(board={"R": "h7 h10"}, racks=["RR BB"]), "RR h8 h9") == {"R": 2}

    def test_ge_9_a_cell_next_to_both_halves_counts_for_each(self) -> None:
        assert gain(table(board={"R": "i9"}, racks=["RR BB"]), "RR h8 h9") == {"R": 2}

    def test_ge_9_a_double_alone_scores_nothing(self) -> None:
        assert gain(table(racks=["RR BB"]), "RR h8 h9") == {}

    @pytest.mark.parametrize(
        ("board", "points"),
        [
            ({"R": "h6 h5"}, {}),  # h7 is empty
            ({"R": "h6", "B": "h7"}, {}),
            ({"R": "h7 h5", "B": "h6"}, {"R": 1}),
            ({"R": "h7 h6 h5 h4"}, {"R": 4}),  # then comes the printed violet
            ({"R": "i7 g6 j9 f7"}, {}),  # in no line with h8, or behind a gap
        ],
    )
    def test_ge_9_what_breaks_a_line(self, board: dict[str, str], points: dict[str, int]) -> None:
        assert gain(table(board=board, racks=["RG BB"]), "RG h8 h9") == points

    def test_ge_9_up_to_the_edge_and_with_the_printed_symbol(self) -> None:
        """From c4 along the lowest row: c5, c6, c7 and the printed c8."""
        game = table(board={"O": "c5 c6 c7"}, racks=["BO RR"])
        assert gain(game, "OB c4 d4") == {"O": 4}

    def test_ge_9_a_closed_cell_is_no_pyramid(self) -> None:
        """All around h10 is taken after the tile: nothing happens there."""
        game = table(board={"V": "h11 i10 i11 g9 g10"}, racks=["RG BB"])
        assert gain(game, "RG h8 h9") == {}
        assert "h10" not in game.cells

    def test_ge_10_a_colour_stops_at_18(self) -> None:
        game = table(board=TWO_GREEN_FOUR_YELLOW, racks=["GY BB"], scores=["G2 Y16"])
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 2}
        assert game.scores[0] == [0, 4, 0, 0, 18, 0]

    def test_ge_10_nothing_counts_beyond_18(self) -> None:
        game = table(board=TWO_LINES, racks=["RG BB"], scores=["R18"])
        assert gain(game, "RG h8 h9") == {"G": 1}


class TestExtraTiles:
    @pytest.mark.parametrize("marker", ["Y14", "Y15", "Y17"])
    def test_ge_11_reaching_18_exactly_or_with_surplus(self, marker: str) -> None:
        game = table(board=TWO_GREEN_FOUR_YELLOW, racks=["GY BB"], scores=[marker])
        assert game.explain("YG h8 h9").extra_turns == 1
        game.play("YG h8 h9")
        assert (owed(game), game.to_act) == (1, (0,))

    @pytest.mark.parametrize("marker", ["R16", "R18"])
    def test_ge_11_none_below_18_nor_for_a_marker_that_stands_there(self, marker: str) -> None:
        game = table(board=TWO_LINES, racks=["RG BB"], scores=[marker])
        assert game.explain("RG h8 h9").extra_turns == 0
        game.play("RG h8 h9")
        assert (owed(game), game.chance_due) == (0, True)
        assert refused(game, "pass", seat=0) == "RECORD"

    def test_ge_11_two_markers_two_tiles_before_refilling(self) -> None:
        racks = ["RG BB BO OO YY YV"]
        game = table(board=TWO_LINES, racks=racks, scores=["R17 G17"])
        assert game.explain("RG h8 h9").extra_turns == 2
        game.play("RG h8 h9")
        assert (owed(game), game.to_act, len(game.hands[0])) == (2, (0,), 5)
        assert seen(game)["extra"] == [1, 2]
        game.play("YY k9 k10")
        assert (owed(game), game.to_act, len(game.hands[0])) == (1, (0,), 4)
        assert seen(game)["extra"] == [2, 2]
        game.play("OO e5 e6")
        assert (owed(game), game.to_act, game.hands[0]) == (0, (), ["BB", "BO", "YV"])
        draw(game, "RR RR RR")
        assert game.to_act == (1,)
        assert len(game.hands[0]) == 6

    def test_ge_11_an_extra_tile_can_earn_another(self) -> None:
        game = table(board=TWO_LINES, racks=["RO GB BB OO"], scores=["R17 G17"])
        game.play("RO h8 g8")
        assert owed(game) == 1
        assert gain(game, "GB h9 i9") == {"G": 1}
        assert owed(game) == 1
        game.play("BB k9 k10")
        assert game.chance_due

    @pytest.mark.parametrize("marker", ["R16", "R17"])
    def test_ge_11_one_marker_earns_one_tile_with_both_halves(self, marker: str) -> None:
        game = table(board={"R": "h7 h10"}, racks=["RR BB"], scores=[marker])
        game.play("RR h8 h9")
        assert game.scores[0][0] == 18
        assert owed(game) == 1

    def test_ge_11_the_extra_tile_may_be_passed_up(self) -> None:
        """h7, h8, g8 and h10 take 6 pairs each of the 222, two of them shared: 200, and pass."""
        game = table(board=TWO_LINES, racks=["RO BB"], scores=["R17"])
        game.play("RO h8 g8")
        moves = game.legal_texts()
        assert "pass" in moves
        assert len(moves) == 201
        game.play("pass")
        assert game.chance_due
        draw(game, "YY YY YY YY YY")
        assert game.to_act == (1,)
        assert game.hands[0] == ["BB", *["YY"] * 5]

    def test_ge_11_pass_gives_up_every_tile_owed(self) -> None:
        game = table(board=TWO_LINES, racks=["RG BB BO OO YY YV"], scores=["R17 G17"])
        game.play("RG h8 h9")
        game.play("pass")
        assert (owed(game), game.chance_due) == (0, True)
        draw(game, "RR")
        assert game.to_act == (1,)

    def test_ge_11_pass_after_the_first_of_two(self) -> None:
        game = table(board=TWO_LINES, racks=["RG BB BO OO YY YV"], scores=["R17 G17"])
        game.play("RG h8 h9")
        game.play("YY k9 k10")
        game.play("pass")
        draw(game, "RR RR")
        assert game.to_act == (1,)

    def test_ge_11_a_swap_is_still_offered_after_pass(self) -> None:
        scores = ["R17 G17 B5 O5 Y5"]
        game = table(board=TWO_LINES, racks=["RG BB OO"], scores=scores)
        game.play("RG h8 h9")
        assert not offers_swap(game)
        assert refused(game, "swap") == "GE-12"
        game.play("pass")
        assert offers_swap(game)

    def test_ge_11_only_an_extra_tile_can_be_passed_up(self) -> None:
        game = table(racks=["RG BB"])
        assert "pass" not in game.legal_texts()
        assert refused(game, "pass") == "GE-11"

    def test_ge_11_tiles_owed_with_an_empty_rack_lapse(self) -> None:
        game = table(board=TWO_LINES, racks=["RG BB"], scores=["R17 G17"])
        game.play("RG h8 h9")
        game.play("BB k9 k10")
        assert (owed(game), game.chance_due) == (0, True)
        draw(game, "OO OO OO OO OO YY")
        assert game.to_act == (1,)


WEAK_VIOLET = "R3 G3 B3 O3 Y3"
"""Violet, at 0, is the only lowest colour."""


class TestSwap:
    def test_ge_12_refill_to_six(self) -> None:
        game = table(racks=["BO RR RG RB RO RY"])
        game.play(QUIET)
        draw(game, "VV")
        assert game.hands[0] == ["RR", "RG", "RB", "RO", "RY", "VV"]
        assert game.to_act == (1,)

    def test_ge_12_offered_without_a_tile_of_the_lowest_colour(self) -> None:
        game = table(racks=["BO RR GG"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        assert game.to_act == (0,)
        assert offers_swap(game)

    def test_ge_12_not_offered_with_a_tile_of_the_lowest_colour(self) -> None:
        game = table(racks=["BO RR GV"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        assert not offers_swap(game)

    @pytest.mark.parametrize("tile", ["YY", "RV"])
    def test_ge_12_each_of_the_tied_lowest_colours_counts(self, tile: str) -> None:
        """Yellow and violet are tied: showing only one of them rules the swap out."""
        game = table(racks=[f"BO GG {tile}"], scores=["R3 G3 B3 O3"])
        game.play(QUIET)
        assert not offers_swap(game)
        assert game.chance_due

    def test_ge_12_the_markers_after_the_tile_count(self) -> None:
        """Red and violet stand at 2; the tile lifts red to 3, and RR no longer matters."""
        game = table(board=TWO_LINES, racks=["RO RR"], scores=["R2 G3 B3 O3 Y3 V2"])
        game.play("RO h8 g8")
        assert offers_swap(game)

    def test_ge_12_offered_before_refilling_not_after(self) -> None:
        game = table(racks=["BO RR GG BB OO YY"], scores=[WEAK_VIOLET], bag="VV " * 7)
        game.play(QUIET)
        assert offers_swap(game)
        game.play("keep")
        draw(game, "VV")
        assert game.to_act == (1,)
        assert game.hands[0] == ["RR", "GG", "BB", "OO", "YY", "VV"]

    def test_ge_12_does_not_replace_the_turn(self) -> None:
        game = table(racks=["RR GG"], scores=[WEAK_VIOLET])
        assert "swap" not in game.legal_texts()
        assert refused(game, "swap") == refused(game, "keep") == "GE-12"

    def test_ge_12_first_decide_then_go_on(self) -> None:
        game = table(racks=["BO RR GG"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        assert refused(game, "RR e5 e6") == "GE-12"
        assert refused(game, "pass") == "GE-11"

    def test_ge_12_old_tiles_return_after_the_new_ones_are_drawn(self) -> None:
        racks = ["BO RR GG", "OV"]
        game = table(racks=racks, scores=[WEAK_VIOLET], bag="VV VV VV VV VV YV")
        game.play(QUIET)
        game.play("swap")
        assert game.hands[0] == []
        assert game.chance_outcomes() == {"draw YV": 1, "draw VV": 5}
        draw(game, "YV VV VV VV")
        assert game.hands[0] == ["YV", "VV", "VV", "VV"]
        assert game.chance_outcomes() == {"draw VV": 2}
        assert refused_draw(game, "RR") == "GE-5"
        draw(game, "VV VV")
        assert game.to_act == (1,)
        game.play("OV e5 e6")
        assert game.chance_outcomes() == {"draw RR": 1, "draw GG": 1}

    def test_ge_12_the_rack_is_shown_to_everybody(self) -> None:
        game = table(racks=["BO RR GG"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        game.play("swap")
        draw(game, "VV VV VV VV VV")
        for viewer in (-1, 1):
            assert seen(game, viewer)["shown"] == ["RR", "GG"]
            assert seen(game, viewer)["hands"][0] == {"tiles": [], "hidden": 5}
        draw(game, "YV")
        assert seen(game)["shown"] == []

    def test_ge_12_once_a_turn(self) -> None:
        """The new rack shows no violet either, but the turn is over."""
        game = table(racks=["BO RR GG"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        game.play("swap")
        draw(game, "OO OO OO OO OO YY")
        assert game.to_act == (1,)

    def test_ge_12_six_new_tiles_after_extra_tiles_too(self) -> None:
        game = table(board=TWO_LINES, racks=["RO BB GG"], scores=["R17 G5 B5 O5 Y5"])
        game.play("RO h8 g8")
        game.play("BB k9 k10")
        assert offers_swap(game)
        game.play("swap")
        draw(game, "VV VV VV VV VV YV")
        assert len(game.hands[0]) == 6
        assert game.to_act == (1,)

    def test_ge_12_not_with_an_empty_rack(self) -> None:
        game = table(racks=["BO"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        assert not offers_swap(game)
        assert game.chance_due


class TestEnd:
    def test_ge_13_no_two_adjacent_empty_cells(self) -> None:
        assert full_board(2, ["R1", "G1"]).reason == "board full"

    @pytest.mark.parametrize("single", ["h10", "e5", "e5 k9 g7"])
    def test_ge_13_single_cells_do_not_keep_it_going(self, single: str) -> None:
        game = set_up("geniusz", rest="V", empty=f"h8 h9 {single}", racks=["RG BB"])
        assert gain(game, "RG h8 h9") == {}
        assert game.result == Result((1, 1), "board full")

    def test_ge_13_goes_on_while_two_are_left(self) -> None:
        game = set_up("geniusz", rest="V", empty="h8 h9 e5 f6", racks=["RG", "BB"])
        game.play("RG h8 h9")
        draw(game, "RR RR RR RR RR YY")
        assert game.legal_texts() == ["BB e5 f6"]

    def test_ge_13_at_once_although_extra_tiles_are_owed(self) -> None:
        game = set_up(
            "geniusz",
            board=TWO_LINES,
            rest="V",
            empty="h8 h9",
            racks=["RG BB"],
            scores=["R17 G17"],
        )
        assert game.explain("RG h8 h9").extra_turns == 2
        game.play("RG h8 h9")
        assert (game.over, game.to_act, owed(game)) == (True, (), 0)

    def test_ge_13_at_once_without_a_swap(self) -> None:
        game = set_up("geniusz", rest="V", empty="h8 h9", racks=["RG BB"], scores=[WEAK_VIOLET])
        game.play("RG h8 h9")
        assert game.over

    def test_ge_14_18_in_all_colours_wins_at_once(self) -> None:
        scores = ["R17 G18 B18 O18 Y18 V18", "R9"]
        game = table(board=TWO_LINES, racks=["RO BB"], scores=scores)
        explanation = game.explain("RO h8 g8")
        assert (explanation.winner, explanation.ends) == (0, "all colours")
        game.play("RO h8 g8")
        assert game.result == Result((1, 2), "all colours")

    def test_ge_14_in_the_middle_of_owed_extra_tiles(self) -> None:
        scores = ["R17 G17 B17 O18 Y18 V18"]
        game = table(board=TWO_LINES | {"B": "k8"}, racks=["RG BO OO YY"], scores=scores)
        game.play("RG h8 h9")
        assert owed(game) == 2
        game.play("BO k9 k10")
        assert game.result == Result((1, 2), "all colours")
        assert game.hands[0] == ["OO", "YY"]

    def test_ge_14_one_colour_at_17_is_not_enough(self) -> None:
        scores = ["R17 G17 B18 O18 Y18 V18"]
        game = table(board=TWO_LINES, racks=["RO BB"], scores=scores)
        game.play("RO h8 g8")
        assert not game.over


class TestResult:
    def test_ge_15_example_of_three_players(self) -> None:
        """A has 10; B and C have 9 and 12, then B 14 and C 13."""
        a, b = "R10 G10 B10 O10 Y10 V10", "R9 G14 B12 O14 Y14 V14"
        c = "R18 G18 B12 O18 Y9 V13"
        assert full_board(3, [a, b, c]).places == (1, 2, 3)
        assert full_board(3, [c, a, b]).places == (3, 1, 2)

    def test_ge_15_down_to_the_sixth_colour(self) -> None:
        one, other = "R9 G9 B9 O9 Y9 V10", "R11 G9 B9 O9 Y9 V9"
        assert full_board(2, [one, other]).places == (2, 1)

    def test_ge_15_all_equal_share_the_place(self) -> None:
        one, other = "R9 G10 B11 O12 Y13 V14", "R14 G13 B12 O11 Y10 V9"
        assert full_board(2, [one, other]).places == (1, 1)

    def test_ge_15_places_count_who_is_strictly_better(self) -> None:
        better, worse = "R9 G9 B9 O9 Y9 V9", "R8 G18 B18 O18 Y18 V18"
        assert full_board(3, [better, worse, better]).places == (1, 3, 1)
        assert full_board(3, [worse, better, worse]).places == (2, 1, 2)
        assert full_board(4, [worse, better, worse, "R1"]).places == (2, 1, 2, 4)
        assert full_board(4, [""] * 4).places == (1, 1, 1, 1)


class TestPairs:
    def test_ge_16_partners_score_on_one_card(self) -> None:
        """Seat 0 gets 1 red, 1 green; seat 1, on the other card, 1 red; seat 2, 1 blue."""
        racks = ["RG BB OO", "RY VV", "BO RR"]
        game = pairs(TWO_LINES | {"B": "k8"}, racks, [])
        game.play("RG h8 h9")
        assert game.scores == [[1, 1, 0, 0, 0, 0], [0] * 6] * 2
        draw(game, "YY YY YY YY")
        game.play("RY g8 g9")  # h8 lies above g8, g7 beside it is empty
        assert game.scores == [[1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]] * 2
        draw(game, "GG GG GG GG GG")
        assert game.to_act == (2,)
        game.play("BO k9 k10")
        assert game.scores == [[1, 1, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]] * 2

    def test_ge_16_partners_do_not_see_each_others_racks(self) -> None:
        game = pairs({}, ["RR", "GG OO", "BB YY VV", "OO"], [])
        assert seen(game, 0)["hands"] == [
            {"tiles": ["RR"], "hidden": 0},
            {"tiles": [], "hidden": 2},
            {"tiles": [], "hidden": 3},
            {"tiles": [], "hidden": 1},
        ]
        unseen = seen(game, 0)["unseen"]
        assert unseen == seen(pairs({}, ["RR", "GG OO", "OO", "BB YY VV"], []), 0)["unseen"]
        assert (unseen["BB"], unseen["RR"]) == (5, 4)

    def test_ge_16_pairs_are_for_four(self) -> None:
        with pytest.raises(Refusal):
            Game("geniusz", players=2, variant="pairs")

    def test_ge_16_partners_open_at_different_symbols_too(self) -> None:
        game = table(4, "pairs", racks=["RR", "GG", "BB", "OO"], opened=False)
        game.play("RR c4 c5")
        draw(game, "YY YY YY YY YY RG")
        game.play("GG h12 h11")
        draw(game, "RG RG RG RG RG YV")
        assert refused(game, "BB d3 d4") == "GE-8"

    def test_ge_17_example_two_markers_reach_the_end_of_the_first_card(self) -> None:
        """2 green and 4 yellow: both markers go to 0 of the second card, two extra tiles."""
        game = pairs(TWO_GREEN_FOUR_YELLOW, ["GY BB OO VV"], ["G16 Y14"])
        assert game.explain("YG h8 h9").extra_turns == 2
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 4}
        assert game.scores[0] == game.scores[2] == [0, 18, 0, 0, 18, 0]
        assert (owed(game), game.to_act) == (2, (0,))

    def test_ge_17_the_surplus_of_the_first_card_is_lost(self) -> None:
        game = pairs(TWO_GREEN_FOUR_YELLOW, ["GY BB"], ["G17 Y15"])
        assert gain(game, "YG h8 h9") == {"G": 1, "Y": 3}
        assert owed(game) == 2

    def test_ge_17_nothing_for_the_second_card_within_the_same_tile(self) -> None:
        """The first half reaches 18; the second half's point is lost, not the 19th."""
        game = pairs({"R": "h7 h10"}, ["RR RB BB"], ["R17"])
        assert gain(game, "RR h8 h9") == {"R": 1}
        assert owed(game) == 1
        # The extra tile is another one: red on i9 sees h8 and h9.
        assert gain(game, "RB i9 j9") == {"R": 2}
        assert game.scores[2][0] == 20
        assert game.chance_due

    def test_ge_17_on_the_second_card_no_extra_tile_before_its_end(self) -> None:
        game = pairs(TWO_LINES, ["RG BB"], ["R18 G34"])
        assert gain(game, "RG h8 h9") == {"R": 1, "G": 1}
        assert owed(game) == 0

    def test_ge_17_the_end_of_the_second_card_earns_a_tile_again(self) -> None:
        game = pairs(TWO_GREEN_FOUR_YELLOW, ["GY BB"], ["G34 Y33"])
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 3}
        assert game.scores[0] == [0, 36, 0, 0, 36, 0]
        assert owed(game) == 2

    def test_ge_17_nothing_beyond_36(self) -> None:
        game = pairs(TWO_LINES, ["RG BB"], ["R36"])
        assert gain(game, "RG h8 h9") == {"G": 1}
        assert owed(game) == 0

    def test_ge_17_the_partner_who_reaches_it_plays_the_extra_tile(self) -> None:
        game = pairs(TWO_LINES, ["BB", "BB", "RO OO", "BB"], ["R17"], turn=2)
        game.play("RO h8 g8")
        assert (owed(game), game.to_act) == (1, (2,))
        game.play("pass")
        assert game.chance_seat == 2

    def test_ge_14_pairs_36_in_all_colours_wins_at_once(self) -> None:
        scores = ["R9", "R35 G36 B36 O36 Y36 V36"]
        game = pairs(TWO_LINES, ["BB", "BB", "BB", "RO"], scores, turn=3)
        game.play("RO h8 g8")
        assert game.result == Result((2, 1, 2, 1), "all colours")

    def test_ge_14_pairs_18_in_all_colours_is_not_enough(self) -> None:
        game = pairs(TWO_LINES, ["RO BB"], ["R17 G18 B18 O18 Y18 V18"])
        assert game.explain("RO h8 g8").winner is None
        game.play("RO h8 g8")
        assert not game.over

    @pytest.mark.parametrize(
        ("seat", "rack", "offered"),
        [
            *((0, "BO RR", True), (2, "BO RR", True), (0, "BO VV", False), (2, "BO VV", False)),
            *((1, "BO VV", True), (3, "BO VV", True), (1, "BO RR", False), (3, "BO RR", False)),
        ],
    )
    def test_ge_18_the_lowest_colours_are_the_pairs(
        self, seat: int, rack: str, offered: bool
    ) -> None:
        """Violet is the lowest of seats 0 and 2, red that of seats 1 and 3."""
        racks = ["YY"] * seat + [rack]
        game = pairs({}, racks, [WEAK_VIOLET, "G3 B3 O3 Y3 V3"], turn=seat)
        game.play(QUIET)
        assert offers_swap(game) == offered

    def test_ge_18_partners_share_their_place(self) -> None:
        better, worse = "R20 G20 B20 O20 Y20 V20", "R19 G36 B36 O36 Y36 V36"
        assert full_board(4, [better, worse], "pairs").places == (1, 2, 1, 2)
        assert full_board(4, [worse, better], "pairs").places == (2, 1, 2, 1)
        assert full_board(4, [better, better], "pairs") == Result((1, 1, 1, 1), "board full")

    def test_ge_18_ties_go_to_the_next_lowest(self) -> None:
        one, other = "R9 G19 B20 O20 Y20 V20", "R18 G18 B9 O36 Y36 V36"
        assert full_board(4, [one, other], "pairs").places == (1, 2, 1, 2)

    def test_ge_19_talk_is_an_option_of_pairs(self) -> None:
        (option,) = geniusz.GAME.options
        assert (option.name, option.values, option.variants) == ("talk", (False, True), ("pairs",))
        open_talk = Game("geniusz", 4, "pairs", {"talk": True})
        assert open_talk.position == Game("geniusz", 4, "pairs").position
        with pytest.raises(Refusal):
            Game("geniusz", 4, "standard", {"talk": True})


class TestSolo:
    def test_ge_20_draw_place_score_draw(self) -> None:
        game = Game("geniusz", players=1)
        draw(game, "OY")
        assert game.to_act == (0,)
        assert len(game.legal_moves()) == 2 * 54
        assert gain(game, "YO c4 c5") == {"Y": 1}
        assert game.hands == [[]]
        draw(game, "RR")
        assert game.hands == [["RR"]]
        assert len(game.legal_moves()) == 216  # 222 − 6: not only at printed symbols

    def test_ge_20_the_first_tile_touches_a_printed_symbol(self) -> None:
        game = Game("geniusz", players=1)
        draw(game, "OY")
        assert refused(game, "YO h8 h9") == "GE-8"

    def test_ge_20_example_two_markers_and_no_extra_tile(self) -> None:
        """2 green and 4 yellow reach the end of the first card, as in GE-17."""
        game = table(1, board=TWO_GREEN_FOUR_YELLOW, racks=["GY"], scores=["G16 Y14"])
        assert game.explain("YG h8 h9").extra_turns == 0
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 4}
        assert game.scores == [[0, 18, 0, 0, 18, 0]]
        assert (owed(game), game.chance_due) == (0, True)
        draw(game, "BB")
        assert refused(game, "pass") == "GE-11"

    def test_ge_20_the_surplus_of_the_first_card_is_lost(self) -> None:
        game = table(1, board=TWO_GREEN_FOUR_YELLOW, racks=["GY"], scores=["Y16"])
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 2}

    def test_ge_20_nothing_for_the_second_card_within_the_same_tile(self) -> None:
        game = table(1, board={"R": "h7 h10"}, racks=["RR"], scores=["R17"])
        assert gain(game, "RR h8 h9") == {"R": 1}
        draw(game, "RB")
        assert gain(game, "RB i9 j9") == {"R": 2}
        assert game.scores[0][0] == 20

    def test_ge_20_36_is_the_end(self) -> None:
        game = table(1, board=TWO_GREEN_FOUR_YELLOW, racks=["GY"], scores=["Y34"])
        assert gain(game, "YG h8 h9") == {"G": 2, "Y": 2}
        assert game.scores[0][4] == 36

    def test_ge_20_no_swap(self) -> None:
        game = table(1, racks=["BO"], scores=[WEAK_VIOLET])
        game.play(QUIET)
        draw(game, "RR")
        assert game.to_act == (0,)
        assert refused(game, "swap") == "GE-12"

    def test_ge_14_solo_36_in_all_colours_wins_at_once(self) -> None:
        game = table(1, board=TWO_LINES, racks=["RO"], scores=["R35 G36 B36 O36 Y36 V36"])
        game.play("RO h8 g8")
        assert game.result == Result((1,), "all colours")

    def test_ge_20_the_result_is_the_lowest_colour_of_36(self) -> None:
        """Green stands at 1 on the second card: 19 in all."""
        game = set_up(
            *("geniusz", 1),
            rest="V",
            empty="h8 h9",
            racks=["RG"],
            scores=["R20 G19 B36 O25 Y30 V21"],
        )
        game.play("RG h8 h9")
        assert game.result == Result((1,), "board full")
        assert min(game.scores[0]) == 19
        assert seen(game)["lowest"] == ["G"]


def test_positions_set_up_are_those_that_play_reaches() -> None:
    """The builder of these tests derives the same fields as placing the tiles does."""
    played = Game("geniusz")
    deal(played, "RG RR BO BB OY OO", "GG BV YY RV OV GY")
    played.play("YO c4 c5")
    draw(played, "GV")
    played.play("BV h12 h11")
    draw(played, "RR")
    built = table(
        board={"Y": "c4", "O": "c5", "B": "h12", "V": "h11"},
        racks=["RG RR BO BB OO GV", "GG YY RV OV GY RR"],
        scores=["Y1", "B1"],
    )
    one, other = fields_of(played), fields_of(built)
    for name in ("cells", "gains", "free", "racks", "rack_sizes", "scores", "opened", "phase"):
        assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize(("players", "variant"), SEATINGS)
def test_ge_9_whole_games_recounted(players: int, variant: str) -> None:
    game = Game("geniusz", players=players, variant=variant)
    play_recounted(game, seed=players)
    assert game.result is not None
    assert game.result.reason == "board full"


class TestSampling:
    def test_an_extra_tile_is_passed_up_as_often_as_any_other_move(self) -> None:
        """BO two ways, YY one way on one pair, and pass: each a quarter of the time."""
        game = set_up(
            "geniusz",
            board=TWO_LINES,
            rest="V",
            empty="h8 h9 e5 f6",
            racks=["RG BO BO YY"],
            scores=["R17 G17"],
        )
        game.play("RG h8 h9")
        drawn = frequencies(game, 4000, seed=1)
        assert (
            set(drawn) == set(game.legal_texts()) == {*("BO e5 f6", "OB e5 f6", "YY e5 f6", "pass")}
        )
        assert all(880 < count < 1120 for count in drawn.values())

    def test_first_tiles_lie_where_they_may(self) -> None:
        game = table(racks=["RR"], opened=False)
        assert set(frequencies(game, 1000, seed=2)) == set(game.legal_texts())
