"""EXO by its rulebook: every expected value here was worked out by hand from the rules."""

from __future__ import annotations

import numpy as np
import pytest

from kafelki.games.exo.rules import GAME
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Game, Refusal
from kafelki.play.view import view
from kafelki.rules.contract import Line
from kafelki.rules.engine import Engine

KERNELS = GAME.kernels
ENGINE = Engine(GAME)


def game_after(*moves: str, size: int = 10) -> Game:
    game = Game("exo", options={"size": size})
    for move in moves:
        game.play(move)
    return game


def position_of(game: Game) -> Position:
    return np.frombuffer(game.position.data, dtype=np.uint8).copy()


def refused(game: Game, move: str, seat: int | None = None) -> Refusal:
    before = game.position
    with pytest.raises(Refusal) as caught:
        game.play(move, seat=seat)
    assert game.position == before
    return caught.value


def lines_shown(game: Game) -> list[set[str]]:
    return [set(line) for line in GAME.public(position_of(game), -1)["lines"]]


# Four X in row 1 with four O above them: whoever plays e1 makes a line.
FOUR = ("XO a1 a2", "XO b1 b2", "XO c1 c2", "XO d1 d2")
ELSEWHERE = "XO i9 j9"


class TestBoardAndTiles:
    def test_ex_1_the_usual_board_has_columns_a_to_j_and_rows_1_to_10(self) -> None:
        texts = set(Game("exo").legal_texts())
        assert {"XO a1 b1", "OX i10 j10", "XO j9 j10", "OX a1 a2"} <= texts
        cells = {cell for text in texts for cell in text.split(" ")[1:]}
        assert cells == {f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)}

    @pytest.mark.parametrize("size", range(5, 20))
    def test_ex_1_the_size_is_an_option(self, size: int) -> None:
        """A board of n × n squares has 2 · n · (n − 1) pairs, each covered in two ways."""
        assert len(Game("exo", options={"size": size}).legal_moves()) == 4 * size * (size - 1)

    @pytest.mark.parametrize("size", [4, 20, 0, -10, "10", 10.0, True, None])
    def test_ex_1_other_sizes_are_refused(self, size: object) -> None:
        with pytest.raises(Refusal) as caught:
            Game("exo", options={"size": size})
        assert caught.value.rule == "RECORD"

    @pytest.mark.parametrize("move", ["XX a1 a2", "OO a1 b1"])
    def test_ex_2_every_tile_has_one_x_and_one_o(self, move: str) -> None:
        assert refused(Game("exo"), move).rule == "EX-2"

    def test_ex_2_the_rules_themselves_refuse_such_a_tile(self) -> None:
        """Move numbers go XX, XO, OX, OO over all pairs of squares."""
        x_and_o = GAME.move_number("XO a1 b1")
        pairs = GAME.move_number("OX a1 b1") - x_and_o
        position = position_of(Game("exo"))
        assert KERNELS.refusal(position, 0, x_and_o) == 0
        for two_alike in (x_and_o - pairs, x_and_o + 2 * pairs):
            assert GAME.objections[KERNELS.refusal(position, 0, two_alike)].rule == "EX-2"

    def test_ex_2_there_are_60_tiles_in_one_stock(self) -> None:
        assert GAME.public(position_of(Game("exo")), 0)["left"] == 60
        assert GAME.public(position_of(game_after(*FOUR)), 1)["left"] == 56
        assert Game("exo").hands == [[], []]


class TestTurns:
    def test_ex_3_seat_0_starts_and_turns_alternate(self) -> None:
        game = Game("exo")
        assert game.to_act == (0,)
        game.play("XO a1 a2")
        assert game.to_act == (1,)
        game.play("XO b1 b2")
        assert game.to_act == (0,)

    def test_ex_3_nobody_moves_out_of_turn(self) -> None:
        assert refused(Game("exo"), "XO a1 a2", seat=1).rule == "EX-3"
        assert refused(game_after("XO a1 a2"), "XO b1 b2", seat=0).rule == "EX-3"

    def test_ex_3_there_is_no_passing(self) -> None:
        assert refused(Game("exo"), "pass").rule == "RECORD"
        assert all(text[:3] in ("XO ", "OX ") for text in Game("exo").legal_texts())

    def test_ex_3_either_player_may_place_either_half_anywhere(self) -> None:
        game = game_after("OX a1 a2", "XO c1 b1")
        assert game.cells == {"a1": "O1", "a2": "X1", "c1": "X1", "b1": "O1"}


