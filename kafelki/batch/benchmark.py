"""How fast a batch steps, with everything that a step brings."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kafelki.batch.batch import Batch, Masks
from kafelki.rules.contract import Seating

GAMES_A_THREAD = (256, 512, 1024, 2048)
"""How many games are tried for each thread: its cache has room for few, handing out likes many."""
ON_GRAPHICS = (1 << 17, 1 << 18, 1 << 19)
"""How many games are tried on a graphics processor."""
COMPARED = 1024
"""How many games are stepped on both processors."""


@dataclass(frozen=True)
class BatchSpeed:
    """What was measured of one game: random actions are part of it."""

    game: str
    players: int
    variant: str
    threads: int
    games: int
    steps: int
    ended: int
    seconds: float
    work: float
    """Seconds of the processor's time, of all threads: less where others keep the machine busy."""

    @property
    def steps_per_second(self) -> float:
        """Moves of players in a second, in all games together."""
        return self.steps / self.seconds

    @property
    def steps_a_core(self) -> float:
        """Moves of players in a second of one core's work, whatever else the machine does."""
        return self.steps / self.work

    def as_json(self) -> dict[str, Any]:
        """Return everything, for a program to read."""
        return asdict(self) | {
            "steps_per_second": round(self.steps_per_second),
            "steps_a_core": round(self.steps_a_core),
            "games_per_second": round(self.ended / self.seconds, 1),
        }


def measure_batch(game: str, seating: Seating, threads: int, seconds: float) -> BatchSpeed:
    """Return the speed of a batch on so many threads with the number of games that is best there.

    It is measured for about so many seconds. Every step has an observation, a packed mask, rewards,
    and a new game where one has ended.
    """
    players, variant = seating.players, seating.variant
    tried = (
        _timed(
            Batch(game, games * threads, players, variant, masks="packed", threads=threads),
            threads,
            seconds / len(GAMES_A_THREAD),
        )
        for games in GAMES_A_THREAD
    )
    return max(tried, key=lambda speed: speed.steps_per_second)


def measure_on_graphics(game: str, seating: Seating, seconds: float) -> BatchSpeed:
    """Return the speed on a graphics processor with the number of games that is best there.

    A thread is a game.
    """
    players, variant = seating.players, seating.variant
    tried = (
        _timed(
            Batch(game, games, players, variant, masks="packed", device="cuda"),
            games,
            seconds / len(ON_GRAPHICS),
        )
        for games in ON_GRAPHICS
    )
    return max(tried, key=lambda speed: speed.steps_per_second)


def _timed(batch: Batch, threads: int, seconds: float) -> BatchSpeed:
    """Return how fast a batch steps with random actions."""
    batch.reset()
    batch.step()  # whatever happens only once is not measured
    steps, ended, spent = 0, batch.ended_games, 0.0
    start, work = time.perf_counter(), time.process_time()
    while spent < seconds:
        batch.step()  # which waits until all is there
        steps += batch.games
        spent = time.perf_counter() - start
    work, ended = time.process_time() - work, batch.ended_games - ended
    game, players, variant = batch.header.game, batch.header.players, batch.header.variant
    return BatchSpeed(game, players, variant, threads, batch.games, steps, ended, spent, work)


def compared(
    game: str, seating: Seating, ends: int, *, games: int = COMPARED, masks: Masks = "packed"
) -> tuple[int, int]:
    """Return how many steps games took on both processors, and how many games were not the same.

    They are stepped with random moves until so many have ended. All that is shown is compared, and
    the rows at the end.
    """
    players, variant = seating.players, seating.variant
    there = Batch(game, games, players, variant, masks=masks, device="cuda")
    here = Batch(game, games, players, variant, masks=masks)
    differ = np.zeros(games, dtype=np.bool_)
    steps = 0
    shown = zip(there.reset(), here.reset(), strict=True)
    while True:
        for one, other in shown:
            unlike = np.ascontiguousarray(there.fetched(one)) != other
            differ |= unlike.reshape(games, -1).any(axis=1)
        if here.ended_games >= ends:
            break
        actions = there.sample()
        differ |= there.fetched(actions) != here.sample()
        shown = zip(there.step(actions), here.step(there.fetched(actions)), strict=True)
        steps += games
    rows = np.ascontiguousarray(there.fetched(there.rows)).view(np.uint8)
    width = min(rows.shape[1], here.rows.shape[1])
    differ |= (rows[:, :width] != here.rows[:, :width]).any(axis=1)
    return steps, int(differ.sum())
