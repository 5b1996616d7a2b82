"""Threads of a batch: whether they sleep or not, all is done, once, and they end with the batch."""

from __future__ import annotations

import threading

import pytest

from kafelki.batch import Batch, processor, sharing
from kafelki.batch.processor import OnProcessor
from kafelki.batch.sharing import READY, STEP
from kafelki.batch.threads import Crew
from kafelki.kernels.language import filled
from tests.games.examples import WITHOUT_CHANCE
from tests.waiting import wait_until


def helpers() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name.startswith("batch ")}


def story(threads: int, patience: int) -> list[bytes]:
    batch = Batch(WITHOUT_CHANCE, 300, seed=2, masks="none", observe=False, threads=threads)
    machine = batch._machine
    assert isinstance(machine, OnProcessor)
    machine._crew.patience = patience
    batch.reset()
    told = []
    for _ in range(60):
        told.append(batch.step(batch.sample()).rewards.tobytes())
        told.append(batch.rows.tobytes())
    return told


def test_threads_that_sleep_are_woken() -> None:
    """With no patience at all they sleep after every request, and so does the one that asks."""
    alone = story(threads=1, patience=0)
    assert story(threads=5, patience=0) == alone
    assert story(threads=5, patience=10) == alone


def test_who_is_woken_soon_waits_longer_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So steps that follow each other closely find all threads awake; a pause makes them sleep."""
    crew = Crew(2 * 64, 2, patience=10)

    def patience_after(seconds: float) -> int:
        moments = iter((100.0, 100.0 + seconds))
        with monkeypatch.context() as patched:
            patched.setattr("time.perf_counter", lambda: next(moments))
            crew._ring(1)
            crew._sleep(1)
        return crew._part(1, lambda thread, chunks, patience: patience)

    assert [patience_after(0.0001) for _ in range(5)] == [20, 40, 80, 160, 160]
    assert patience_after(0.1) == 10
    assert crew._part(0, lambda thread, chunks, patience: patience) == 10


def test_what_goes_wrong_in_a_game_is_told_and_the_next_step_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where an observation that somebody is writing has a mistake."""
    wrong = [True]

    def step(*given: object) -> None:
        if wrong:
            wrong.pop()
            raise ZeroDivisionError

    own = filled(sharing, WITHOUT_CHANCE, step=step, sample=step)
    shared = processor._Shared(own.ask, own.take_part)
    monkeypatch.setattr(processor, "_shared", lambda game, compiled: shared)
    batch = Batch(WITHOUT_CHANCE, 130, compiled=False)
    with pytest.raises(ZeroDivisionError):
        batch.reset()
    assert batch.reset().seats.tolist() == [0] * 130


def test_threads_end_with_their_batch() -> None:
    before = helpers()
    batch = Batch(WITHOUT_CHANCE, 130, threads=8)
    batch.reset()
    assert len(helpers() - before) == 2  # 130 games are three chunks of 64
    del batch
    wait_until(lambda: not helpers() - before)


def test_there_is_a_chunk_for_each_thread() -> None:
    assert [Crew(games, 4).threads for games in (1, 64, 65, 200, 1000)] == [1, 1, 2, 4, 4]
    board = Crew(1000, 4).board
    assert board.ctypes.data % 64 == 0
    assert board.shape[1] * board.itemsize == 64


def test_an_interruption_waits_for_what_the_others_do() -> None:
    """Else they would go on writing into the arrays."""
    calls: list[int] = []

    def take_part(thread: int, chunks: int, patience: int) -> int:
        calls.append(thread)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return READY

    with pytest.raises(KeyboardInterrupt):
        Crew(64, 1).do(STEP, lambda chunks, what: 0, take_part)
    assert calls == [0, 0]
