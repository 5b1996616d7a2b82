"""A bot that looks ahead in batches: what it is shown, and what it takes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kafelki.batch import Batch, Seen
from kafelki.batch.observing import shown
from kafelki.batch.trying import NEVER, Ahead, Judged, dealt
from kafelki.bots.protocol import Turn
from kafelki.play.game import Game, new_game
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE, WITHOUT_CHANCE_WON
from tests.scripts import events_of

MOST = 360
"""Two ways to lie on each of the 180 pairs of a board with ten squares a side."""


def by_rewards(seen: Seen) -> Judged:
    """Expect nothing of games that go on, and take all moves to be alike."""
    flags = np.unpackbits(seen.mask, axis=1, bitorder="little")
    moves = np.argsort(1 - flags, axis=1, kind="stable")[:, :MOST]
    likely = np.where(np.take_along_axis(flags, moves, 1), 0.0, 2 * NEVER)
    return Judged(moves, likely.astype(np.float32), seen.rewards[:, 0])


def test_it_wins_where_a_move_wins() -> None:
    """Who was about to move had four in a row, and gave both five in one: elsewhere it wins."""
    game = Game(WITHOUT_CHANCE)
    for event in events_of(WITHOUT_CHANCE_WON)[:-1]:
        game.play(event["move"], event["seat"])
    seat = game.to_act[0]
    bot = Ahead(WITHOUT_CHANCE, by_rewards, widths=(MOST,), worlds=1, trust=0.0)
    game.play(bot.choose(Turn(game, seat, Random(1))), seat)
    assert game.result is not None
    assert game.result.places[seat] == 1
    assert game.result.places[1 - seat] == 2


@pytest.mark.parametrize(
    ("name", "seat", "is_hidden"), [(WITH_RACKS, 0, True), (AT_ONCE, 0, False), (AT_ONCE, 1, True)]
)
def test_a_seat_is_shown_the_same_whatever_it_does_not_know(
    name: str, seat: int, is_hidden: bool
) -> None:
    """A rack is hidden, and what was placed unseen: by seat 0, which a batch asks first."""
    game = new_game(name, 2, seed=3)
    batch = Batch(name, 5, masks="dense")
    batch.reset()
    turn = Turn(game, seat, Random(1))
    seen = dealt(batch, turn)
    planes, vector, mask = shown(turn)
    assert seen.seats.tolist() == [seat] * 5
    for row in range(5):
        assert (seen.planes[row] == planes).all()
        assert (seen.vector[row] == vector).all()
        assert (seen.mask[row] == mask).all()
    assert (len({batch.position(row).tobytes() for row in range(5)}) > 1) == is_hidden
