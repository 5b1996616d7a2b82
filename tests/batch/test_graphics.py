"""Batches on a graphics processor: as Numba simulates one, and compiled for one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kafelki.batch import Batch
from kafelki.batch.graphics import SAMPLE, STEP
from kafelki.batch.room import filled_in
from kafelki.kernels import graphics
from kafelki.kernels.compiler import program_for
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import package_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITHOUT_CHANCE


def test_both_processors_play_the_same_games() -> None:
    """Where there is no such processor: a simulator runs what would be compiled for it."""
    games = [AT_ONCE, WITHOUT_CHANCE, WITH_PAIRS]
    ended = subprocess.run(
        [sys.executable, "-m", "tests.batch.simulated", "1", *games],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
    )
    assert ended.stdout.splitlines() == [f"{game} is the same" for game in games], ended.stderr


def test_a_step_is_one_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is called, so that positions can stay in registers and threads in step."""
    monkeypatch.setenv("KAFELKI_CACHE", str(tmp_path))
    own = filled_in(WITHOUT_CHANCE)
    for loop, kinds in ((own.step_own, STEP), (own.sample_own, SAMPLE)):
        text = program_for(loop, kinds, package_of(WITHOUT_CHANCE), (9, 0)).read_text()
        assert re.findall(r"^\.target (\w+)", text, re.MULTILINE) == ["sm_90"]
        assert len(re.findall(r"\.visible \.entry", text)) == 1
        assert "call" not in text


def test_without_one_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    graphics.capability.cache_clear()
    with pytest.raises(RuntimeError, match="no graphics processor can be used"):
        Batch(WITHOUT_CHANCE, 2, device="cuda")
    with pytest.raises(Refusal, match="not 'tpu'"):
        Batch(WITHOUT_CHANCE, 2, device="tpu")  # type: ignore[arg-type]
