"""A bot of one's own against others, from both sides."""

from __future__ import annotations

from kafelki.arena.duels import share_won
from kafelki.bots.protocol import Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named
from kafelki.play.game import Move
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE


def test_bots_that_do_the_same_share_the_games() -> None:
    """Who wins an opening from one side loses it from the other."""
    assert share_won(RandomBot(), "random", WITHOUT_CHANCE, 6) == 0.5
    assert share_won(RandomBot(), "random", WITH_RACKS, 2) == 0.5


def test_who_wins_has_the_share() -> None:
    greedy = bot_named("greedy", WITHOUT_CHANCE)
    assert share_won(greedy, "random", WITHOUT_CHANCE, 4) == 1
    assert share_won(RandomBot(), "greedy", WITHOUT_CHANCE, 4) == 0


def test_sides_change_after_each_game_and_two_moves_are_random() -> None:
    class Noting(RandomBot):
        first: dict[int, int]

        def choose(self, turn: Turn) -> Move:
            self.first.setdefault(turn.seat, turn.event)
            return super().choose(turn)

    bot = Noting()
    bot.first = {}
    share_won(bot, "random", WITHOUT_CHANCE, 1)
    assert bot.first == {0: 2}
    share_won(bot, "random", WITHOUT_CHANCE, 2)
    assert bot.first == {0: 2, 1: 3}
