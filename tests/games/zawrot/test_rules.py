"""Kolorowy zawrót głowy by its rulebook: expected values were worked out by hand from the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kafelki.games.zawrot import texts as texts_of
from kafelki.games.zawrot.kernels import OVER, TILES, see
from kafelki.games.zawrot.rules import GAME
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import random_state
from kafelki.play.game import Game, Refusal
from kafelki.rules.contract import ALL_PLACED, Line
from kafelki.rules.engine import Engine

KERNELS = GAME.kernels
ENGINE = Engine(GAME)


def set_up(bank: str, start: str, *hands: str) -> Game:
    """Return a game that was dealt these tiles."""
    game = Game("zawrot", players=len(hands))
    for tile in bank.split():
        game.play_chance(f"bank {tile}")
    game.play_chance(f"start {start}")
    for hand in hands:
        for tile in hand.split():
            game.play_chance(f"draw {tile}")
    return game


def game_after(start: str, *placements: str, hold: str = "", players: int = 2) -> Game:
    """Return the game after these placements, one a turn; `hold` are the next tiles to place.

    It is dealt so that everybody has what they need: with n players the first 3n tiles are
    drawn, and placement k is followed by taking from the bank what placement k + 3n needs.
    """
    order = [*(text.split()[0] for text in placements), *hold.split()]
    order += [tile for tile in TILES if tile != start and tile not in order]
    later = order[3 * players :]
    hands = [" ".join(order[seat : 3 * players : players]) for seat in range(players)]
    game = set_up(" ".join(later[:3]), start, *hands)
    for number, text in enumerate(placements):
        game.play(text)
        if number < len(later):
            game.play(f"take {later[number]}")
        if number + 3 < len(later):
            game.play_chance(f"bank {later[number + 3]}")
    return game


def position_of(game: Game) -> Position:
    return np.frombuffer(game.position.data, dtype=np.uint8).copy()


def refused(game: Game, move: str, seat: int | None = None) -> Refusal:
    before = game.position
    with pytest.raises(Refusal) as caught:
        game.play(move, seat=seat)
    assert game.position == before
    return caught.value


def squares_for(game: Game, tile: str) -> set[str]:
    """Return where the seat to act may place a tile."""
    return {text.split()[1] for text in game.legal_texts() if text.split()[0] == tile}


# All tiles in an order in which no two neighbours are alike: Ys Rf Oh Vu Gp Bn, then each
# round of the colours one shape further, Yf Rh Ou Vp Gn Bs, …, to Yn Rs Of Vh Gu Bp.
UNLIKE = [
    colour + "sfhupn"[(k + turn) % 6] for turn in range(6) for k, colour in enumerate("YROVGB")
]


def in_a_row(tiles: list[str], players: int = 2, x: int = 1, y: int = 0, placed: int = 35) -> Game:
    """Return the game in which tiles are placed one after the other in one direction."""
    placements = [f"{tile} {k * x},{k * y}" for k, tile in enumerate(tiles)]
    return game_after(
        tiles[0], *placements[1 : placed + 1], hold=" ".join(tiles[placed + 1 :]), players=players
    )


class TestTilesAndSetUp:
    def test_zg_1_six_colours_in_six_shapes_once_each(self) -> None:
        outcomes = Game("zawrot", players=2).chance_outcomes()
        assert list(outcomes) == [
            f"bank {colour}{shape}" for colour in "YROVGB" for shape in "sfhupn"
        ]
        assert set(outcomes.values()) == {1}

    def test_zg_1_polish_colours_agree_with_shapes(self) -> None:
        look = GAME.appearance
        shapes = list(look.shapes.values())
        named = [
            [f"{colour.before(shape).pl} {shape.name.pl}" for shape in shapes]
            for colour in look.colours.values()
        ]
        for row, words in zip(
            named,
            [
                "żółta gwiazda, żółty kwiat, żółte serce, "
                "żółte słońce, żółta spirala, żółta śnieżynka",
                "czerwona gwiazda, czerwony kwiat, czerwone serce, "
                "czerwone słońce, czerwona spirala, czerwona śnieżynka",
                "pomarańczowa gwiazda, pomarańczowy kwiat, pomarańczowe serce, "
                "pomarańczowe słońce, pomarańczowa spirala, pomarańczowa śnieżynka",
                "fioletowa gwiazda, fioletowy kwiat, fioletowe serce, "
                "fioletowe słońce, fioletowa spirala, fioletowa śnieżynka",
                "zielona gwiazda, zielony kwiat, zielone serce, "
                "zielone słońce, zielona spirala, zielona śnieżynka",
                "niebieska gwiazda, niebieski kwiat, niebieskie serce, "
                "niebieskie słońce, niebieska spirala, niebieska śnieżynka",
            ],
            strict=True,
        ):
            assert row == words.split(", ")
        assert {c.before(s).en for c in look.colours.values() for s in shapes} == {
            *("yellow", "red", "orange", "violet", "green", "blue")
        }

    def test_zg_1_no_tile_comes_twice(self) -> None:
        game = Game("zawrot", players=2)
        game.play_chance("bank Ys")
        with pytest.raises(Refusal) as caught:
            game.play_chance("bank Ys")
        assert caught.value.rule == "ZG-8"
        game.play_chance("bank Yf")
        game.play_chance("bank Yh")
        with pytest.raises(Refusal) as caught:
            game.play_chance("start Ys")
        assert caught.value.rule == "ZG-2"
        game.play_chance("start Bn")
        with pytest.raises(Refusal) as caught:
            game.play_chance("draw Bn")
        assert caught.value.rule == "ZG-2"

    @pytest.mark.parametrize(("players", "stack"), [(2, 26), (3, 23), (4, 20)])
    def test_zg_2_three_in_the_bank_one_on_the_table_three_a_hand(
        self, players: int, stack: int
    ) -> None:
        hands = ["Yu Ys Yf", "Rs Rf Ru", "On Op Of", "Vs Vf Vh"][:players]
        game = set_up("Bh Bs Bf", "Gs", *hands)
        assert game.cells == {"0,0": "Gs"}
        in_list_order = [["Ys", "Yf", "Yu"], ["Rs", "Rf", "Ru"], ["Of", "Op", "On"]]
        assert game.hands[:3] == in_list_order[:players]
        seen = GAME.public(position_of(game), -1)
        assert (seen["bank"], seen["stack"]) == (["Bs", "Bf", "Bh"], stack)
        assert game.to_act == (0,)

    def test_zg_2_the_order_of_set_up(self) -> None:
        game = set_up("Ys Yf Yh", "Yu", "Rs Rf Rh", "Os Of Oh", "Vs Vf Vh")
        words = [(event.text.split()[0], event.seat) for event in game.events]
        draws = [("draw", seat) for seat in (0, 0, 0, 1, 1, 1, 2, 2, 2)]
        assert words == [("bank", -1)] * 3 + [("start", -1)] + draws

    def test_zg_2_set_up_in_another_order_is_refused(self) -> None:
        game = Game("zawrot", players=2)
        with pytest.raises(Refusal) as caught:
            game.play_chance("start Ys")
        assert caught.value.rule == "RECORD"

    @pytest.mark.parametrize("players", [1, 5])
    def test_two_to_four_play(self, players: int) -> None:
        with pytest.raises(Refusal):
            Game("zawrot", players=players)


class TestTable:
    @pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
    def test_zg_3_the_table_has_no_edges(self, x: int, y: int) -> None:
        """All 36 tiles in one line away from the start; none are alike, so nobody scores."""
        game = in_a_row(UNLIKE, x=x, y=y)
        assert game.cells == {f"{k * x},{k * y}": tile for k, tile in enumerate(UNLIKE)}
        assert game.over
        assert game.scores == [[0], [0]]

    def test_zg_3_a_tile_far_out_still_has_three_free_sides(self) -> None:
        game = in_a_row(UNLIKE, placed=34)
        assert {"35,0", "34,1", "34,-1", "-1,0"} <= squares_for(game, "Bp")
        assert len(squares_for(game, "Bp")) == 2 * 35 + 2

    def test_zg_3_x_goes_right_and_y_up(self) -> None:
        """A diagonal to the upper right is x and y growing together."""
        game = game_after("Yh", "Rs 1,0", "Oh 1,1", "Vf 2,1", hold="Gh")
        assert game.explain("Gh 2,2").lines == (Line("h", ("0,0", "1,1", "2,2")),)


class TestPlacing:
    def test_zg_4_figure_1_four_places_around_the_start(self) -> None:
        game = set_up("Ys Yf Yh", "Yu", "Rs Of Vh", "Gs Gf Gh")
        around = ("-1,0", "0,-1", "0,1", "1,0")
        assert game.legal_texts() == sorted(
            f"{tile} {square}" for tile in ("Rs", "Of", "Vh") for square in around
        )

    def test_zg_4_figure_2_places_later_in_the_game(self) -> None:
        """Around an L of 0,0 1,0 1,1 there are seven places; 0,1 touches two tiles."""
        game = game_after("Ys", "Rf 1,0", "Oh 1,1", hold="Vu")
        assert squares_for(game, "Vu") == {"-1,0", "0,1", "0,-1", "1,-1", "2,0", "2,1", "1,2"}

    def test_zg_4_colour_and_shape_need_not_match(self) -> None:
        game = game_after("Ys", "Rf 1,0")
        assert game.cells == {"0,0": "Ys", "1,0": "Rf"}
        assert game.scores == [[0], [0]]

    def test_zg_4_the_tile_comes_from_the_hand(self) -> None:
        game = set_up("Ys Yf Yh", "Yu", "Rs Of Vh", "Gs Gf Gh")
        for not_held in ("Gs", "Ys", "Yu", "Bn"):
            refusal = refused(game, f"{not_held} 1,0")
            assert refusal.rule == "ZG-4"
            assert "hand" in str(refusal)

    def test_zg_4_one_tile_lies_on_a_square(self) -> None:
        refusal = refused(set_up("Ys Yf Yh", "Yu", "Rs Of Vh", "Gs Gf Gh"), "Rs 0,0")
        assert refusal.rule == "ZG-4"
        assert "already" in str(refusal)

    @pytest.mark.parametrize("square", ["1,1", "-1,1", "2,0", "0,-2", "35,35", "-35,-35"])
    def test_zg_4_it_must_touch_a_tile_by_a_side(self, square: str) -> None:
        refusal = refused(set_up("Ys Yf Yh", "Yu", "Rs Of Vh", "Gs Gf Gh"), f"Rs {square}")
        assert refusal.rule == "ZG-4"
        assert "side" in str(refusal)

    @pytest.mark.parametrize(
        "square", ["36,0", "0,-36", "-99,1", "0,123456789012345678901234567890"]
    )
    def test_zg_4_no_tile_ever_gets_further_than_35(self, square: str) -> None:
        assert (
            refused(set_up("Ys Yf Yh", "Yu", "Rs Of Vh", "Gs Gf Gh"), f"Rs {square}").rule == "ZG-4"
        )

    def test_zg_4_far_away_is_not_around_the_corner(self) -> None:
        """37 squares on, nothing lies next to the tiles at 0,0 and −1,0."""
        game = game_after("Ys", "Rf -1,0", hold="Oh")
        for square in ("35,0", "34,0", "0,35", "-1,-35"):
            refusal = refused(game, f"Oh {square}")
            assert refusal.rule == "ZG-4"
            assert "side" in str(refusal)
        assert "-2,0" in squares_for(game, "Oh")
        further = game_after("Ys", "Rf -1,0", "Oh -2,0", hold="Vu")
        assert "side" in str(refused(further, "Vu 35,0"))


class TestLines:
    def test_zg_5_colour_and_shape_do_not_mix_in_a_line(self) -> None:
        """Ys Yf Rf: two of a colour, two of a shape, no three of either."""
        assert game_after("Ys", "Yf 1,0", "Rf 2,0").scores == [[0], [0]]

    def test_zg_5_a_line_has_no_gap(self) -> None:
        """Y . Y with an empty square between, then Y R Y Y: never three next to each other."""
        game = game_after("Ys", "Rf 0,1", "Oh 1,1", "Vu 2,1", "Yf 2,0", "Rn 1,0", "Yp 3,0")
        assert game.scores == [[0], [0]]

    def test_zg_5_a_bent_line_is_none(self) -> None:
        """Three yellow around a corner."""
        assert game_after("Ys", "Yf 1,0", "Yh 1,1").scores == [[0], [0]]

    def test_zg_6_two_are_not_enough(self) -> None:
        assert game_after("Ys", "Yf 1,0").scores == [[0], [0]]

    def test_zg_6_figure_3a_the_third_yellow_in_a_row(self) -> None:
        game = game_after("Ys", "Yf 1,0", hold="Yh")
        assert game.explain("Yh 2,0").lines == (Line("Y", ("0,0", "1,0", "2,0")),)
        game.play("Yh 2,0")
        assert game.scores == [[0], [1]]

    def test_zg_6_figure_3b_the_third_star_in_a_column(self) -> None:
        game = game_after("Ys", "Rs 0,1", hold="Os")
        assert game.explain("Os 0,2").lines == (Line("s", ("0,0", "0,1", "0,2")),)
        game.play("Os 0,2")
        assert game.scores == [[0], [1]]

    def test_zg_6_figure_3c_the_third_heart_on_a_diagonal(self) -> None:
        game = game_after("Yh", "Rs 1,0", "Oh 1,1", "Vf 2,1", "Gh 2,2")
        assert game.scores == [[0], [1]]

    def test_zg_6_the_other_diagonal_counts_too(self) -> None:
        game = game_after("Yh", "Rs -1,0", "Oh -1,1", "Vf -2,1", hold="Gh")
        assert game.explain("Gh -2,2").lines == (Line("h", ("-2,2", "-1,1", "0,0")),)
        game.play("Gh -2,2")
        assert game.scores == [[0], [1]]

    def test_zg_6_the_third_may_come_between_the_two(self) -> None:
        game = game_after("Ys", "Rf 0,1", "Oh 1,1", "Vu 2,1", "Yn 2,0", hold="Yp")
        assert game.explain("Yp 1,0").lines == (Line("Y", ("0,0", "1,0", "2,0")),)
        game.play("Yp 1,0")
        assert game.scores == [[1], [0]]

    def test_zg_6_figure_4_two_points_at_once(self) -> None:
        """The violet flower is the third flower in its column, the third violet in its row."""
        moves = ("Vh 1,0", "On 1,1", "Yf 2,1", "Rf 2,2")
        game = game_after("Vs", *moves, hold="Vf")
        explanation = game.explain("Vf 2,0")
        assert set(explanation.lines) == {
            Line("V", ("0,0", "1,0", "2,0")),
            Line("f", ("2,0", "2,1", "2,2")),
        }
        assert explanation.points == {"lines": 2}
        game.play("Vf 2,0")
        assert game.scores == [[2], [0]]

    def test_zg_6_three_points_at_once(self) -> None:
        """As in figure 4, and the third violet on the diagonal 0,2 1,1 2,0 as well."""
        moves = ("Vh 1,0", "Vn 1,1", "Yf 2,1", "On 1,2", "Rf 2,2", "Vp 0,2")
        game = game_after("Vs", *moves, hold="Vf")
        assert game.scores == [[0], [0]]
        assert Line("V", ("0,2", "1,1", "2,0")) in game.explain("Vf 2,0").lines
        game.play("Vf 2,0")
        assert game.scores == [[3], [0]]

    def test_zg_6_alek_gets_a_point_for_the_third_star(self) -> None:
        """The rulebook's second example, after its first: Feliks, then Alek."""
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu", "Vs Gu Bh")
        game.play("Ys 1,0")
        game.play("take Rf")
        game.play_chance("bank Vn")
        game.play("Os 2,0", seat=1)
        assert game.scores == [[0], [1], [0]]
        game.play("take Yh", seat=1)
        assert game.hands[1] == ["Yh", "Gp", "Bu"]
        game.play_chance("bank Oh")
        assert GAME.public(position_of(game), 2)["bank"] == ["Oh", "Vn", "Gn"]
        assert game.to_act == (2,)


