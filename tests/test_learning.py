"""The example that learns a game by itself: some steps of it, on this processor."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.examples import AT_ONCE, WITHOUT_CHANCE

ROOT = Path(__file__).parents[1]
HAS_TORCH = importlib.util.find_spec("torch") is not None


@pytest.mark.skipif(not HAS_TORCH, reason="PyTorch is not installed: pip install torch")
@pytest.mark.parametrize("game", [WITHOUT_CHANCE, AT_ONCE])
def test_it_learns_and_plays_against_bots(game: str) -> None:
    """Four games take two steps, of which it learns in two parts, until the time is over."""
    sizes = {"games": 4, "steps": 2, "rows": 4, "width": 4, "blocks": 1, "looks": 1, "matches": 2}
    given = [f"--{name}={size}" for name, size in sizes.items()]
    program = [sys.executable, "-W", "error", "-m", "examples.learn", game, "--device=cpu"]
    ended = subprocess.run(
        [*program, "--minutes=1e-6", *given], cwd=ROOT, capture_output=True, text=True, check=True
    )
    head, *looks = [line.split() for line in ended.stdout.splitlines()]
    assert head == ["minutes", "steps", "random", "greedy", "level-3"]
    assert [steps for _, steps, *_ in looks] == ["8"]
    assert all(0 <= float(share) <= 1 for look in looks for share in look[2:])
