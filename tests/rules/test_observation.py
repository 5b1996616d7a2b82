"""What every game's observation says besides its planes: legal moves, points, how far one came."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kafelki.arena.playouts import MOVES, Playouts
from kafelki.batch.observing import observed
from kafelki.kernels import bitset
from kafelki.kernels.bitset import words_for
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.rules import observation
from kafelki.rules.engine import Engine
from kafelki.rules.observation import observation_of
from kafelki.rules.registry import GAMES, rules_of
from kafelki.testing.random_games import Table, finished_game, tables_of
from tests.games.examples import WITHOUT_CHANCE

TABLES = [tables_of(game)[k] for game in GAMES for k in {0, len(tables_of(game)) - 1}]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_points_and_legal_moves_are_those_of_the_game(table: Table) -> None:
    sight = observation_of(table.game)
    whole = finished_game(table, 41)
    numbers = Random(41).sample(range(len(whole.events) + 1), 12)
    for number in [*numbers, len(whole.events)]:
        whole.go_to(number)
        for seat in range(table.players):
            points = np.zeros(len(sight.points), dtype=np.int16)
            sight.count(whole._position, seat, points.data)
            if sight.points:
                assert points.tolist() == whole.scores[seat]
                reached = sight.reached(whole._position, seat)
                assert reached == table.rules.measure.value(whole.scores[seat])
        if sight.mark and whole.to_act:
            assert marked(whole) == sorted(whole.legal_moves().numbers.tolist())


def marked(game: Game) -> list[int]:
    """Return the legal moves that a game's own way to mark them finds."""
    mark = observation_of(game.header.game).mark
    assert mark is not None
    words = np.zeros(words_for(game.rules.move_count), dtype=np.uint64)
    mark(game._position, game.to_act[0], words.data)
    members = np.zeros(game.rules.most_moves, dtype=np.int32)
    count = bitset.list_members(words.data, members.data)
    return [int(member) for member in members[:count]]


def test_a_game_without_a_description_is_seen_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(observation, "own_part", lambda game, module, name, plain: plain)
        observation_of.cache_clear()
        game = Game(WITHOUT_CHANCE)
        game.play("XO a1 b1")
        planes, vector = observed(game, 1)
        assert planes.size == 0
        assert vector.tolist() == [1, *game._position.tolist()]
        sight = observation_of(WITHOUT_CHANCE)
        assert len(sight.vector) == 1 + rules_of(WITHOUT_CHANCE).layout.size
        assert sight.reached(game._position, 0) == 0
    observation_of.cache_clear()


def test_a_loop_is_plain_python_too() -> None:
    """Five in a row take five tiles, and there are sixty."""
    header = Header(WITHOUT_CHANCE, 2, "standard", {"size": 5})
    counts = Playouts(header, Engine(header.rules), seed=1).list(1)
    assert 5 <= counts[MOVES] <= 60


def test_moves_that_were_played_elsewhere_are_taken_over() -> None:
    one, other = Game(WITHOUT_CHANCE), Game(WITHOUT_CHANCE)
    for move in ("XO a1 b1", "OX c1 d1"):
        one.play(move)
    moves = [(event.seat, event.number) for event in one.events]
    other.played_on(moves, one._position.copy())
    assert other.events == one.events
    assert other.position == one.position
    assert other.to_act == (0,)
    other.back()
    assert other.to_act == (1,)
