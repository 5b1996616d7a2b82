"""What each move of EXO must bring, by a plain reading of the rules."""

from __future__ import annotations

from kafelki.play.game import Game
from kafelki.rules.contract import Explanation
from tests.games.exo.plain import PlainExo, square_of
from tests.properties import reason_of
from tests.reference import PlainGame


def check(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    assert told.ends == reason_of(after)
    winners = [k for k, score in enumerate(after.scores) if score == [1]]
    assert told.winner == (winners[0] if winners else None)
    made = {line.of for line in told.lines}
    assert len(made) == {"five": 1, "both five": 2}.get(told.ends, 0)
    for line in told.lines:
        assert len(line.cells) >= 5
        assert {after.cells[cell][0] for cell in line.cells} == {line.of}
        assert set(line.cells) & set(move.split(" "))


def change(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainExo)
    after = plain.copy()
    after.move(seat, move)
    tile, *cells = move.split(" ")
    through = {x: after.longest_through(square_of(c)) for x, c in zip(tile, cells, strict=True)}
    return [through["XO"[seat]], through["OX"[seat]]]


def specials(plain: PlainGame, seat: int, move: str) -> set[str]:
    """Play a move in a plain game, and return what is special after it."""
    assert isinstance(plain, PlainExo)
    plain.move(seat, move)
    return {"third level"} if any(len(pile) > 2 for pile in plain.piles.values()) else set()


SPECIAL = {"five", "both five", "no tile", "third level"}
"""What random games must reach."""
