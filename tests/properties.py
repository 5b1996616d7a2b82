"""Random games beside a plain reading of the rules, for tests of what holds in any of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kafelki.play.game import Game
from tests.random_games import Table, play_event, tastes_for
from tests.reference import PlainGame, plain_game

seeds = given(seed=st.integers(0, 2**32 - 1))


def games(number: int) -> settings:
    """Return the settings for so many random games; a seed that fails is not made smaller.

    With KAFELKI_TEST_GAMES=20 in the environment there are twenty times as many.
    """
    return settings(
        max_examples=number * int(os.environ.get("KAFELKI_TEST_GAMES", "1")),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def plain_of(table: Table) -> PlainGame:
    return plain_game(table.game, table.players, table.variant, table.options)


def side_by_side(game: Game, plain: PlainGame, random: Random) -> Iterator[tuple[Game, PlainGame]]:
    """Yield a random game and its plain twin before the first event and after each."""
    tastes = tastes_for(game, random)
    yield game, plain
    while not game.over:
        event = play_event(game, random, tastes)
        if event.is_chance:
            plain.chance(event.text)
        else:
            plain.move(event.seat, event.text)
        yield game, plain


def twins(table: Table, seed: int) -> Iterator[tuple[Game, PlainGame]]:
    """Yield a random game and its plain twin, from the start to the end."""
    return side_by_side(table.begin(), plain_of(table), Random(seed))


def assert_alike(game: Game, plain: PlainGame) -> None:
    """Check that everything a trace shows follows from the plain rules, and who acts."""
    assert game.to_act == plain.to_act()
    assert list(game.chance_outcomes().items()) == list(plain.outcomes().items())
    assert game.chance_seat == plain.chance_seat()
    assert game.chance_due == bool(plain.outcomes())
    assert game.scores == plain.scores()
    assert game.cells == plain.cells()
    assert game.hands == plain.hands()
    assert game.beside_board == plain.beside_board()
    assert (None if game.result is None else game.result[:2]) == plain.result()


def assert_same_moves(game: Game, plain: PlainGame) -> None:
    """Check the legal moves of every seat; none exactly for those who are not to act."""
    for seat in range(game.header.players):
        texts = game.legal_texts(seat)
        if seat in game.to_act:
            assert texts == sorted(plain.legal(seat))
            assert texts
        else:
            assert texts == []
    assert game.over == (not game.to_act and not game.chance_due)


def members(words: list[int]) -> set[int]:
    """Return the numbers in a set of 64-bit words."""
    return {64 * k + bit for k, word in enumerate(words) for bit in range(64) if word >> bit & 1}


def pairs_of(game: Game, words: list[int]) -> set[tuple[str, ...]]:
    """Return the pairs of cells in a set of pairs: move number k covers pair k."""
    return {game.rules.move_cells(number) for number in members(words)}


def reason_of(game: Game) -> str:
    return "" if game.result is None else game.result.reason
