"""What each move of Bits must bring, by a plain reading of the rules."""

from __future__ import annotations

from kafelki.play.game import Game
from kafelki.rules.contract import Explanation
from tests.games.bits.plain import PlainBits, area_points, square_of
from tests.properties import reason_of
from tests.reference import PlainGame


def check(
    told: Explanation, before: Game, after: Game, plain: PlainGame, seat: int, move: str
) -> None:
    assert isinstance(plain, PlainBits)
    later = plain.copy()
    later.move(seat, move)
    ramp, tasks = later.ramps[seat], later.tasks
    assert told.points == {"round": ramp.points(tasks)}
    covered = {square_of(cell) for cell in move.split(" ")[1:]}
    expected = [(c, area, area_points(area, tasks)) for c, area in ramp.areas() if area & covered]
    found = [(area.of, {square_of(c) for c in area.cells}, area.points) for area in told.areas]
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    # What follows from placements that are still unseen is not told.
    somebody_placed = before.events[-1].is_chance is False
    assert told.ends == ("" if somebody_placed else reason_of(after))


def change(game: Game, plain: PlainGame, seat: int, move: str) -> list[int]:
    assert isinstance(plain, PlainBits)
    after = plain.copy()
    after.move(seat, move)
    ramp, tasks = after.ramps[seat], plain.tasks
    points = ramp.points(tasks)
    fours = sum(len(area) == 4 for _, area in ramp.areas())
    return [points, points - plain.ramps[seat].points(tasks), fours, ramp.gaps()]


def specials(plain: PlainGame, seat: int, move: str) -> set[str]:
    """Play a move in a plain game, and return what is special after it."""
    assert isinstance(plain, PlainBits)
    plain.move(seat, move)
    can_place = [bool(ramp.landings()) for ramp in plain.ramps]
    marks = {
        "sits out": any(can_place) and not all(can_place),
        "loses points": any(row[2] < 0 for row in plain.points),
        "four": any(row[0] > 0 for row in plain.points),
    }
    return {name for name, holds in marks.items() if holds}


SPECIAL = {"sits out", "loses points", "four"}
"""What random games must reach."""
