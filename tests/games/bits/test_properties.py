"""What holds in any game of Bits."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.properties import games, seeds
from tests.random_games import EVERY_TABLE, Table, plies
from tests.reference.plain_game import dominoes


@pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "bits"], ids=str)
@games(4)
@seeds
def test_no_tile_is_lost(table: Table, seed: int) -> None:
    placed = [0] * table.players
    cards: Counter[str] = Counter()
    for game in plies(table.begin(), Random(seed)):
        last = game.events[-1] if game.events else None
        if last and not last.is_chance:
            placed[last.seat] += 1
        elif last and last.text.startswith("task"):
            placed = [0] * table.players
            cards.clear()
        elif last and last.text.startswith("card"):
            cards[last.text.split(" ")[1]] += 1
        left = dict(zip(dominoes("OBVY"), game.position.fields.cards.tolist(), strict=True))
        assert Counter(left) + cards == {t: 1 + (t[0] == t[1]) for t in dominoes("OBVY")}
        assert [len(ramp) for ramp in game.cells] == [2 * tiles for tiles in placed]


@pytest.mark.parametrize("table", [t for t in EVERY_TABLE if t.game == "bits"], ids=str)
@games(4)
@seeds
def test_heights_of_columns_follow_from_the_ramp(table: Table, seed: int) -> None:
    for game in plies(table.begin(), Random(seed)):
        for ramp, heights in zip(game.cells, game.position.fields.heights.tolist(), strict=False):
            tops = [max((int(c[1:]) for c in ramp if c[0] == x), default=0) for x in "abcd"]
            assert heights == tops
