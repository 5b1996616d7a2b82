"""Bits as numbers, worked out by hand."""

from __future__ import annotations

from kafelki.batch import observation_of
from kafelki.batch.observing import observed
from kafelki.play.game import Game


def test_ramps_tiles_and_tasks() -> None:
    game = Game("bits", 2)
    for outcome in ("task four", "start OB", "start VY"):
        game.play_chance(outcome)
    game.play("OB a1 b1", 0)
    names = observation_of("bits").vector
    planes, vector = observed(game, 0)
    shown = {name: value for name, value in zip(names, vector.tolist(), strict=True) if value}
    # All 14 cards are left: the four doubles twice, the six others once (BI-3).
    assert {name for name in shown if not name.startswith("cards")} == {
        "OB is to be placed",
        "task four",
        "round",
    }
    assert sum(shown[name] for name in shown if name.startswith("cards")) == 14
    assert shown["round"] == 1
    assert planes.shape == (16, 6, 4)
    assert planes[0].nonzero()[1].tolist() == [0]  # orange on a1
    assert planes[1].nonzero()[1].tolist() == [1]  # blue on b1
    assert planes.sum() == 2
    # Seat 1 does not see it before both have placed, then as the ramp of the next.
    assert not observed(game, 1)[0].any()
    game.play("VY c1 c2", 1)
    planes, _ = observed(game, 1)
    assert planes[2, 0, 2] == planes[3, 1, 2] == 1  # its own violet and yellow
    assert planes[4, 0, 0] == planes[5, 0, 1] == 1
    assert planes.sum() == 4
