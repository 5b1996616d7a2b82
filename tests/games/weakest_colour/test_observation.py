"""AXIO and Geniusz as numbers, worked out by hand."""

from __future__ import annotations

import pytest

from kafelki.batch import observation_of
from kafelki.batch.observing import observed
from kafelki.play.game import Game


def dealt(game: str, players: int, hands: str) -> Game:
    """Return a game in which everybody drew the tiles of `hands`, in that order."""
    begun = Game(game, players)
    for tile in hands.split():
        begun.play_chance(f"draw {tile}")
    return begun


def named(game: Game, seat: int) -> dict[str, int]:
    """Return the numbers of a vector that are not zero, by name."""
    vector = observed(game, seat)[1].tolist()
    names = observation_of(game.header.game).vector
    return {name: value for name, value in zip(names, vector, strict=True) if value}


def test_the_board_by_colour() -> None:
    """For two there are 81 squares; five are printed and two are covered by the first tile."""
    game = dealt("axio", 2, "GG GG RR RR VB GO GO GO RV RV")
    game.play("GG g6 f6")
    planes, _ = observed(game, 1)
    assert planes.shape == (7, 13, 13)
    green, *others, empty, pyramids = planes
    # Rows go up from 1, columns from a to the right: g7, which is printed green, is at 6, 6.
    assert [*zip(*green.nonzero(), strict=True)] == [(5, 5), (5, 6), (6, 6)]
    places = observation_of("axio").places
    assert sorted(places[cell] for cell in ("f6", "g6", "g7")) == [
        5 * 13 + 5,
        5 * 13 + 6,
        6 * 13 + 6,
    ]
    assert [plane.sum() for plane in others] == [1, 1, 1, 1]
    assert empty.sum() == 81 - 5 - 2
    assert not pyramids.any()


def test_the_rack_and_what_is_not_seen() -> None:
    """There are 7 of each tile of two colours and 6 of each double (AX-4)."""
    game = dealt("axio", 2, "GG GG RR RR VB GO GO GO RV RV")
    seen = named(game, 0)
    assert {name: seen[name] for name in seen if name.startswith("own ")} == {
        "own GG": 2,
        "own RR": 2,
        "own VB": 1,
        "own first tile": 1,
    }
    assert (seen["GG not seen yet"], seen["VB not seen yet"], seen["GO not seen yet"]) == (4, 6, 7)
    assert seen["a tile is to be placed"] == 1
    assert seen["end of the score card"] == 18
    game.play("GG g6 f6")
    # The half on g6 meets the green g7, the one on f6 nothing but that half.
    other = named(game, 1)
    assert other["score of the next after, G"] == named(game, 0)["score of own, G"] == 1
    assert "score of own, G" not in other


@pytest.mark.parametrize("game", ["axio", "geniusz"])
def test_the_form(game: str) -> None:
    sight = observation_of(game)
    colours = 5 if game == "axio" else 6
    tiles = colours * (colours + 1) // 2
    assert len(sight.vector) == 3 * tiles + 4 * colours + 7
    assert len(sight.points) == colours
    assert sight.plane_shape == ((7, 13, 13) if game == "axio" else (7, 15, 15))
