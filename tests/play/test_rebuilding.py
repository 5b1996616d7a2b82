"""Games from views: what a seat sees is enough to go on from, and gives nothing more away."""

from __future__ import annotations

import json
from random import Random

import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.play.rebuilding import game_from_view
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING, view
from tests.play.test_record import AXIO_SWAP_OFFERED, record, replayed
from tests.random_games import EVERY_TABLE, Table, finished_game, plies


def points(table: Table, number: int, count: int) -> list[Game]:
    """Return a random game at its start, at its end, and at some points between."""
    whole = finished_game(table, number)
    length = len(whole.events)
    between = range(3, length - 1)
    chosen = Random(number).sample(between, min(count, len(between)))
    found = []
    for after in [0, 1, 2, *chosen, length - 1, length]:
        game = whole.copy()
        game.go_to(after)
        game.forget_later()
        found.append(game)
    return found


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_a_rebuilt_game_looks_the_same_to_its_viewer(table: Table) -> None:
    """The view holds the legal moves and what each would bring: they are the same too."""
    for game in points(table, 51, count=14):
        for viewer in (None, *range(table.players)):
            seen = json.loads(json.dumps(view(game, viewer)))
            rebuilt = game_from_view(seen, Random(1))
            assert view(rebuilt, viewer) == seen
            assert rebuilt.to_act == game.to_act
            assert rebuilt.chance_due == game.chance_due
            if game.chance_due:
                assert (game.chance_seat, known(game)) == (rebuilt.chance_seat, known(rebuilt))


def known(game: Game) -> set[str]:
    """Return what chance may bring, less what depends on which tiles others hold."""
    words = {text.split(" ")[0] for text in game.chance_outcomes()}
    return words if words & {"draw", "bank"} else set(game.chance_outcomes())


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_a_rebuilt_game_goes_on_to_its_end(table: Table) -> None:
    random = Random(52)
    for game in points(table, 52, count=2)[2:-1]:
        rebuilt = game_from_view(view(game, 0), random)
        rebuilt.deal()
        while not rebuilt.over:
            seat = random.choice(rebuilt.to_act)
            rebuilt.play(random.choice(rebuilt.legal_moves(seat)), seat)
        assert rebuilt.result is not None
        assert view(rebuilt, 0)["after"] == view(game, 0)["after"] + len(rebuilt.events)


@pytest.mark.parametrize("table", [Table("axio", 3), Table("geniusz", 2), Table("zawrot", 2)])
def test_what_is_hidden_is_dealt_anew_from_what_may_be_there(table: Table) -> None:
    game = next(g for g in plies(table.begin(), Random(53)) if g.to_act and len(g.events) > 30)
    seen = view(game, 0)
    hands = [game_from_view(seen, Random(k)).hands for k in range(8)]
    assert all(each[0] == game.hands[0] for each in hands)
    assert all(len(each[1]) == len(game.hands[1]) for each in hands)
    assert len({str(each[1]) for each in hands}) > 1
    assert game_from_view(seen, Random(3)).hands == hands[3]


def test_moves_can_be_tried_and_stepped_back_to_where_the_view_was() -> None:
    game = kafelki.new_game("exo", seed=1)
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
    game = replayed(record("axio", 2, AXIO_SWAP_OFFERED))
    for viewer in (0, 1, None):
        rebuilt = game_from_view(view(game, viewer), Random(1))
        assert view(rebuilt, viewer) == view(game, viewer)
        assert rebuilt.legal_texts(0) == ["keep", "swap"]


def test_what_is_no_view_is_refused() -> None:
    game = kafelki.new_game("zawrot", seed=1)
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
        game = kafelki.Game("exo")
        for move in ("XO e5 f5", "XO e6 f6", "XO h1 h2"):
            game.play(move)
        assert sorted(view(game)["tiles"]) == [["e5", "f5"], ["e6", "f6"], ["h1", "h2"]]
        game.play("XO e5 e6")
        assert sorted(view(game)["tiles"]) == [["e5", "e6"], ["h1", "h2"]]
