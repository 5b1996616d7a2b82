from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.bots.protocol import Judgement, Turn
from kafelki.play.game import new_game
from kafelki.rules.texts import Text
from kafelki.server import bot_work, worker_pool
from kafelki.server.worker_pool import LocalPool, PoolFailed
from tests.games.examples import WITHOUT_CHANCE


def die_once(mark: str) -> str:
    """End the process at the first call, as a crash would; answer at the second."""
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return "answered"


def die() -> None:
    os._exit(9)


def hang_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        time.sleep(600)
    return "answered"


@pytest.fixture
def pool() -> Iterator[LocalPool]:
    made = LocalPool(1)
    yield made
    asyncio.run(made.close())


def test_a_process_that_dies_costs_time_only(pool: LocalPool, tmp_path: Path) -> None:
    assert asyncio.run(pool.run(die_once, str(tmp_path / "mark"))) == "answered"


def test_a_process_that_hangs_is_replaced(
    pool: LocalPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"

    async def hang() -> str:
        await pool.run(str)  # so that a process has been started
        with monkeypatch.context() as patience:
            patience.setattr(worker_pool, "PATIENCE", 2.0)
            hanging = asyncio.create_task(pool.run(hang_once, str(mark)))
            while not (mark.exists() or hanging.done()):
                await asyncio.sleep(0.01)
        return await hanging  # by another one, which may take its time to start

    assert asyncio.run(hang()) == "answered"


def test_what_always_dies_is_given_up(pool: LocalPool) -> None:
    with pytest.raises(PoolFailed):
        asyncio.run(pool.run(die))


def test_bots_choose_in_another_process_and_the_same_for_the_same_stream(pool: LocalPool) -> None:
    game = new_game(WITHOUT_CHANCE, options={"size": 5}, seed=1)

    async def twice() -> list[bot_work.Chosen]:
        job = (game, 0, "level-1", "stream", 0.2)
        return [await pool.run(bot_work.choose, *job), await pool.run(bot_work.choose, *job)]

    first, second = asyncio.run(twice())
    assert first == second
    assert first.move in game.legal_texts(0)
    assert first.failures == ()


def test_a_hint_names_three_moves_and_says_why_in_both_languages() -> None:
    game = new_game(WITHOUT_CHANCE, options={"size": 5}, seed=1)
    hints, failures = bot_work.suggest(game, 0, "stream")
    assert failures == ()
    assert len(hints) == 3
    assert [hint["value"] for hint in hints] == sorted(
        (hint["value"] for hint in hints), reverse=True
    )
    for hint in hints:
        assert hint["move"] in game.legal_texts(0)
        assert set(hint["why"]) == {"en", "pl"}


def test_a_hint_is_one_search_whose_ranking_is_told_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two searches by the clock may differ, and then one language has no words for a move."""
    budgets = []

    class Expert:
        def rank(self, turn: Turn, top: int) -> list[Judgement]:
            budgets.append(turn.budget.seconds)
            order = (0, 1, 2) if len(budgets) == 1 else (3, 4, 5)
            return [Judgement(turn.moves[k], 1.0, Text(f"en {k}", f"pl {k}")) for k in order]

    monkeypatch.setattr(bot_work, "_bot", lambda game, name: Expert())
    game = new_game(WITHOUT_CHANCE, options={"size": 5}, seed=1)
    hints, _ = bot_work.suggest(game, 0, "stream")
    assert [hint["why"] for hint in hints] == [
        {"en": f"en {k}", "pl": f"pl {k}"} for k in (0, 1, 2)
    ]
    assert budgets == [bot_work.HINT_SECONDS]
