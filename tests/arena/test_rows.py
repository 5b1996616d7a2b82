"""Games for many rows: what a thread plays is what the interpreter plays, whatever the machine."""

from __future__ import annotations

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kafelki.arena import graphics_benchmark, playouts, row_playouts
from kafelki.arena.graphics_benchmark import measure_graphics
from kafelki.arena.playouts import CHANCES, MOVES, Playouts
from kafelki.arena.rows import Rows, first_position, first_rows, on_processor, row_size
from kafelki.kernels.language import filled
from kafelki.play.header import Header
from kafelki.rules.contract import Seating
from kafelki.rules.engine import Engine, loop_for
from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import AT_ONCE


def usual(game: str) -> Header:
    return Header(game, rules_of(game).usual_players())


def interpreted(header: Header, rows: Rows, games: int) -> None:
    """Let as many threads as there are rows, and one more, play their games in plain Python."""
    own_number = SimpleNamespace(now=0)
    loops = filled(
        row_playouts,
        header.game,
        play_games=loop_for(header.game, playouts).play_games,
        SIZE=row_size(header.game),
        thread_number=lambda: own_number.now,
    )
    for own_number.now in range(len(rows.positions) + 1):
        loops.play_own_row(
            first_position(header), rows.positions, rows.random.data, games, rows.counts.data
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_thread_plays_what_the_processor_plays(game: str) -> None:
    header = usual(game)
    rows, others = first_rows(game, 2), first_rows(game, 2)
    interpreted(header, rows, games=1)
    on_processor(header, others, games=1, threads=2)
    assert rows.differing(others) == 0
    assert (rows.counts[:, MOVES] > 0).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_a_run_of_playouts(game: str) -> None:
    header = usual(game)
    rows = first_rows(game, 2)
    seeds = rows.random[:, 0].tolist()
    on_processor(header, rows, games=2, threads=2)
    for k, seed in enumerate(seeds):
        alone = Playouts(header, Engine(rules_of(game)), seed)
        assert alone.sample(2).tolist() == rows.counts[k].tolist()


def test_counts_add_up_and_random_numbers_go_on() -> None:
    header = usual(AT_ONCE)
    once, twice = first_rows(AT_ONCE, 3), first_rows(AT_ONCE, 3)
    on_processor(header, once, games=4)
    on_processor(header, twice, games=1)
    on_processor(header, twice, games=3)
    assert once.differing(twice) == 0
    assert once.counts[:, CHANCES].min() > 0
    assert len(set(once.random[:, 0].tolist())) == 3


@pytest.mark.parametrize("field", ["positions", "random", "counts"])
def test_a_row_differs_by_any_of_its_parts(field: str) -> None:
    rows, others = first_rows(AT_ONCE, 4), first_rows(AT_ONCE, 4)
    getattr(others, field)[2, 0] += 1
    assert rows.differing(others) == 1


class StandIn:
    """This processor in the place of a graphics processor."""

    def __init__(self, header: Header) -> None:
        self.header = header

    def play(self, rows: Rows, games: int) -> None:
        on_processor(self.header, rows, games, threads=1)


class Wrong(StandIn):
    """One that plays on when it should have stopped, in one row."""

    def play(self, rows: Rows, games: int) -> None:
        super().play(rows, games)
        rows.random[0, 0] += np.uint64(1)


@pytest.mark.parametrize(("machine", "differing"), [(StandIn, 0), (Wrong, 1)])
def test_speed_is_measured_and_games_are_compared(
    machine: Any, differing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphics_benchmark, "OnGraphics", machine)
    monkeypatch.setattr(graphics_benchmark, "moved", lambda rows, to_graphics: deepcopy(rows))
    monkeypatch.setattr(graphics_benchmark, "COUNTS", (8, 16))
    speed = measure_graphics(AT_ONCE, Seating(2), 0.02, check=20)
    assert speed.rows in (8, 16)
    assert speed.games % (graphics_benchmark.GAMES * speed.rows) == 0
    assert 40 < speed.moves / speed.games <= 72
    assert (speed.checked, speed.differing) == (24, differing)
    assert speed.as_json()["moves_per_second"] == round(speed.moves / speed.seconds)
    assert speed.games_per_second == speed.games / speed.seconds
