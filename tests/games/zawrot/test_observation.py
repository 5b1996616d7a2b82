"""Kolorowy zawrót głowy as numbers, worked out by hand."""

from __future__ import annotations

from kafelki.batch import observation_of
from kafelki.batch.observing import observed
from kafelki.play.game import Game

DEAL = (
    *("bank Ys", "bank Yf", "bank Yh", "start Rs"),
    *("draw Of", "draw Oh", "draw Ou", "draw Vs", "draw Vf", "draw Vh"),
)


def seen(game: Game, seat: int) -> set[str]:
    names, vector = observation_of("zawrot").vector, observed(game, seat)[1].tolist()
    return {name for name, value in zip(names, vector, strict=True) if value}


def test_the_table_and_who_holds_what() -> None:
    """The start tile is at 0; −1 is the last column of the ring of 37."""
    game = Game("zawrot", 2)
    for outcome in DEAL:
        game.play_chance(outcome)
    game.play("Of -1,0")
    game.play("take Ys")
    game.play_chance("bank Bn")
    planes, _ = observed(game, 1)
    assert planes.shape == (2, 37, 37)
    colours, shapes = planes
    # In the order of Y R O V G B and s f h u p n: R is 2, O 3; s is 1, f 2.
    assert (colours[0, 0], shapes[0, 0]) == (2, 1)
    assert (colours[0, 36], shapes[0, 36]) == (3, 2)
    assert (colours.sum(), shapes.sum()) == (5, 3)
    # Everybody saw who took Ys; Oh and Ou of that hand are not seen, like all of the stack.
    shown = seen(game, 1)
    assert {name for name in shown if "bank" in name} == {
        "Yf in the bank",
        "Yh in the bank",
        "Bn in the bank",
        "Ys with the next, seen in the bank",
    }
    assert {name for name in shown if name.startswith("own")} == {"own Vs", "own Vf", "own Vh"}
    assert {"Oh not seen yet", "Ou not seen yet"} <= shown
    assert "tiles not on the table" in shown
    assert sum(name.endswith("not seen yet") for name in shown) == 36 - 3 - 3 - 1 - 2
    assert {"own Oh", "own Ou", "own Ys"} <= seen(game, 0)


def test_a_sixth_rounded_up() -> None:
    """Every tile has its colour and its shape: the 36 in their order, one after another."""
    game = Game("zawrot", 2)
    write = observation_of("zawrot").write
    position = game._position
    fields = game.rules.layout(position)
    for tile in range(36):
        fields.cells[tile] = tile + 1
    planes = bytearray(2 * 37 * 37)
    write(position, 0, planes, [0] * 300)
    assert [*planes[:36]] == [tile // 6 + 1 for tile in range(36)]
    assert [*planes[1369 : 1369 + 36]] == [tile % 6 + 1 for tile in range(36)]