class TestPlacing:
    def test_ex_4_figure_1_the_whole_tile_must_be_on_the_board(self) -> None:
        assert refused(Game("exo"), "XO j1 k1").rule == "EX-4"
        assert refused(Game("exo"), "XO a10 a11").rule == "EX-4"
        assert refused(Game("exo", options={"size": 5}), "XO e5 e6").rule == "EX-4"
        assert refused(Game("exo", options={"size": 5}), "XO g7 g8").rule == "EX-4"

    @pytest.mark.parametrize("move", ["XO a1 b2", "XO a1 c1", "XO a1 a1", "XO a2 b1", "XO j1 a2"])
    def test_ex_4_a_tile_covers_two_squares_that_share_a_side(self, move: str) -> None:
        assert refused(Game("exo"), move).rule == "EX-4"

    def test_ex_5_figure_2_both_squares_must_have_the_same_height(self) -> None:
        game = game_after("XO e5 e6")
        assert refused(game, "XO e6 e7").rule == "EX-5"
        assert refused(game, "OX e4 e5").rule == "EX-5"
        assert refused(game, "OX d5 e5").rule == "EX-5"

    def test_ex_5_heights_differ_higher_up_too(self) -> None:
        """b1 and c1 are two high, a1 and d1 one, a2 is bare."""
        game = game_after("XO a1 b1", "XO c1 d1", "XO b1 c1")
        assert game.cells == {"a1": "X1", "b1": "X2", "c1": "O2", "d1": "O1"}
        assert refused(game, "XO a1 b1").rule == "EX-5"
        assert refused(game, "XO c1 d1").rule == "EX-5"
        assert refused(game, "XO a1 a2").rule == "EX-5"

    @pytest.mark.parametrize("tile", ["XO", "OX"])
    def test_ex_5_figure_3_a_tile_may_not_cover_another_wholly(self, tile: str) -> None:
        game = game_after("XO e5 e6")
        refusal = refused(game, f"{tile} e5 e6")
        assert refusal.rule == "EX-5"
        assert "wholly" in str(refusal)

    def test_ex_5_a_tile_on_top_may_not_be_covered_wholly_either(self) -> None:
        game = game_after("XO a1 b1", "XO c1 d1", "XO b1 c1")
        assert refused(game, "OX b1 c1").rule == "EX-5"

    def test_ex_5_figure_4_a_tile_may_rest_on_two_different_tiles(self) -> None:
        game = game_after("XO e5 e6", "XO f5 f6", "OX e5 f5")
        assert game.cells == {"e5": "O2", "f5": "X2", "e6": "O1", "f6": "O1"}

    def test_ex_5_only_the_tiles_directly_below_count(self) -> None:
        """The lowest tile of a1 and a2 is one and the same, but those that support are two."""
        game = game_after("XO a1 a2", "XO b1 b2", "XO a1 b1", "XO a2 b2", "OX a1 a2")
        assert game.cells == {"a1": "O3", "a2": "X3", "b1": "O2", "b2": "O2"}

    def test_ex_5_there_is_no_limit_of_levels(self) -> None:
        """Two crossed pairs on a 2 × 2 block can go up as long as tiles last: 20 levels here.

        The two tiles of a level show X next to O, so no line is ever longer than two.
        """
        game = Game("exo")
        for level in range(20):
            across = ("XO a1 b1", "OX a2 b2")
            along = ("XO a1 a2", "OX b1 b2")
            for move in across if level % 2 else along:
                game.play(move)
        assert game.cells == {"a1": "X20", "b1": "O20", "a2": "O20", "b2": "X20"}

    def test_ex_6_a_tile_need_not_touch_another(self) -> None:
        game = game_after("XO a1 a2", "XO j9 j10")
        assert game.cells == {"a1": "X1", "a2": "O1", "j9": "X1", "j10": "O1"}

    def test_ex_6_a_placed_tile_stays(self) -> None:
        game = Game("exo")
        heights: dict[str, int] = {}
        for move in (*FOUR, "OX b1 c1", "XO e1 f1", "XO b2 c2"):
            game.play(move)
            new = {cell: int(shown[1:]) for cell, shown in game.cells.items()}
            assert all(new[cell] >= height for cell, height in heights.items())
            assert sum(new.values()) == sum(heights.values()) + 2
            heights = new


