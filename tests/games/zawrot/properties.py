"""What each move of Kolorowy zawrót głowy must bring, by a plain reading of the rules."""

from __future__ import annotations

from kafelki.play.game import Game
from kafelki.rules.contract import Explanation
from tests.games.zawrot.plain import PlainZawrot
from tests.properties import reason_of
from tests.reference import PlainGame


def check(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    if move.startswith("take"):
        assert told == Explanation()
        return
    change = after.scores[seat][0] - before.scores[seat][0]
    assert told.points == {"lines": change}
    assert len(set(told.lines)) == len(told.lines) == change
    for line in told.lines:
        assert len(set(line.cells)) == 3
        assert move.split(" ")[1] in line.cells
        assert all(line.of in after.cells[cell] for cell in line.cells)
    assert told.ends == reason_of(after)


def change(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainZawrot)
    tile, square = move.split(" ")
    if tile == "take":
        return [0, 0, 0]
    x, y = square.split(",")
    runs = plain.runs_of((int(x), int(y)), tile)
    by_colour, by_shape = runs[0::2].count(3), runs[1::2].count(3)
    return [by_colour + by_shape, by_colour, by_shape]


def specials(plain: PlainGame, seat: int, move: str) -> set[str]:
    """Play a move in a plain game, and return what is special after it."""
    assert isinstance(plain, PlainZawrot)
    points = sum(plain.points)
    plain.move(seat, move)
    gained = sum(plain.points) - points
    marks = {
        "point": gained == 1,
        "two points": gained > 1,
        "far away": any(max(abs(x), abs(y)) > 30 for x, y in plain.table),
        "forbidden": plain.result() is not None and bool(plain.forbidden_squares()),
    }
    return {name for name, holds in marks.items() if holds}


SPECIAL = {"point", "two points", "forbidden", "far away"}
"""What random games must reach."""
