"""What holds in any game of Kolorowy zawrót głowy."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.zawrot.plain import TILES, PlainZawrot
from tests.properties import games, members, seeds, twins
from tests.random_games import EVERY_TABLE, Table, plies


@pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "zawrot"], ids=str)
@games(6)
@seeds
def test_no_tile_is_lost(table: Table, seed: int) -> None:
    for game in plies(table.begin(), Random(seed)):
        fields = game.position.fields
        stack = [tile for number, tile in enumerate(TILES) if int(fields.stack) >> number & 1]
        hands = [tile for hand in game.hands for tile in hand]
        everywhere = [*stack, *game.beside_board["bank"], *hands, *game.cells.values()]
        assert sorted(everywhere) == sorted(TILES)
        assert fields.left == 36 - len(game.cells)


@pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "zawrot"], ids=str)
@games(6)
@seeds
def test_open_and_forbidden_squares_follow_from_the_table(table: Table, seed: int) -> None:
    for game, plain in twins(table, seed):
        assert isinstance(plain, PlainZawrot)
        fields = game.position.fields
        assert members(fields.open.tolist()) == {ring(xy) for xy in plain.open_squares()}
        if len(game.events) % 7 == 0:
            closed = {ring(xy) for xy in plain.forbidden_squares()}
            assert members(fields.closed.tolist()) == closed


def ring(square: tuple[int, int]) -> int:
    """Return a square's number when the table is rolled up to 37 by 37."""
    return square[1] % 37 * 37 + square[0] % 37