class TestWinning:
    def test_ex_7_five_in_a_row(self) -> None:
        game = game_after(*FOUR, "XO e1 f1")
        assert game.over
        assert game.to_act == ()
        assert game.result is not None
        assert game.result.places == (1, 2)
        assert game.result.reason == "five"
        assert game.scores == [[1], [0]]

    def test_ex_7_the_winning_lines_are_shown_once_there_are_any(self) -> None:
        """X at a1 to e1, and, where the fifth closes two lines, at e1 to e5 too."""
        assert lines_shown(game_after(*FOUR)) == []
        assert lines_shown(game_after(*FOUR, "XO e1 f1")) == [{"a1", "b1", "c1", "d1", "e1"}]
        column = ("XO e2 f2", "XO e3 d3", "XO e4 f4", "XO e5 d5")
        both = lines_shown(game_after(*FOUR, *column, "XO e1 f1"))
        assert len(both) == 2
        assert {"a1", "b1", "c1", "d1", "e1"} in both
        assert {"e1", "e2", "e3", "e4", "e5"} in both

    def test_ex_7_five_of_o_win_for_seat_1(self) -> None:
        """The same line made of O: the fifth comes from seat 1."""
        moves = [f"OX {column}1 {column}2" for column in "abcd"]
        game = game_after(*moves, ELSEWHERE, "OX e1 f1")
        assert game.result is not None
        assert game.result.places == (2, 1)
        assert game.scores == [[0], [1]]

    def test_ex_7_four_are_not_enough(self) -> None:
        assert not game_after(*FOUR).over

    def test_ex_7_five_in_a_column(self) -> None:
        """X on a1 to a5; the O of the first four stand in column b, the last at a6."""
        game = game_after("XO a1 b1", "XO a2 b2", "XO a3 b3", "XO a4 b4", "XO a5 a6")
        assert game.result is not None
        assert game.result.places == (1, 2)

    def test_ex_7_five_on_a_rising_diagonal(self) -> None:
        """X on a1 to e5, O above the first four and to the right of the last."""
        game = game_after("XO a1 a2", "XO b2 b3", "XO c3 c4", "XO d4 d5", "XO e5 f5")
        assert game.result is not None
        assert game.result.places == (1, 2)

    def test_ex_7_five_on_a_falling_diagonal(self) -> None:
        """X on a10, b9, c8, d7, e6, O below the first four and to the right of the last."""
        game = game_after("OX a9 a10", "OX b8 b9", "OX c7 c8", "OX d6 d7", "XO e6 f6")
        assert game.result is not None
        assert game.result.places == (1, 2)

    def test_ex_7_more_than_five_win_too(self) -> None:
        """X on a5 b5 c5 . e5 f5 and then d5: six. The O stand by turns above and below."""
        moves = ("XO a5 a6", "OX b4 b5", "XO c5 c6", "OX e4 e5", "XO f5 f6", ELSEWHERE)
        game = game_after(*moves, "XO d5 d6")
        assert game.result is not None
        assert game.result.places == (1, 2)
        assert game.result.reason == "five"

    def test_ex_7_the_height_does_not_matter(self) -> None:
        """X X O X X in row 1, then an X on the O: the third stands a level higher."""
        before = ("XO a1 a2", "XO b1 b2", "OX c1 d1", "XO e1 e2", "OX c2 d2", ELSEWHERE)
        game = game_after(*before)
        assert not game.over
        game.play("XO c1 c2")
        assert game.cells["c1"] == "X2"
        assert game.result is not None
        assert game.result.places == (1, 2)

    def test_ex_7_a_covered_symbol_does_not_count(self) -> None:
        """An O covers the X of c1, so e1 makes X X O X X."""
        game = game_after(*FOUR, "OX c1 d1", "XO e1 f1")
        assert not game.over

    def test_ex_7_a_line_does_not_go_around_the_edge(self) -> None:
        """X at the end of row 1 (h i j) and at the start of row 2 (a b) are not five."""
        game = game_after("OX g1 h1", "XO i1 i2", "XO j1 j2", "XO a2 a3", "OX b1 b2")
        assert not game.over

    def test_ex_8_five_for_both_lose_for_the_one_who_placed_them(self) -> None:
        """X on a1 to e1 and O on a2 to e2 come at once, by seat 0, then by seat 1."""
        by_first = game_after(*FOUR, "XO e1 e2")
        assert by_first.result is not None
        assert by_first.result.places == (2, 1)
        assert by_first.result.reason == "both five"
        by_second = game_after(*FOUR, ELSEWHERE, "XO e1 e2")
        assert by_second.result is not None
        assert by_second.result.places == (1, 2)
        assert by_second.result.reason == "both five"
        assert by_second.scores == [[1], [0]]

    def test_ex_8_five_only_for_the_opponent_win_for_the_opponent(self) -> None:
        game = game_after(*FOUR, ELSEWHERE, "XO e1 f1")
        assert game.events[-1].seat == 1
        assert game.result is not None
        assert game.result.places == (1, 2)
        assert game.result.reason == "five"

    def test_nothing_is_played_after_the_end(self) -> None:
        game = game_after(*FOUR, "XO e1 f1")
        assert refused(game, "XO g1 h1", seat=1).rule == "RECORD"
        assert game.legal_texts(1) == []


