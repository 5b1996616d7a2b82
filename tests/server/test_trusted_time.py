"""Which time has surely come, whatever a clock says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.server.storage.database import migrate
from kafelki.server.storage.store import Store
from kafelki.server.trusted_time import TrustedTime
from tests.server.running_server import DAY, HOUR, MINUTE, NOON, Time

MARGIN = 10 * MINUTE


class Process:
    """A process with a clock, on a database that others may share."""

    def __init__(self, url: str, time: Time) -> None:
        self.time = time
        self.store = Store(url)
        self.trusted = TrustedTime(self.store, time, time.steady)
        self.note()

    def note(self) -> None:
        asyncio.run(self.trusted.note())

    def passes(self, milliseconds: int) -> None:
        """Let time pass, noted at its end."""
        self.time.pass_by(milliseconds)
        self.note()

    def end(self) -> None:
        self.store.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'kafelki.db'}"
    migrate(url)
    return url


@pytest.fixture
def process(url: str) -> Iterator[Process]:
    """A process whose clock has been right for long: it is noon."""
    made = Process(url, Time(NOON - 6 * HOUR))
    assert made.trusted() < DAY  # nothing is known yet
    made.passes(6 * HOUR)
    assert made.trusted() == NOON - MARGIN
    yield made
    made.end()


def test_time_that_is_seen_to_pass_is_believed_at_once(process: Process) -> None:
    for hours in (1, 30):
        process.time.pass_by(hours * HOUR)
    assert process.trusted() == NOON + 31 * HOUR - MARGIN


def test_a_jump_ahead_is_believed_after_it_has_lasted(process: Process) -> None:
    process.time.jump(DAY)
    assert process.trusted() == NOON - MARGIN
    process.passes(6 * HOUR - 1)
    assert process.trusted() == NOON + 6 * HOUR - 1 - MARGIN
    process.passes(1)
    assert process.trusted() == NOON + DAY + 6 * HOUR - MARGIN


def test_a_clock_that_keeps_jumping_is_not_believed(process: Process) -> None:
    for _ in range(10):
        process.time.jump(HOUR)
        process.passes(5 * HOUR)
    assert process.trusted() == NOON + 50 * HOUR - MARGIN


def test_a_clock_that_is_set_back_is_believed(process: Process) -> None:
    process.time.jump(-2 * HOUR)
    assert process.trusted() == NOON - 2 * HOUR - MARGIN
    process.time.jump(2 * HOUR)
    assert process.trusted() == NOON - MARGIN


def test_after_a_short_stop_all_is_as_before(process: Process, url: str) -> None:
    process.end()
    again = Process(url, Time(NOON + 5 * MINUTE))
    assert again.trusted() == NOON + 5 * MINUTE - MARGIN


def test_after_a_long_stop_the_clock_must_last(process: Process, url: str) -> None:
    process.end()
    again = Process(url, Time(NOON + 3 * DAY))
    assert again.trusted() == NOON - MARGIN
    again.passes(6 * HOUR)
    assert again.trusted() == NOON + 3 * DAY + 6 * HOUR - MARGIN


def test_processes_know_what_each_other_has_seen(process: Process, url: str) -> None:
    process.passes(HOUR)
    other = Process(url, Time(NOON + DAY))  # its clock is wrong
    assert other.trusted() == NOON + HOUR - MARGIN
    process.passes(HOUR)
    other.note()
    assert other.trusted() == NOON + 2 * HOUR - MARGIN
    assert process.trusted() == NOON + 2 * HOUR - MARGIN
