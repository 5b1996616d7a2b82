"""What a bot is shown of a turn, which is what a batch shows."""

from __future__ import annotations

from random import Random

from kafelki.batch import Batch
from kafelki.batch.observing import shown
from kafelki.bots.protocol import Turn
from kafelki.play.game import Move, new_game
from tests.games.examples import WITHOUT_CHANCE


def test_a_bot_sees_its_turn_as_in_a_batch() -> None:
    batch, game = Batch(WITHOUT_CHANCE, 1, seed=4), new_game(WITHOUT_CHANCE)
    seen = batch.reset()
    for _ in range(5):
        planes, vector, mask = shown(Turn(game, game.to_act[0], Random(1)))
        assert (planes == seen.planes[0]).all()
        assert (vector == seen.vector[0]).all()
        assert (mask == seen.mask[0]).all()
        action = batch.sample()
        game.play(Move(WITHOUT_CHANCE, int(action[0])))
        seen = batch.step(action)