def no_five_tiles() -> list[str]:
    """Return 60 tiles that never make a line of three.

    Fifty cover the board in rows of five: X O X O …, in rows 3, 4, 7 and 8 O X O X …
    Along a row the symbols alternate; a column reads X X O O X X O O, a diagonal X O O X X O O X
    or the same shifted. Ten more bridge two tiles of rows 1 to 3 and repeat what they cover.
    """
    lower = []
    for row in range(1, 11):
        tile = "OX" if row in (3, 4, 7, 8) else "XO"
        lower += [f"{tile} {a}{row} {b}{row}" for a, b in ("ab", "cd", "ef", "gh", "ij")]
    upper = [f"OX {a}{row} {b}{row}" for row in (1, 2) for a, b in ("bc", "de", "fg", "hi")]
    return [*lower, *upper, "XO b3 c3", "XO d3 e3"]


class TestDraws:
    def test_ex_9_no_tile_left_is_a_draw(self) -> None:
        tiles = no_five_tiles()
        game = game_after(*tiles[:-1])
        assert not game.over
        assert GAME.public(position_of(game), 0)["left"] == 1
        game.play(tiles[-1])
        assert game.result is not None
        assert game.result.places == (1, 1)
        assert game.result.reason == "no tile"
        assert game.scores == [[0], [0]]

    def test_ex_9_the_last_tile_may_still_win(self) -> None:
        """Rows 9 and 10 read X O X O X O X O X O, also after four tiles have bridged each.

        Two vertical tiles then put an O on c10 and on e10, where an X was, and leave c9 and
        e9 as they are: with the second, which is the sixtieth tile, b10 to f10 are five O.
        """
        lower = no_five_tiles()[:50]
        bridges = [f"OX {a}{row} {b}{row}" for row in (9, 10) for a, b in ("bc", "de", "fg", "hi")]
        upper = [*bridges, "XO c9 c10", "XO e9 e10"]
        game = game_after(*lower, *upper)
        assert game.result is not None
        assert game.events[-1].seat == 1
        assert game.result.places == (2, 1)
        assert game.result.reason == "five"

    def test_ex_9_no_place_left_is_a_draw(self) -> None:
        """Fourteen tiles after which neighbours of equal height belong to one tile.

        5 | 1 . 2 1 .      The equal neighbours are a1 a2, b2 c2, d2 d3, e2 e3 and b4 c4,
        4 | 2 3 3 . 1      and each of these pairs is one tile. Only row 2 has no empty
        3 | . 1 . 1 2      square, so only there could five be seen, and it shows
        2 | 1 2 2 1 2      O X O X X.
        1 | 1 . 1 . 1
            a b c d e
        """
        first_level = (
            *("XO e1 e2", "XO b4 c4", "XO a4 a5", "XO c5 d5", "XO c1 c2"),
            *("XO e3 e4", "XO b2 b3", "XO d2 d3", "XO a1 a2"),
        )
        second_level = ("XO b2 c2", "XO e2 e3", "XO c4 c5", "XO a4 b4")
        game = game_after(*first_level, *second_level, size=5)
        assert game.legal_texts() == ["OX b4 c4", "XO b4 c4"]
        game.play("XO b4 c4")
        assert game.result is not None
        assert game.result.places == (1, 1)
        assert game.result.reason == "no place"