class TestFourths:
    @pytest.mark.parametrize("square", ["3,0", "-1,0"])
    def test_zg_7_figure_5a_no_fourth_yellow_in_a_row(self, square: str) -> None:
        game = game_after("Ys", "Yf 1,0", "Yh 2,0", hold="Yu")
        refusal = refused(game, f"Yu {square}")
        assert refusal.rule == "ZG-7"
        assert "colour" in str(refusal)
        assert "koloru" in refusal.in_language("pl")

    @pytest.mark.parametrize("square", ["0,3", "0,-1"])
    def test_zg_7_figure_5b_no_fourth_sun_in_a_column(self, square: str) -> None:
        game = game_after("Yu", "Ru 0,1", "Ou 0,2", hold="Vu")
        refusal = refused(game, f"Vu {square}")
        assert refusal.rule == "ZG-7"
        assert "shape" in str(refusal)
        assert "kształtu" in refusal.in_language("pl")

    def test_zg_7_figure_5c_no_fourth_heart_on_a_diagonal(self) -> None:
        moves = ("Rs 1,0", "Oh 1,1", "Vf 2,1", "Gh 2,2", "Bn 3,2")
        assert refused(game_after("Yh", *moves, hold="Vh"), "Vh 3,3").rule == "ZG-7"

    def test_zg_7_kasia_may_not_add_a_violet_star_to_three_stars_or_three_violet(self) -> None:
        """Three stars lie to the right of the start, three violet tiles below it.

        13 squares touch a tile; the ends of the stars (−1,0 and 3,0) and the lower end of the
        violet (0,−4) are forbidden, so she has ten left and takes one of them.
        """
        moves = ("Rs 1,0", "Vf 0,-1", "Os 2,0", "Vh 0,-2", "Vu 0,-3")
        game = game_after("Ys", *moves, hold="Vs")
        assert game.scores == [[2], [0]]  # the third star and the third violet, both by seat 0
        for square in ("-1,0", "3,0"):
            refusal = refused(game, f"Vs {square}")
            assert refusal.rule == "ZG-7"
            assert "shape" in str(refusal)
        refusal = refused(game, "Vs 0,-4")
        assert refusal.rule == "ZG-7"
        assert "colour" in str(refusal)
        beside = {"0,1", "1,1", "2,1", "1,-1", "2,-1", "-1,-1", "1,-2", "-1,-2", "1,-3", "-1,-3"}
        assert squares_for(game, "Vs") == beside
        game.play("Vs 2,1")
        assert game.cells["2,1"] == "Vs"

    def test_zg_7_two_and_one_may_not_be_joined(self) -> None:
        """Y Y . Y: a fourth between them."""
        moves = ("Yf 1,0", "Rn 1,1", "Gp 2,1", "Bf 3,1", "Yh 3,0")
        game = game_after("Ys", *moves, hold="Yu")
        assert refused(game, "Yu 2,0").rule == "ZG-7"
        assert "4,0" in squares_for(game, "Yu")  # there it is the second

    def test_zg_7_two_and_two_may_not_be_joined(self) -> None:
        """Hearts h h . h h: a fifth between them; another shape may go there."""
        moves = ("Rh 1,0", "Rn 1,1", "Gp 2,1", "Bf 3,1", "Oh 3,0", "Vh 4,0")
        game = game_after("Yh", *moves, hold="Gh")
        assert game.scores == [[0], [0]]
        assert refused(game, "Gh 2,0").rule == "ZG-7"
        assert "2,0" in {text.split()[1] for text in game.legal_texts()}

    def test_zg_7_three_in_a_line_do_not_forbid_what_lies_beside_them(self) -> None:
        """A yellow tile above or below three yellow ones, at none of their ends, is allowed."""
        game = game_after("Ys", "Yf 1,0", "Yh 2,0", hold="Yu")
        assert squares_for(game, "Yu") == {"0,1", "1,1", "2,1", "0,-1", "1,-1", "2,-1"}

    def test_zg_7_points_elsewhere_do_not_excuse_a_fourth(self) -> None:
        """At 3,0 Yh would be the third heart in the column, but the fourth yellow in the row."""
        moves = ("Yf 1,0", "Yn 2,0", "Rp 2,1", "Oh 3,1", "Vh 3,2")
        assert refused(game_after("Ys", *moves, hold="Yh"), "Yh 3,0").rule == "ZG-7"


