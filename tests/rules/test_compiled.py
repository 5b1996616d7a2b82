"""Compiled rules are the interpreted ones where the contract of every game does not lead."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from kafelki.arena.playouts import Playouts
from kafelki.play.header import Header
from kafelki.rules.registry import rules_of
from kafelki.testing.machine_code import (
    assert_moves_are_fair,
    assert_same_game,
    compiled_engine,
    the_same_game_in_both,
)
from tests.games.weakest_colour.dominoes_table import set_up
from tests.random_games import EVERY_TABLE, OTHER_OPTIONS, Table, plies


class TestStepByStep:
    @pytest.mark.parametrize("table", OTHER_OPTIONS, ids=str)
    def test_the_same_game_in_both(self, table: Table) -> None:
        the_same_game_in_both(table)

    @pytest.mark.parametrize(
        "table", [t for t in EVERY_TABLE if t.game in ("axio", "geniusz")], ids=str
    )
    def test_so_it_is_with_score_cards_that_are_nearly_full(self, table: Table) -> None:
        """So that there are extra turns and swaps, and an end by all colours."""
        games = [table.begin(), table.begin(engine=compiled_engine(table.game))]
        for game in games:
            s = game.rules.layout(game._position)
            for side in range(s.sides):
                for colour in range(s.scores.shape[1]):
                    s.scores[side, colour] = s.limit - 2 - colour % 2
        assert_same_game(*games)


class TestPlayouts:
    @pytest.mark.parametrize(("players", "published"), [(2, 38.1), (4, 73.4)])
    def test_a_random_game_of_geniusz_is_as_long_as_others_found(
        self, players: int, published: float
    ) -> None:
        """The mean number of tiles placed; five standard errors, and the digit left out."""
        playouts = Playouts(Header("geniusz", players), compiled_engine("geniusz"), seed=23)
        see = rules_of("geniusz").layout
        placed = []
        for _ in range(2000):
            playouts.sample(1)
            covered = sum(value > 0 for value in see(playouts._position).cells)
            placed.append((covered - 6) / 2)
        error = np.std(placed) / math.sqrt(len(placed))
        assert abs(np.mean(placed) - published) < 5 * error + 0.05


class TestSamplesAreFair:
    @pytest.mark.parametrize("choice", ["pass", "swap"])
    def test_so_it_is_where_there_is_more_to_choose_than_placements(self, choice: str) -> None:
        for number in range(60):
            for game in plies(Table("geniusz", 4, "pairs").begin(), Random(number)):
                if choice in game.legal_texts():
                    assert_moves_are_fair(game, compiled_engine("geniusz").kernels)
                    return
        pytest.fail(f"no game offered to {choice}")

    def test_so_it_is_where_some_placements_are_forbidden(self) -> None:
        """Fewer placements than tiles of the hand times open squares (ZG-7)."""
        for number in range(60):
            for game in plies(Table("zawrot", 2).begin(), Random(number)):
                opened = sum(word.bit_count() for word in game.position.fields.open.tolist())
                moves = len(game.legal_moves())
                if 3 < moves < opened * len(game.hands[(*game.to_act, 0)[0]]):
                    assert_moves_are_fair(game, compiled_engine("zawrot").kernels)
                    return
        pytest.fail("nothing was ever forbidden")

    @pytest.mark.parametrize(
        ("rack", "ways"),
        [("BB", 1), ("GO", 2), ("GG GG GG", 1), ("GG GO GO", 3), ("GO GR OR OR", 6)],
    )
    def test_equal_tiles_and_doubles_count_once(self, rack: str, ways: int) -> None:
        """A rack of several equal tiles offers no more than one of them does."""
        game = set_up("axio", rest="V", empty="d4 d5 e4 e5 f4", racks=[rack])
        assert len(game.legal_moves()) == 5 * ways
        assert_moves_are_fair(game, compiled_engine("axio").kernels)