class TestCounting:
    def test_first_moves_and_pairs_of_moves_on_the_usual_board(self) -> None:
        """A 10 × 10 board has 2 · 10 · 9 = 180 pairs of squares, so 360 first moves.

        After a tile on squares a and b, a second may not lie on the same pair (it would cover
        one tile wholly) nor on a pair with just one of them (heights differ): what is gone is
        n(a) + n(b) − 1 pairs, n(s) being the number of neighbours of s. Summed over all pairs:
        180 · 181 − Σ n(s)², for every square is in n(s) pairs; Σ n² = 4 · 4 + 32 · 9 + 64 · 16
        = 1328. So 31,252 ordered pairs of pairs, and 4 · 31,252 = 125,008 with the tiles' two
        directions.
        """
        first = ENGINE.first_position(2, 0, 10)
        moves = ENGINE.moves(first, 0).tolist()
        total = 0
        for move in moves:
            second = first.copy()
            KERNELS.play(second, 0, move)
            total += len(ENGINE.moves(second, 1))
        assert (len(moves), total) == (360, 125_008)

    def test_listed_moves_are_those_that_are_not_refused(self) -> None:
        game = game_after(*FOUR, "OX b1 c1", "XO b2 c2", size=5)
        position = position_of(game)
        every = range(GAME.most_moves // 2, 3 * GAME.most_moves // 2)
        allowed = [move for move in every if KERNELS.refusal(position, 0, move) == 0]
        assert sorted(ENGINE.moves(position, 0).tolist()) == allowed

    def test_sampled_moves_are_the_legal_ones(self) -> None:
        position = position_of(game_after(*no_five_tiles()[:10], size=10))
        random = random_state(1).data
        legal = set(ENGINE.moves(position, 0).tolist())
        drawn = [KERNELS.sample_move(position, 0, random) for _ in range(20 * len(legal))]
        assert set(drawn) == legal


class TestDescriptions:
    def test_explain_names_the_line_and_the_winner(self) -> None:
        explanation = game_after(*FOUR).explain("XO e1 f1")
        assert explanation.lines == (Line("X", ("a1", "b1", "c1", "d1", "e1")),)
        assert (explanation.ends, explanation.winner) == ("five", 0)

    def test_explain_shows_both_lines_when_both_have_five(self) -> None:
        explanation = game_after(*FOUR).explain("XO e1 e2")
        assert explanation.lines == (
            Line("X", ("a1", "b1", "c1", "d1", "e1")),
            Line("O", ("a2", "b2", "c2", "d2", "e2")),
        )
        assert (explanation.ends, explanation.winner) == ("both five", 1)

    def test_explain_says_nothing_of_shorter_lines(self) -> None:
        explanation = game_after("XO a1 a2").explain("XO b1 b2")
        assert (explanation.lines, explanation.ends, explanation.winner) == ((), "", None)

    def test_explain_tells_of_a_draw(self) -> None:
        explanation = game_after(*no_five_tiles()[:-1]).explain("XO d3 e3")
        assert (explanation.ends, explanation.winner) == ("no tile", None)

    def test_consequences_are_the_longest_lines_through_the_tile(self) -> None:
        """After four X and four O, seat 0 to move.

        e1 e2 makes both five; e1 f1 gives X five and an O alone beside it; e2 e1 has the X in
        row 2, next to d1 on a diagonal (two), and its O in row 1, next to d2 (two); far away
        it is one and one. On b1 c1, O X: the X of c1 joins d1 (two), the O of b1 stands below
        a2, b2, c2 (two).
        """
        position = position_of(game_after(*FOUR))
        texts = ["XO e1 e2", "XO e1 f1", "OX e1 e2", "XO h8 h9", "OX b1 c1"]
        moves = np.array([GAME.move_number(text) for text in texts], dtype=np.int32)
        before = position.tobytes()
        rows = ENGINE.consequences(position, 0, moves)
        assert GAME.consequence_names == ("line", "opponent_line")
        assert rows.tolist() == [[5, 5], [5, 1], [2, 2], [1, 1], [2, 2]]
        assert position.tobytes() == before

    def test_consequences_turn_around_for_seat_1(self) -> None:
        position = position_of(game_after(*FOUR, ELSEWHERE))
        moves = np.array([GAME.move_number("XO e1 f1")], dtype=np.int32)
        assert ENGINE.consequences(position, 1, moves).tolist() == [[1, 5]]

    def test_everybody_sees_everything(self) -> None:
        game = game_after("XO a1 a2", size=5)
        position = position_of(game)
        seen = GAME.public(position, -1)
        assert seen == GAME.public(position, 0) == GAME.public(position, 1)
        assert seen["cells"] == {"a1": "X1", "a2": "O1"}
        assert seen["scores"] == [[0], [0]]
        assert view(game)["hands"] == [{"tiles": [], "hidden": 0}] * 2
        assert seen["left"] == 59
        assert sorted(seen["area"]) == [f"{c}{r}" for c in "abcde" for r in range(1, 6)]

    def test_the_order_of_moves_does_not_matter_to_the_position(self) -> None:
        one = game_after("XO a1 a2", "XO b1 b2", "OX d4 d5", "OX a1 b1")
        other = game_after("OX d4 d5", "XO b1 b2", "XO a1 a2", "OX a1 b1")
        assert one.position == other.position


class TestNotation:
    def test_the_halves_may_be_written_in_either_order(self) -> None:
        assert GAME.move_number("OX e6 e5") == GAME.move_number("XO e5 e6")
        assert GAME.move_text(GAME.move_number("OX f5 e5")) == "XO e5 f5"

    @pytest.mark.parametrize(
        "text",
        [
            *("", "XO", "XO e5", "XO e5 f5 ", " XO e5 f5", "XO  e5 f5", "xo e5 f5", "XO E5 F5"),
            *("XO e05 f5", "XO e5 f5 g5", "XY e5 f5", "X e5 f5", "XOX e5 f5", "XO a0 a1"),
            *("swap", "keep", "XO\te5\tf5", "XO e5,f5"),
        ],
    )
    def test_the_text_is_exact(self, text: str) -> None:
        assert refused(Game("exo"), text).rule == "RECORD"

    def test_there_is_no_chance(self) -> None:
        game = Game("exo")
        assert not game.chance_due
        with pytest.raises(Refusal) as caught:
            game.play_chance("draw XO")
        assert caught.value.rule == "RECORD"
        with pytest.raises(ValueError, match="no chance"):
            GAME.outcome_text(0)
        assert KERNELS.chance_seat(position_of(game)) == -1
        assert ENGINE.outcomes(position_of(game))[0].size == 0