class TestBank:
    def test_zg_8_feliks_places_takes_and_fills_up(self) -> None:
        """The rulebook's first example: a yellow star placed, a red flower taken."""
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu", "Vs Gu Bh")
        game.play("Ys 1,0")
        assert game.to_act == (0,)
        assert game.legal_texts() == ["take Gn", "take Rf", "take Yh"]
        game.play("take Rf")
        assert game.hands[0] == ["Rf", "Gf", "Bp"]
        assert game.chance_due
        assert game.chance_seat is None
        assert GAME.public(position_of(game), -1)["bank"] == ["Yh", "Gn"]
        game.play_chance("bank Vn")
        assert GAME.public(position_of(game), -1)["bank"] == ["Yh", "Vn", "Gn"]
        assert game.to_act == (1,)

    def test_zg_8_only_what_is_in_the_bank_can_be_taken(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        game.play("Ys 1,0")
        for tile in ("Gf", "Os", "Bs", "Ys", "Vn"):
            refusal = refused(game, f"take {tile}")
            assert refusal.rule == "ZG-8"
            assert "bank" in str(refusal)

    def test_zg_8_first_place_then_take(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        assert refused(game, "take Rf").rule == "ZG-8"
        game.play("Ys 1,0")
        assert refused(game, "Gf 2,0").rule == "ZG-8"

    def test_zg_8_the_bank_is_filled_from_the_stack_only(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        game.play("Ys 1,0")
        game.play("take Rf")
        for out_already in ("Rf", "Yh", "Bs", "Os"):
            with pytest.raises(Refusal) as caught:
                game.play_chance(f"bank {out_already}")
            assert caught.value.rule == "ZG-8"
        assert len(game.chance_outcomes()) == 26

    def test_zg_8_an_empty_stack_fills_no_bank_and_an_empty_bank_gives_no_tile(self) -> None:
        """Two players: a stack of 26 fills the bank 26 times, then it goes 3, 2, 1, 0."""
        game = in_a_row(UNLIKE, placed=26)
        assert GAME.public(position_of(game), -1)["stack"] == 0
        for number, left in ((27, 2), (28, 1), (29, 0)):
            seat = game.to_act[0]
            game.play(f"{UNLIKE[number]} {number},0")
            assert game.to_act == (seat,)
            game.play(game.legal_texts()[0])
            assert not game.chance_due
            assert game.to_act == (1 - seat,)
            assert len(GAME.public(position_of(game), -1)["bank"]) == left
        assert [len(hand) for hand in game.hands] == [3, 3]
        seat = game.to_act[0]
        game.play(game.legal_texts()[0])
        assert game.to_act == (1 - seat,)
        assert len(game.hands[seat]) == 2
        assert all(not text.startswith("take") for text in game.legal_texts())

    @pytest.mark.parametrize(("players", "takes"), [(2, 29), (3, 26), (4, 23)])
    def test_zg_8_everything_but_the_start_and_the_first_hands_comes_from_the_bank(
        self, players: int, takes: int
    ) -> None:
        """36 tiles less one start less 3 a player: 29, 26, 23, all of which lie in the bank."""
        texts = [event.text.split()[0] for event in in_a_row(UNLIKE, players=players).events]
        assert texts.count("take") == texts.count("bank") == takes

    def test_seats_move_only_in_turn(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        assert refused(game, "Os 1,0", seat=1).rule == "RECORD"
        game.play("Ys 1,0")
        assert refused(game, "take Rf", seat=1).rule == "RECORD"
        game.play("take Rf")
        assert refused(game, "Gf 2,0", seat=0).rule == "RECORD"


def places(*points: int) -> tuple[int, ...]:
    """Return the places at the end of a game with these points."""
    position = ENGINE.first_position(len(points), 0, 0)
    s = see(position)
    s.phase = OVER
    for seat, number in enumerate(points):
        s.points[seat] = number
    reason, ranks = ENGINE.result(position, len(points))
    assert reason == ALL_PLACED
    return ranks


class TestEnd:
    def test_zg_9_the_game_ends_when_all_tiles_are_placed(self) -> None:
        game = in_a_row(UNLIKE, placed=34)
        assert not game.over
        assert game.result is None
        game.play("Bp 35,0")
        assert game.over
        assert game.to_act == ()
        assert game.hands == [[], []]
        assert game.result is not None
        assert game.result.reason == "all placed"
        assert refused(game, "Bp 36,0", seat=0).rule == "ZG-4"
        assert refused(game, "Bp 0,1", seat=0).rule == "RECORD"

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_zg_9_equal_points_share(self, players: int) -> None:
        game = in_a_row(UNLIKE, players=players)
        assert game.result is not None
        assert game.result.places == (1,) * players

    @pytest.mark.parametrize(("players", "ranks"), [(2, (2, 1)), (3, (2, 1, 2)), (4, (2, 1, 2, 1))])
    def test_zg_9_most_points_win(self, players: int, ranks: tuple[int, ...]) -> None:
        """Ys Yf Yh, then tiles that are not alike: one point, for the second placement."""
        yellow = ["Ys", "Yf", "Yh"]
        game = in_a_row([*yellow, *(t for t in UNLIKE if t not in yellow)], players=players)
        assert [points for (points,) in game.scores] == [0, 1, 0, 0][:players]
        assert game.result is not None
        assert game.result.places == ranks

    def test_zg_9_places_count_those_who_are_better(self) -> None:
        assert places(3, 5) == (2, 1)
        assert places(4, 4, 2) == (1, 1, 3)
        assert places(1, 3, 2) == (3, 1, 2)
        assert places(0, 7, 7) == (3, 1, 1)

    def test_zg_10_partners_add_their_points(self) -> None:
        """Three threes in one row: placements 1, 4 and 10 complete them (counted from 0).

        They belong to seats 1, 0 and 2: one point each, so seats 0 and 2 have two together.
        After them no two neighbours are alike.
        """
        threes = ["Ys", "Yf", "Yh", "Ru", "Rp", "Rn", "Gs", "Of", "Bh", "Vu", "Vp", "Vs"]
        game = in_a_row([*threes, *(t for t in UNLIKE if t not in threes)], players=4)
        assert game.scores == [[1], [1], [1], [0]]
        assert game.result is not None
        assert game.result.places == (1, 2, 1, 2)

    def test_zg_10_only_the_sums_decide(self) -> None:
        assert places(0, 5, 9, 3) == (1, 2, 1, 2)
        assert places(4, 5, 4, 4) == (2, 1, 2, 1)
        assert places(6, 1, 0, 5) == (1, 1, 1, 1)

    def test_zg_10_with_four_players_it_is_always_teams(self) -> None:
        teams = {seating.players: seating.teams for seating in GAME.seatings}
        assert teams == {2: False, 3: False, 4: True}


class TestWhatIsKnown:
    def test_zg_2_hands_are_hidden(self) -> None:
        """29 tiles are out of sight of seat 0: the stack of 26 and the other's three."""
        position = position_of(set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu"))
        mine = GAME.public(position, 0)
        assert mine["hands"] == [
            {"tiles": ["Ys", "Gf", "Bp"], "hidden": 0},
            {"tiles": [], "hidden": 3},
        ]
        assert len(mine["unseen"]) == 29
        assert {"Os", "Gp", "Bu"} <= set(mine["unseen"])
        assert not {"Ys", "Gf", "Bp", "Rf", "Yh", "Gn", "Bs"} & set(mine["unseen"])
        assert len(GAME.public(position, -1)["unseen"]) == 32

    def test_zg_10_partners_do_not_see_each_other_s_tiles(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu", "Vs Vf Vh", "Rs Ru Rn")
        assert GAME.public(position_of(game), 0)["hands"][2] == {"tiles": [], "hidden": 3}

    def test_zg_8_everybody_sees_what_is_taken_until_it_is_placed(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        for event in ("Ys 1,0", "take Rf"):
            game.play(event)
        seen = GAME.public(position_of(game), 1)
        assert seen["hands"][0] == {"tiles": ["Rf"], "hidden": 2}
        assert "Rf" not in seen["unseen"]
        game.play_chance("bank Vn")
        for event in ("Os 0,1", "take Yh"):
            game.play(event)
        game.play_chance("bank Vu")
        game.play("Rf 2,0")
        seen = GAME.public(position_of(game), -1)
        assert seen["hands"] == [{"tiles": [], "hidden": 2}, {"tiles": ["Yh"], "hidden": 2}]
        assert seen["cells"] == {"0,0": "Bs", "1,0": "Ys", "0,1": "Os", "2,0": "Rf"}

    def test_what_a_viewer_cannot_know_changes_nothing_for_them(self) -> None:
        one = position_of(set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu"))
        other = position_of(set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Vs Vf Vh"))
        assert repr(GAME.public(one, 0)) == repr(GAME.public(other, 0))
        assert repr(GAME.public(one, -1)) == repr(GAME.public(other, -1))
        assert GAME.public(one, 1) != GAME.public(other, 1)

    def test_only_what_is_listed_is_told(self) -> None:
        position = position_of(set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu"))
        assert set(GAME.public(position, 0)) == {
            *("scores", "cells", "hands", "bank", "stack", "unseen")
        }

    def test_the_order_of_events_does_not_matter_to_the_position(self) -> None:
        """Seat 0 places Ys and Gf in either order, and everything was drawn in another order."""
        final = []
        for first, second, game in (
            ("Ys 1,0", "Gf -1,0", set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")),
            ("Gf -1,0", "Ys 1,0", set_up("Gn Yh Rf", "Bs", "Bp Ys Gf", "Bu Os Gp")),
        ):
            game.play(first)
            game.play("take Rf")
            game.play_chance("bank Vn")
            game.play("Os 0,1")
            game.play("take Yh")
            game.play_chance("bank Vu")
            game.play(second)
            final.append(game.position)
        assert final[0] == final[1]


class TestDescriptions:
    def test_consequences_tell_points_and_kinds_of_lines(self) -> None:
        """Figure 4 again: Vf scores a row of violet and a column of flowers at 2,0.

        At 2,3 it is the third flower, above the two; at 0,1 nothing.
        """
        game = game_after("Vs", "Vh 1,0", "On 1,1", "Yf 2,1", "Rf 2,2", hold="Vf")
        texts = ["Vf 2,0", "Vf 2,3", "Vf 0,1", "Vf -1,0"]
        moves = np.array([GAME.move_number(text) for text in texts], dtype=np.int32)
        rows = ENGINE.consequences(position_of(game), 0, moves)
        assert GAME.consequence_names == ("points", "colour_lines", "shape_lines")
        assert rows.tolist() == [[2, 1, 1], [1, 0, 1], [0, 0, 0], [1, 1, 0]]

    def test_taking_has_no_consequences_and_nothing_to_explain(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        game.play("Ys 1,0")
        position = position_of(game)
        assert ENGINE.consequences(position, 0, ENGINE.moves(position, 0)).tolist() == [[0] * 3] * 3
        explanation = game.explain("take Rf")
        assert (explanation.lines, explanation.points, explanation.ends) == ((), {}, "")

    def test_explain_tells_when_there_are_no_points_and_when_the_game_ends(self) -> None:
        explanation = in_a_row(UNLIKE, placed=34).explain("Bp 35,0")
        assert (explanation.lines, explanation.points) == ((), {"lines": 0})
        assert explanation.ends == "all placed"

    def test_a_placement_covers_its_square_and_a_taking_none(self) -> None:
        assert GAME.move_cells(GAME.move_number("Ys -3,12")) == ("-3,12",)
        assert GAME.move_cells(GAME.move_number("take Ys")) == ()

    def test_zg_2_the_bank_lies_beside_the_table(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        assert GAME.beside_board(position_of(game)) == {"bank": ["Yh", "Rf", "Gn"]}

    def test_every_objection_is_said_in_both_languages(self) -> None:
        for objection in GAME.objections.values():
            assert objection.rule in GAME.rule_ids
            assert objection.text.en
            assert objection.text.pl
            assert objection.text.en != objection.text.pl


class TestNotation:
    @pytest.mark.parametrize("text", ["Ys 1,0", "Bn -35,35", "Gp 0,-1", "take Rf", "take Bn"])
    def test_moves_read_as_they_are_written(self, text: str) -> None:
        assert GAME.move_text(GAME.move_number(text)) == text

    @pytest.mark.parametrize("text", ["bank Ys", "start Bn", "draw Oh"])
    def test_chance_reads_as_it_is_written(self, text: str) -> None:
        assert GAME.outcome_text(GAME.outcome_number(text)) == text

    @pytest.mark.parametrize(
        "text",
        [
            *("", "Ys", "Ys 1", "Ys 1,0 ", " Ys 1,0", "Ys  1,0", "Ys 1, 0", "Ys 1 0", "Ys 1,0,0"),
            *("Ys 01,0", "Ys +1,0", "Ys -0,1", "Ys 1,-0", "Ys 1.0,0", "Ys 1,00", "Ys ١,0"),
            *("ys 1,0", "YS 1,0", "sY 1,0", "Xs 1,0", "Yx 1,0", "Ys a,b", "Ys 1,0\n", "Ys --1,0"),
            *("take", "take ", "take  Rf", "Take Rf", "take Rf ", "take Xf", "take Rf 1,0", "pass"),
        ],
    )
    def test_the_text_of_a_move_is_exact(self, text: str) -> None:
        assert refused(set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu"), text).rule == "RECORD"

    @pytest.mark.parametrize(
        "text", ["", "bank", "bank ", "bank  Ys", "Bank Ys", "bank ys", "bank Ys ", "card Ys", "Ys"]
    )
    def test_the_text_of_chance_is_exact(self, text: str) -> None:
        with pytest.raises(Refusal) as caught:
            Game("zawrot", players=2).play_chance(text)
        assert caught.value.rule == "RECORD"


AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
Table = dict[tuple[int, int], str]


def runs(table: Table, x: int, y: int) -> list[int]:
    """Return the lengths of the runs through a tile, said as simply as ZG-5 says it."""
    lengths = []
    for dx, dy in AXES:
        for kind in (0, 1):
            length = 1
            for sign in (1, -1):
                k = sign
                while table.get((x + k * dx, y + k * dy), "  ")[kind] == table[x, y][kind]:
                    length += 1
                    k += sign
            lengths.append(length)
    return lengths


def points_by_definition(cells: dict[str, str], hand: list[str]) -> dict[str, int]:
    """Return what every legal placement scores, by ZG-4 to ZG-7 word for word."""
    table: Table = {}
    for name, tile in cells.items():
        column, row = name.split(",")
        table[int(column), int(row)] = tile
    beside = {(x + dx, y + dy) for x, y in table for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    points = {}
    for x, y in beside - table.keys():
        for tile in hand:
            lengths = runs({**table, (x, y): tile}, x, y)
            if max(lengths) <= 3:
                points[f"{tile} {x},{y}"] = lengths.count(3)
    return points


class TestRandomGames:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_zg_4_to_zg_7_hold_in_whole_games(self, players: int) -> None:
        """Every placement of two games is as the definition says; the best one is played."""
        random = random_state(players)
        for _ in range(2):
            position = ENGINE.first_position(players, 0, 0)
            while acting := KERNELS.acting(position):
                if acting >= 16:
                    KERNELS.play_outcome(position, KERNELS.sample_outcome(position, random.data))
                    continue
                seat = acting.bit_length() - 1
                moves = ENGINE.moves(position, seat)
                texts = [GAME.move_text(move) for move in moves.tolist()]
                if not texts[0].startswith("take"):
                    scored = ENGINE.consequences(position, seat, moves)[:, 0].tolist()
                    hand = texts_of.hands(position)[seat]
                    expected = points_by_definition(GAME.cells(position), hand)
                    assert dict(zip(texts, scored, strict=True)) == expected
                    best = max(expected.values())
                    before = GAME.scores(position)[seat][0]
                    KERNELS.play(position, seat, int(moves[scored.index(best)]))
                    assert GAME.scores(position)[seat][0] == before + best
                else:
                    KERNELS.play(position, seat, KERNELS.sample_move(position, seat, random.data))
            assert len(GAME.cells(position)) == 36

    def test_sampled_moves_are_the_legal_ones_equally_often(self) -> None:
        """Kasia's hand: 200 draws are expected of each move, and ±70 is five deviations."""
        moves = ("Rs 1,0", "Vf 0,-1", "Os 2,0", "Vh 0,-2", "Vu 0,-3")
        position = position_of(game_after("Ys", *moves, hold="Vs"))
        legal = ENGINE.moves(position, 1).tolist()
        random = random_state(3).data
        drawn = Counter(KERNELS.sample_move(position, 1, random) for _ in range(200 * len(legal)))
        assert set(drawn) == set(legal)
        assert all(abs(times - 200) < 70 for times in drawn.values())

    def test_sampled_tiles_are_those_of_the_stack(self) -> None:
        game = set_up("Rf Yh Gn", "Bs", "Ys Gf Bp", "Os Gp Bu")
        game.play("Ys 1,0")
        position = position_of(game)
        random = random_state(4).data
        assert {KERNELS.sample_move(position, 0, random) for _ in range(60)} == {
            GAME.move_number(f"take {tile}") for tile in ("Rf", "Yh", "Gn")
        }
        game.play("take Rf")
        position = position_of(game)
        outcomes = set(ENGINE.outcomes(position)[0].tolist())
        assert {KERNELS.sample_outcome(position, random) for _ in range(600)} == outcomes
