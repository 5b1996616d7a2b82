"""How fast the bots search: simulations a second of each expert, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from kafelki.bots.protocol import Budget, Searcher, Turn
from kafelki.bots.registry import bot_named, bots_of
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.rules.contract import Seating

BOT = "expert"
GUIDE = "greedy"
"""Who plays the game in which the searching bot is asked what it would do."""
A_MOVE = 0.1  # seconds
APART = 5
"""The bot is asked at one position in so many, then again from the next one on."""


@dataclass(frozen=True)
class SearchSpeed:
    """What was measured of one search at one table."""

    game: str
    players: int
    variant: str
    bot: str
    budget: float
    """Seconds that it had for a move."""
    moves: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Simulations in a second of thinking."""
        return self.nodes / self.seconds

    @property
    def nodes_a_move(self) -> float:
        """Simulations for a decision."""
        return self.nodes / self.moves

    def as_json(self) -> dict[str, Any]:
        """Return everything, for a program to read."""
        return asdict(self) | {
            "nodes_per_second": round(self.nodes_per_second),
            "nodes_a_move": round(self.nodes_a_move, 1),
        }


def has_search(game: str) -> bool:
    """Return whether a game has a bot that searches."""
    return BOT in bots_of(game) and isinstance(bot_named(BOT, game), Searcher)


def measure_search(game: str, seating: Seating, seconds: float) -> SearchSpeed:
    """Return the speed of a game's searching bot, measured for about so many seconds.

    It decides at positions from all over a game, each time with the same budget.
    """
    header = Header(game, seating.players, seating.variant)
    bot = bot_named(BOT, game)
    assert isinstance(bot, Searcher)
    budget = Budget(min(A_MOVE, seconds))
    moves = nodes = 0
    spent = 0.0
    positions = _positions(header)
    asked = next(positions)  # whatever happens only once is not measured
    bot.choose(Turn(asked, asked.to_act[0], Random(0), Budget(None, 1)))
    for asked in positions:
        turn = Turn(asked, asked.to_act[0], Random(moves), budget)
        start = time.perf_counter()
        bot.choose(turn)
        spent += time.perf_counter() - start
        moves, nodes = moves + 1, nodes + bot.nodes
        if spent >= seconds:
            break
    return SearchSpeed(
        game, seating.players, seating.variant, BOT, budget.seconds or 0.0, moves, nodes, spent
    )


def _positions(header: Header) -> Iterator[Game]:
    """Yield positions with something to decide, from all over one game, for as long as asked."""
    game = Game(header, seed=bytes(32), deals=True)
    guide, random = bot_named(GUIDE, header.game), Random(0)
    choices = []
    while not game.over:
        turn = Turn(game, game.to_act[0], random)
        if len(turn.moves) > 1:
            choices.append(len(game.events))
        game.play(guide.choose(turn), turn.seat)
    while True:
        for first in range(APART):
            for after in choices[first::APART]:
                game.go_to(after)
                yield game
