"""Flowerbed keeps the contract of every game, and its own rules: the tests of its author."""

from __future__ import annotations

import pytest

from kafelki.play.game import Game
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.rules.contract import Line
from kafelki.testing import Check, checks_of


@pytest.mark.parametrize("check", checks_of("flowerbed"), ids=str)
def test_contract(check: Check) -> None:
    check()


def played(*turns: str, players: int = 2) -> Game:
    """Return a game after some turns: what is drawn, a colon, and the move."""
    game = Game("flowerbed", players)
    for turn in turns:
        draws, _, move = turn.partition(": ")
        for letter in draws:
            game.play_chance(f"draw {letter}")
        if move:
            game.play(move)
    return game


def test_fb_1_there_are_eight_flowers_of_each_kind_and_25_squares() -> None:
    game = played()
    assert game.chance_outcomes() == {"draw T": 8, "draw R": 8, "draw D": 8, "draw S": 8}
    game = played("TTT")
    assert len(game.legal_moves()) == 25 + 1  # and to barter


def test_fb_2_a_turn_begins_with_drawing_up_to_three() -> None:
    game = played("TRD: T c3", "SSS: S a1")
    assert game.hands == [["R", "D"], ["S", "S"]]
    assert (game.chance_seat, game.chance_due) == (0, True)
    game.play_chance("draw T")
    assert game.hands[0] == ["T", "R", "D"]
    assert game.to_act == (0,)


def test_fb_2_others_do_not_see_what_is_drawn() -> None:
    game = played("TRD")
    assert view(game, 0)["hands"][0] == {"tiles": ["T", "R", "D"], "hidden": 0}
    assert view(game, 1)["hands"][0] == {"tiles": [], "hidden": 3}
    assert view(game, 1)["unseen"] == {"T": 8, "R": 8, "D": 8, "S": 8}
    assert view(game, 0)["unseen"] == {"T": 7, "R": 7, "D": 7, "S": 8}


@pytest.mark.parametrize(
    ("move", "why"), [("D a1", "do not hold"), ("T c3", "already grows there")]
)
def test_fb_3_only_flowers_of_the_hand_go_on_empty_squares(move: str, why: str) -> None:
    game = played("TTT: T c3", "TTT: T a5", "S")
    with pytest.raises(Refusal, match=why) as refused:
        game.play(move)
    assert refused.value.rule == "FB-3"


def test_fb_4_every_neighbour_of_the_same_kind_is_a_point() -> None:
    """A tulip on c2 has tulips on c3 and b2 beside it, a rose on d2, and one on d3 not at all."""
    game = played("TTT: T c3", "TRT: T b2", "T: T d3", "R: R d2", "S")
    assert game.scores == [[1], [0]]  # d3 lies beside c3
    told = game.explain("T c2")
    assert told.points == {"T": 2}
    assert set(told.lines) == {Line("T", ("c3",)), Line("T", ("b2",))}
    game.play("T c2")
    assert game.scores == [[3], [0]]


def test_fb_5_once_a_game_the_hand_may_be_bartered() -> None:
    game = played("TTT: barter")
    assert game.hands == [[], []]
    assert game.chance_outcomes()["draw T"] == 8
    for letter in "TRD":
        game.play_chance(f"draw {letter}")
    assert game.to_act == (0,)
    assert view(game)["bartered"] == [True, False]
    with pytest.raises(Refusal, match="already") as refused:
        game.play("barter")
    assert refused.value.rule == "FB-5"


def with_points(game: Game, *points: int, empty: int = 25) -> Game:
    """Return a game with other points, and as if only so many squares were empty."""
    fields = game.rules.layout(game._position)
    for seat, number in enumerate(points):
        fields.points[seat] = number
    fields.empty = empty
    return game


def test_fb_6_twelve_points_end_the_game() -> None:
    game = with_points(played("TTT: T c3", "TTT"), 3, 11)
    game.play("T a1")
    assert not game.over  # 11 and nothing more
    game = with_points(played("TTT: T c3", "TTT"), 3, 11)
    game.play("T c4")
    assert game.result is not None
    assert (game.result.places, game.result.reason) == ((2, 1), "in bloom")


def test_fb_6_so_does_the_last_square() -> None:
    game = with_points(played("TTT"), 5, 3, empty=1)
    assert game.explain("T a1").ends == "bed full"
    game.play("T a1")
    assert game.result is not None
    assert (game.result.places, game.result.reason) == ((1, 2), "bed full")


def test_fb_7_equal_points_share_a_place() -> None:
    game = with_points(played("TTT", players=3), 3, 5, 3, empty=1)
    game.play("T a1")
    assert game.result is not None
    assert game.result.places == (2, 1, 2)


def test_fb_8_alone_the_bed_is_filled() -> None:
    game = with_points(played("TTT: T c3", "T", players=1), 11)
    game.play("T c4")
    assert (game.scores, game.over) == ([[12]], False)
