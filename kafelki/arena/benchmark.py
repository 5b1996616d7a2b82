"""How fast the rules run: random games on one core, driven in three ways."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from kafelki.arena.playouts import CHOICES, MOVES, Playouts
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
    batch = 1
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        counts = run(batch)
        games, moves, choices = games + batch, moves + counts[MOVES], choices + counts[CHOICES]
        batch = min(2 * batch, 4096)
    return Speed(
        game,
        seating.players,
        seating.variant,
        way,
        games,
        moves,
        spent,
        choices / moves if choices else None,
    )


def _runner(header: Header, way: str) -> Callable[[int], Sequence[int]]:
    """Return what plays a number of games and returns counts of moves, chance and choices."""
    if way == "python":
        return _through_python(header)
    playouts = Playouts(header, engine_of(header.game))
    run = playouts.sample if way == "sampled" else playouts.list
    return lambda games: run(games).tolist()


def _through_python(header: Header) -> Callable[[int], tuple[int, int, int]]:
    random = Random(1)

    def run(games: int) -> tuple[int, int, int]:
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

    return run
