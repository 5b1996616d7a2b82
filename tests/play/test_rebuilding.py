"""Games from views: what a seat sees is enough to go on from, and gives nothing more away."""

from __future__ import annotations

from random import Random

import pytest

import kafelki
from kafelki.play.rebuilding import game_from_view
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING, view
from kafelki.rules.registry import GAMES
from tests.games.examples import (
    WITH_PAIRS,
    WITH_RACKS,
    WITH_RACKS_SWAP_OFFERED,
    WITHOUT_BOARD,
    WITHOUT_CHANCE,
)
from tests.play.test_record import record, replayed
from tests.random_games import Table, finished_game, plies


@pytest.mark.parametrize(
    "table", [Table(WITH_RACKS, 3), Table(WITH_PAIRS, 2), Table(WITHOUT_BOARD, 2)]
)
def test_what_is_hidden_is_dealt_anew_from_what_may_be_there(table: Table) -> None:
    game = next(g for g in plies(table.begin(), Random(53)) if g.to_act and len(g.events) > 30)
    seen = view(game, 0)
    hands = [game_from_view(seen, Random(k)).hands for k in range(8)]
    assert all(each[0] == game.hands[0] for each in hands)
    assert all(len(each[1]) == len(game.hands[1]) for each in hands)
    assert len({str(each[1]) for each in hands}) > 1
    assert game_from_view(seen, Random(3)).hands == hands[3]


def test_moves_can_be_tried_and_stepped_back_to_where_the_view_was() -> None:
    game = kafelki.new_game(WITHOUT_CHANCE, seed=1)
    game.play("XO e5 f5")
    rebuilt = kafelki.game_from_view(kafelki.view(game, 1))
    rebuilt.play("XO e6 f6")
    assert rebuilt.cells == {"e5": "X1", "f5": "O1", "e6": "X1", "f6": "O1"}
    assert view(rebuilt)["after"] == 2
    rebuilt.back(5)
    assert (rebuilt.cells, rebuilt.events) == ({"e5": "X1", "f5": "O1"}, ())
    assert view(rebuilt)["last"] == {"seat": 0, "move": "XO e5 f5", "cells": ["e5", "f5"]}
    with pytest.raises(Refusal, match="cover one other tile wholly"):
        rebuilt.play("OX e5 f5")
    with pytest.raises(Refusal, match="its past is not known"):
        record_of(rebuilt)
    assert rebuilt.copy() == rebuilt != game


def test_others_may_rebuild_a_game_in_which_somebody_thinks_about_a_swap() -> None:
    game = replayed(record(WITH_RACKS, 2, WITH_RACKS_SWAP_OFFERED))
    for viewer in (0, 1, None):
        rebuilt = game_from_view(view(game, viewer), Random(1))
        assert view(rebuilt, viewer) == view(game, viewer)
        assert rebuilt.legal_texts(0) == ["keep", "swap"]


@pytest.mark.parametrize("game", GAMES)
def test_every_viewer_sees_the_same_in_a_game_from_its_view(game: str) -> None:
    whole = finished_game(Table(game, 2), 4)
    for after in [*range(0, len(whole.events), 9), len(whole.events)]:
        here = whole.copy()
        here.go_to(after)
        here.forget_later()
        for viewer in (0, 1, None):
            seen = view(here, viewer)
            assert view(game_from_view(seen, Random(after)), viewer) == seen


def test_what_is_no_view_is_refused() -> None:
    game = kafelki.new_game(WITHOUT_BOARD, seed=1)
    with pytest.raises(Refusal, match="copy the game itself"):
        game_from_view(view(game, EVERYTHING))
    for key in ("cells", "hands", "to_act", "players"):
        broken = view(game, 0)
        del broken[key]
        with pytest.raises(Refusal, match="no view of a game"):
            game_from_view(broken)
    with pytest.raises(Refusal):
        game_from_view({"game": "chess"})


class TestExo:
    def test_ex_5_the_view_says_which_squares_share_a_tile(self) -> None:
        """Of a tile that is half covered, the other half is nobody's partner."""
        game = kafelki.Game(WITHOUT_CHANCE)
        for move in ("XO e5 f5", "XO e6 f6", "XO h1 h2"):
            game.play(move)
        assert sorted(view(game)["tiles"]) == [["e5", "f5"], ["e6", "f6"], ["h1", "h2"]]
        game.play("XO e5 e6")
        assert sorted(view(game)["tiles"]) == [["e5", "e6"], ["h1", "h2"]]
