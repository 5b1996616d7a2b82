"""How fast random games run on a graphics processor, and whether they end as on this one."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from kafelki.arena.playouts import MOVES
from kafelki.arena.rows import OnGraphics, Rows, first_rows, moved, on_processor
from kafelki.play.header import Header
from kafelki.rules.contract import Seating

COUNTS = (1 << 16, 1 << 17, 1 << 18)
"""How many rows are tried: more hide the time that memory takes, fewer leave each more cache."""
GAMES = 8
"""Games of each row, played in one call."""


@dataclass(frozen=True)
class GraphicsSpeed:
    """What was measured of one game and seating on a graphics processor."""

    game: str
    players: int
    variant: str
    rows: int
    games: int
    moves: int
    seconds: float
    checked: int
    """How many games were played on this processor, too."""
    differing: int
    """How many rows ended otherwise there."""

    @property
    def moves_per_second(self) -> float:
        """Moves of players in a second; chance events are not counted."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds

    def as_json(self) -> dict[str, Any]:
        """Return everything, for a program to read."""
        return asdict(self) | {
            "moves_per_second": round(self.moves_per_second),
            "games_per_second": round(self.games_per_second, 1),
        }


def measure_graphics(game: str, seating: Seating, seconds: float, check: int = 0) -> GraphicsSpeed:
    """Return the speed of one game with the number of rows that is best, measured for some time.

    At least `check` games are played here, too, and every row compared: its last position, its
    random state and its counts.
    """
    header = Header(game, seating.players, seating.variant)
    machine = OnGraphics(header)
    tried = (_timed(machine, game, count, seconds / len(COUNTS)) for count in COUNTS)
    rows, games, moves, spent = max(tried, key=lambda each: each[2] / each[3])
    checked, differing = _compared(machine, header, check) if check else (0, 0)
    return GraphicsSpeed(
        game, seating.players, seating.variant, rows, games, moves, spent, checked, differing
    )


def _timed(
    machine: OnGraphics, game: str, count: int, seconds: float
) -> tuple[int, int, int, float]:
    """Return the number of rows, games, moves and seconds of calls for about so many seconds."""
    rows = moved(first_rows(game, count), to_graphics=True)
    machine.play(rows, 1)  # whatever happens only once is not measured
    before = _moves(rows)
    games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        machine.play(rows, GAMES)
        after = _moves(rows)  # which waits for the games
        games += GAMES * count
    return count, games, after - before, spent


def _moves(rows: Rows) -> int:
    return int(rows.counts[:, MOVES].sum())


def _compared(machine: OnGraphics, header: Header, check: int) -> tuple[int, int]:
    """Return how many games were played on both processors, and how many rows differ."""
    count = COUNTS[0]
    games = -(-check // count)
    here = first_rows(header.game, count, seed=2)
    there = moved(here, to_graphics=True)
    machine.play(there, games)
    on_processor(header, here, games)
    return games * count, here.differing(moved(there, to_graphics=False))
