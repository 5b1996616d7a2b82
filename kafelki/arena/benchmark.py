"""How fast the rules run, driven in three ways, and how fast bots search: on one core."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from typing import Any

from kafelki.arena.playouts import CHOICES, MOVES, Playouts
from kafelki.bots.protocol import Budget, Searcher, Turn
from kafelki.bots.registry import bot_named, bots_of
from kafelki.play.game import Game, seed_of_number
from kafelki.play.header import Header
from kafelki.rules.contract import Seating
from kafelki.rules.engine import engine_of

WAYS = {
    "sampled": "compiled loop, one legal move sampled a turn",
    "listed": "compiled loop, every legal move listed each turn",
    "python": "move by move through the Python API",
}


@dataclass(frozen=True)
class Speed:
    """What was measured of one game in one way."""

    game: str
    players: int
    variant: str
    way: str
    games: int
    moves: int
    seconds: float
    branching: float | None
    """Mean number of legal moves a turn, where they were listed."""

    @property
    def moves_per_second(self) -> float:
        """Moves of players in a second; chance events are not counted."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds

    @property
    def mean_length(self) -> float:
        """Moves of players in a game."""
        return self.moves / self.games

    def as_json(self) -> dict[str, Any]:
        """Return everything, for a program to read."""
        return asdict(self) | {
            "moves_per_second": round(self.moves_per_second),
            "games_per_second": round(self.games_per_second, 1),
            "mean_length": round(self.mean_length, 2),
        }


def measure(game: str, seating: Seating, way: str, seconds: float) -> Speed:
    """Return the speed of one game in one way, measured for about so many seconds."""
    header = Header(game, seating.players, seating.variant)
    run = _runner(header, way)
    run(1)  # whatever happens only once is not measured
    games = moves = choices = 0
    batch, spent = 1, 0.0
    start = time.perf_counter()
    while spent < seconds:
        counts = run(batch)
        games, moves, choices = games + batch, moves + counts[MOVES], choices + counts[CHOICES]
        batch = min(2 * batch, 4096)
        spent = time.perf_counter() - start
    branching = choices / moves if choices else None
    return Speed(game, seating.players, seating.variant, way, games, moves, spent, branching)


def _runner(header: Header, way: str) -> Callable[[int], Sequence[int]]:
    """Return what plays a number of games and returns counts of moves, chance and choices."""
    if way == "python":
        return partial(_through_python, header, Random(1))
    playouts = Playouts(header, engine_of(header.game))
    run = playouts.sample if way == "sampled" else playouts.list
    return lambda games: run(games).tolist()


def _through_python(header: Header, random: Random, games: int) -> tuple[int, int, int]:
    moves = choices = 0
    for _ in range(games):
        game = Game(header, seed=seed_of_number(random.getrandbits(64)), deals=True)
        while not game.over:
            seat = game.to_act[0]
            legal = game.legal_moves(seat)
            game.play(legal[int(random.random() * len(legal))], seat)
            moves += 1
            choices += len(legal)
    return moves, 0, choices


# Searches

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
