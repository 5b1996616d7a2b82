"""What holds in any game of AXIO and Geniusz."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kafelki.play.game import Game
from tests.games.weakest_colour.plain import AXIO, PlainLines
from tests.properties import (
    assert_alike,
    assert_same_moves,
    games,
    pairs_of,
    plain_of,
    seeds,
    side_by_side,
    twins,
)
from tests.random_games import EVERY_TABLE, OTHER_OPTIONS, Table
from tests.reference.plain_game import dominoes

LINE_TABLES = [t for t in EVERY_TABLE + OTHER_OPTIONS if t.game in ("axio", "geniusz")]
line_tables = pytest.mark.parametrize("table", LINE_TABLES, ids=str)


def give_advantages(game: Game, plain: PlainLines, random: Random) -> None:
    """Let both games start with markers far ahead; AXIO often with hardly a tile to draw.

    (With Geniusz's 120 tiles at least 15 are always in the bag.)
    """
    s = game.rules.layout(game._position)
    letters = plain.box.letters
    ahead = random.choice((0, plain.limit - 6, plain.limit - 1))
    for side, card in enumerate(plain.cards):
        for number, letter in enumerate(letters):
            card[letter] = random.randint(ahead, plain.limit - 1)
            s.scores[side, number] = card[letter]
    if plain.box is AXIO and random.random() < 0.5:
        needed = plain.players * plain.rack
        kept = Counter(random.sample(sorted(plain.bag.elements()), needed + random.randrange(12)))
        for number, tile in enumerate(dominoes(letters)):
            plain.bag[tile] = kept[tile]
            s.bag[number] = kept[tile]
        s.bag_size = kept.total()


@line_tables
@games(6)
@seeds
def test_games_are_what_a_plain_reading_says_with_full_score_cards_and_an_empty_bag(
    table: Table, seed: int
) -> None:
    random = Random(seed)
    game, plain = table.begin(), plain_of(table)
    assert isinstance(plain, PlainLines)
    give_advantages(game, plain, random)
    for each, twin in side_by_side(game, plain, random):
        assert_alike(each, twin)
        if len(each.events) % 3 == 0:
            assert_same_moves(each, twin)


@line_tables
@games(2)
@seeds
def test_no_tile_is_lost(table: Table, seed: int) -> None:
    for game, plain in twins(table, seed):
        assert isinstance(plain, PlainLines)
        fields, box = game.position.fields, plain.box
        tiles = dominoes(box.letters)
        places = [e.text[:2] for e in game.events if not e.is_chance and " " in e.text]
        held = [tile for hand in game.hands for tile in hand]
        shown = [tiles[number - 1] for number in fields.shown.tolist() if number]
        placed = ["".join(sorted(tile, key=box.letters.index)) for tile in places]
        bag = Counter(dict(zip(tiles, fields.bag.tolist(), strict=True)))
        assert bag + Counter(held + shown + placed) == {
            tile: box.doubles if tile[0] == tile[1] else box.two_colours for tile in tiles
        }
        assert bag.total() == fields.bag_size
        letters = Counter("".join([*places, *box.printed.values()]))
        assert Counter(x for x in game.cells.values() if x != "^") == letters


@line_tables
@games(2)
@seeds
def test_gains_and_free_pairs_follow_from_the_board(table: Table, seed: int) -> None:
    for game, plain in twins(table, seed):
        assert isinstance(plain, PlainLines)
        if game.chance_due or len(game.cells) % 3:
            continue
        fields, box = game.position.fields, plain.box
        names = list(game.rules.appearance.places)
        gains = dict(zip(names, fields.gains.tolist(), strict=True))
        for cell, letter in plain.board.items():
            naive = [0 if letter else plain.line_points(cell, colour) for colour in box.letters]
            assert gains.pop(box.name(cell)) == naive
        assert not any(any(row) for row in gains.values())
        free = {(box.name(a), box.name(b)) for a, b in plain.free_pairs()}
        assert pairs_of(game, fields.free.tolist()) == free
