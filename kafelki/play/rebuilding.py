"""Games from views: whoever sees a position can try moves in it, without seeing any more."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from kafelki.kernels.language import Position
from kafelki.kernels.randomness import random_state
from kafelki.play.chance import SEED_BYTES
from kafelki.play.game import Game, Origin
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.play.view import EVERYTHING
from kafelki.rules.engine import Engine, engine_of


def game_from_view(view: Mapping[str, Any], random: Random | None = None) -> Game:
    """Return a game in the position that a view shows, which goes on by itself from there.

    What the viewer cannot know is dealt at random: other hands, unseen placements, and all
    that is drawn later. The viewer cannot tell it from the real one: its view is the same.
    Its past is not known: it cannot be stepped back, nor written as a record.
    """
    if view.get("viewer") == EVERYTHING and not view.get("over"):
        raise Refusal("a view of everything is no player's: copy the game itself")
    try:
        return _rebuilt(view, random or Random())
    except Refusal:
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, StopIteration) as wrong:
        raise Refusal(f"that is no view of a game: {type(wrong).__name__} {wrong}") from None


def _rebuilt(view: Mapping[str, Any], random: Random) -> Game:
    header = Header(view["game"], view["players"], view["variant"], view["options"])
    engine = engine_of(header.game)
    position = engine.first_position(*header.numbers)
    header.rules.restore(position, view)
    if not view["over"]:
        _imagine(engine, position, view, random)
    game = Game(header, seats=view["seats"], seed=random.randbytes(SEED_BYTES), engine=engine)
    game.deals = True
    game.take_up(Origin(position, view["after"], view["last"], view.get("swapped")))
    game.commitment = view["commitment"]  # that of the real game, if it has one
    return game


def _imagine(engine: Engine, position: Position, view: Mapping[str, Any], random: Random) -> None:
    """Deal what is hidden, and let those who have placed unseen place something."""
    viewer = -1 if view["viewer"] is None else view["viewer"]
    stream = engine.buffer(random_state(random.getrandbits(64)))
    engine.kernels.redeal(position, viewer, stream)
    if engine.rules.simultaneous:
        for seat in [k for k, placed in enumerate(view["placed"]) if placed and k != viewer]:
            move = engine.kernels.sample_move(position, seat, stream)
            engine.kernels.play(position, seat, move)
