"""How well a bot of one's own does for two, without a tournament: while it is still learning."""

from __future__ import annotations

from random import Random

from kafelki.arena.simulation import play_out
from kafelki.bots.protocol import Bot, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named
from kafelki.play.game import new_game

OPENING = 2
"""So many moves are random: where two bots always answer alike there would be one game."""


def share_won(bot: Bot, rival: str, game: str, games: int) -> float:
    """Return the part of its games that a bot wins against another by name; a draw is a half.

    Each deal and opening is played from both sides, so an even number of games is fair.
    """
    won = 0.0
    for number in range(games):
        same, seat = divmod(number, 2)
        table, random = new_game(game, seed=same), Random(same)
        for _ in range(OPENING):
            acting = table.to_act[0]
            table.play(RandomBot().choose(Turn(table, acting, random)), acting)
        seats = [bot, bot_named(rival, game)]
        result = play_out(table, seats[:: 1 - 2 * seat], random).result
        assert result is not None
        own, other = result.places[:: 1 - 2 * seat]
        won += (own < other) + (own == other) / 2
    return won / games
