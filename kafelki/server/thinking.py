"""What bots do for the server, in processes of their own: choosing moves and giving hints."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from kafelki.bots.guarded import Guarded
from kafelki.bots.preparing import prepare_bot
from kafelki.bots.protocol import Bot, Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game
from kafelki.rules.engine import engine_of

HINTS = 3
HINT_SECONDS = 1.0


@cache
def _bot(game: str, name: str) -> Bot:
    """Return a bot, with all that it needs compiled or loaded."""
    prepare_bot(name, game)
    return bot_named(name, game)


def choose(game: Game, seat: int, bot: str, seed: str, seconds: float) -> str:
    """Return a bot's move: a legal one, whatever the bot does."""
    player = _bot(game.header.game, bot)
    return str(Guarded(player, name=bot).choose(_turn(game, seat, seed, seconds)))


def suggest(game: Game, seat: int, seed: str) -> list[dict[str, Any]]:
    """Return the best few moves for a seat, best first, each with why in both languages."""
    expert: Any = _bot(game.header.game, "expert")
    ranked = expert.rank(_turn(game, seat, seed, HINT_SECONDS), HINTS)
    return [
        {
            "move": str(judgement.move),
            "value": round(float(judgement.value), 3),
            "why": judgement.why._asdict(),
        }
        for judgement in ranked
    ]


def _turn(game: Game, seat: int, seed: str, seconds: float) -> Turn:
    here = game.copy()
    here._engine = engine_of(game.header.game)
    here._kernels = here._engine.kernels
    return Turn(here, seat, Random(seed), Budget(seconds))
