"""Getting the loops over whole games ready: compiled, or loaded from the cache."""

from __future__ import annotations

from collections.abc import Callable

from kafelki.arena.playouts import Playouts
from kafelki.arena.simulation import simulate
from kafelki.batch.batch import Batch
from kafelki.bots.registry import bots_of
from kafelki.play.header import Header
from kafelki.rules.engine import engine_of
from kafelki.rules.registry import rules_of

LOOPS = 3
"""Of so many loops of each game `prepare_loops` tells that they are ready."""


def prepare_loops(game: str, advance: Callable[[str], None] = lambda name: None) -> None:
    """Make the loops of a game whose rules are compiled ready to run at once in this process."""
    if not engine_of(game).compiled:
        return
    players = rules_of(game).usual_players()
    Playouts(Header(game, players), engine_of(game))
    advance(f"{game} playouts")
    Batch(game, 1, players)
    advance(f"{game} batch")
    for _ in simulate(
        Header(game, players), ["greedy" if "greedy" in bots_of(game) else "random"], 1, ""
    ):
        advance(f"{game} bots in a loop")
