"""What each move of AXIO and Geniusz must bring, by a plain reading of the rules."""

from __future__ import annotations

from collections import Counter

from kafelki.play.game import Game
from kafelki.rules.contract import Explanation
from tests.games.weakest_colour.plain import PlainLines
from tests.properties import reason_of
from tests.reference import PlainGame


def check(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    """Markers go as far as lines and pyramids take them, and no further than their card's end."""
    assert isinstance(plain, PlainLines)
    brought: Counter[str] = Counter()
    for line in told.lines:
        assert len(line.cells) == line.points
        assert {after.cells[cell] for cell in line.cells} == {line.of}
        assert not set(line.cells) & set(move.split(" "))
        brought[line.of] += line.points
    for pyramid in told.pyramids:
        brought.update(pyramid.points)
    steps, reached = {}, 0
    for letter, old, new in zip(
        plain.box.letters, before.scores[seat], after.scores[seat], strict=True
    ):
        end = 18 if old < 18 else plain.limit
        assert new == min(old + brought[letter], end)
        reached += old < new == end
        if new != old:
            steps[letter] = new - old
    assert told.points == steps
    assert [pyramid.cell for pyramid in told.pyramids] == [
        cell for cell, value in after.cells.items() if value == "^" != before.cells.get(cell)
    ]
    assert told.extra_turns == (reached if plain.players > 1 else 0)
    assert told.ends == reason_of(after)
    assert told.winner == (seat if told.ends == "all colours" else None)


def change(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainLines)
    after = plain.copy()
    after.move(seat, move)
    old, new = plain.scores()[seat], after.scores()[seat]
    if " " not in move:
        return [0] * (len(old) + 3)
    ends = [18 if step < 18 else plain.limit for step in old]
    reached = sum(a < b == end for a, b, end in zip(old, new, ends, strict=True))
    pyramids = Counter(after.cells().values())["^"] - Counter(plain.cells().values())["^"]
    steps = [b - a for a, b in zip(old, new, strict=True)]
    extra = reached if plain.players > 1 else 0
    return [*steps, pyramids, extra, int(after.reason == "all colours")]


def specials(plain: PlainGame, seat: int, move: str) -> set[str]:
    """Play a move in a plain game, and return what is special after it."""
    assert isinstance(plain, PlainLines)
    plain.move(seat, move)
    marks = {
        "extra": plain.stage == "extra",
        "pyramid": "^" in plain.board.values(),
        "full card": any(plain.limit in row for row in plain.scores()),
    }
    return {name for name, holds in marks.items() if holds}
