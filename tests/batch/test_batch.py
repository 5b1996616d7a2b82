"""A batch: the same on any number of threads and any machine, forked, restored and refused.

That it is the same as games one by one is part of the contract (`kafelki.testing.batches`).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from kafelki.batch import RESTART, WAIT, Batch, IllegalAction, Seen
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE

every_game = pytest.mark.parametrize("game", GAMES)


def copied(seen: Seen) -> list[bytes]:
    """Return what was seen, in short: masks can be large."""
    return [sha256(array.tobytes()).digest() for array in seen]


def story(game: str, games: int, steps: int, **settings: Any) -> list[list[bytes]]:
    """Return all that is seen of random games, step by step."""
    batch = Batch(game, games, **settings)
    told = [copied(batch.reset())]
    told += [copied(batch.step(batch.sample())) for _ in range(steps)]
    return [*told, [batch.rows.tobytes()]]


@every_game
@pytest.mark.parametrize("masks", ["dense", "packed"])
def test_interpreted_and_compiled_show_the_same(game: str, masks: str) -> None:
    settings: dict[str, Any] = {"seed": 5, "masks": masks, "threads": 1}
    assert story(game, 2, 5, compiled=False, **settings) == story(game, 2, 5, **settings)


@every_game
def test_the_number_of_threads_changes_nothing(game: str) -> None:
    """A thread has 64 games at least, so three of them share 200 unevenly."""
    settings: dict[str, Any] = {"masks": "packed"}
    one = story(game, 200, 30, seed=6, threads=1, **settings)
    assert story(game, 200, 30, seed=6, threads=3, **settings) == one
    assert story(game, 200, 30, seed=7, threads=3, **settings) != one


@every_game
def test_random_steps_play_what_samples_would_give(game: str) -> None:
    cases: list[dict[str, Any]] = [{"games": 130, "threads": 2}, {"games": 2, "compiled": False}]
    for settings in cases:
        given, own = (Batch(game, seed=4, masks="packed", **settings) for _ in range(2))
        given.reset()
        own.reset()
        for _ in range(3):
            assert copied(own.step()) == copied(given.step(given.sample()))
        assert own.rows.tobytes() == given.rows.tobytes()
        assert own.sample().tolist() == given.sample().tolist()


@every_game
def test_packed_masks_hold_what_dense_ones_do(game: str) -> None:
    """Also from one turn to the next, where old marks must go."""
    batches = [Batch(game, 8, seed=8, masks=masks, threads=1) for masks in ("dense", "packed")]
    count = rules_of(game).move_count
    for batch in batches:
        batch.reset()
    for _ in range(60):
        dense, packed = (batch.step(batch.sample()).mask for batch in batches)
        assert packed.shape == (8, (count + 63) // 64 * 8)
        flags = np.unpackbits(packed, axis=1, bitorder="little")
        assert not flags[:, count:].any()
        assert (flags[:, :count] == dense).all()
    assert dense.dtype == np.bool_


@every_game
def test_rows_bring_games_back(game: str) -> None:
    """What is copied goes on in the same way from there, here or in another game's row."""
    batch = Batch(game, 4, seed=9, threads=1)
    batch.reset()
    for _ in range(10):
        batch.step(batch.sample())
    kept = batch.rows.copy()
    actions = batch.sample()
    after = copied(batch.step(actions))
    batch.rows[:] = kept
    assert batch.look().rewards.any() == 0
    assert copied(batch.step(actions)) == after
    batch.rows[:] = kept[:1]
    batch.look()
    forked = batch.step(np.repeat(actions[:1], 4))
    assert all((array == array[:1]).all() for array in forked)
    assert len({row.tobytes() for row in batch.rows}) == 1


@every_game
def test_before_they_begin_games_stand_at_their_start(game: str) -> None:
    """Nobody but chance may act there, if there is chance."""
    batch = Batch(game, 2, threads=1)
    if batch.look().seats[0] < 0:
        assert not batch.look().mask.any()
        with pytest.raises(IllegalAction):
            batch.step([rules_of(game).move_count] * 2)
    assert batch.reset().mask.any(axis=1).all()


def test_a_game_can_wait_or_begin_anew() -> None:
    batch = Batch(WITHOUT_CHANCE, 3, seed=1, threads=1)
    start = copied(batch.reset())
    moved = batch.step(batch.sample())
    assert moved.seats.tolist() == [1, 1, 1]
    before = batch.rows.copy()
    batch.step([WAIT, RESTART, int(batch.sample()[2])])
    assert batch.rows[0].tobytes() == before[0].tobytes()
    assert batch.position(1).tobytes() != before[1].tobytes()
    assert batch.look().seats.tolist() == [1, 0, 0]
    assert copied(batch.reset()) == start  # there is no chance in it


@every_game
def test_what_may_not_be_played_is_refused_and_changes_nothing(game: str) -> None:
    batch = Batch(game, 3, seed=2, threads=1)
    seen = batch.reset()
    count = rules_of(game).move_count
    illegal = int(np.flatnonzero(~seen.mask[1])[0])
    for wrong in (illegal, count, -3, 2**31 - 1):
        before = batch.rows.copy()
        actions = batch.sample()
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=f"game 1 cannot play {wrong}"):
            batch.step(actions)
        assert batch.rows[1].tobytes() == before[1].tobytes()
        assert batch.rows[0].tobytes() != before[0].tobytes()


def test_outcomes_that_cannot_be_are_refused() -> None:
    batch = Batch(WITH_RACKS, 1, chance=True, threads=1)
    assert batch.reset().seats.tolist() == [-1]
    outcomes, weights = batch.outcomes(0)
    assert outcomes.tolist() == [*range(15)]  # the tiles of five colours
    assert weights.sum() == 100
    with pytest.raises(IllegalAction):
        batch.step([15])
    batch.step([0])
    assert batch.outcomes(0)[1].sum() == 99


def test_no_room_is_made_for_what_nobody_asks_for() -> None:
    batch = Batch(WITH_PAIRS, 5, masks="none", observe=False, threads=1)
    seen = batch.reset()
    assert (seen.mask.size, seen.planes.size, seen.vector.size) == (0, 0, 0)
    assert batch.step(batch.sample()).rewards.shape == (5, 2)


def test_arrays_are_shared_without_a_copy() -> None:
    seen = Batch(AT_ONCE, 5, threads=1).reset()
    for array in seen:
        shared = np.from_dlpack(array)
        assert np.shares_memory(shared, array)


def test_what_cannot_be_set_up() -> None:
    with pytest.raises(Refusal, match="for 2 players, not 3"):
        Batch(WITHOUT_CHANCE, 2, 3)
    with pytest.raises(Refusal, match="not 'sparse'"):
        Batch(WITHOUT_CHANCE, 2, masks="sparse")  # type: ignore[arg-type]
    with pytest.raises(Refusal, match=r"each of 2 games, not \(3,\)"):
        Batch(WITHOUT_CHANCE, 2).step([0, 0, 0])
