"""What holds in any game of EXO."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.games.exo.plain import PlainExo
from tests.properties import games, pairs_of, twins
from tests.random_games import Table, plies


@games(12)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from((5, 7, 10, 13, 19)))
def test_no_tile_is_lost(seed: int, size: int) -> None:
    for game in plies(Table("exo", 2, options={"size": size}).begin(), Random(seed)):
        placed = len(game.events)
        assert game.position.fields.left + placed == 60
        assert sum(int(value[1:]) for value in game.cells.values()) == 2 * placed


@games(10)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from((5, 10, 19)))
def test_free_pairs_and_whole_tiles_follow_from_the_board(seed: int, size: int) -> None:
    for game, plain in twins(Table("exo", 2, options={"size": size}), seed):
        if len(game.events) % 3:
            continue
        assert isinstance(plain, PlainExo)
        fields = game.position.fields
        free = {tuple(text.split(" ")[1:]) for text in plain.legal(0)}
        assert pairs_of(game, fields.free.tolist()) == free
        names = list(game.rules.appearance.places)
        linked = {names[k]: names[k + far] for k, far in enumerate(fields.others.tolist()) if far}
        assert linked == plain.other_halves()
