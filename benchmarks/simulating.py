"""How long `kafelki simulate` takes from its start to its end, with all that it loads before.

`python benchmarks/simulating.py` plays a thousand games between random bots, of each game for two,
into a file: once so that all is compiled, then some times. The figures are the least of these, as
whatever else a machine does only adds to them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kafelki.rules.registry import GAMES

KAFELKI = Path(sys.executable).with_name("kafelki")


def main() -> None:
    """Print how long the games of each kind take, all in all and of the processor's time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(GAMES), help="by default all games")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'simulate':16}{'games':>8}{'seconds':>10}{'processor':>11}{'MB written':>12}")
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "games.jsonl"
        for game in asked.game:
            spent = [simulate(game, asked.games, file) for _ in range(1 + asked.times)][1:]
            passed, worked = (min(each) for each in zip(*spent, strict=True))
            size = file.stat().st_size / 1e6
            print(f"{game:16}{asked.games:8,}{passed:10.2f}{worked:11.2f}{size:12.1f}", flush=True)


def simulate(game: str, games: int, file: Path) -> tuple[float, float]:
    """Return the seconds that passed until so many games were written, and the processor's."""
    before, start = processor_time(), time.perf_counter()
    command = [str(KAFELKI), "simulate", game, "--games", str(games), "--out", str(file)]
    subprocess.run([*command, "--seed", "1"], check=True)
    return time.perf_counter() - start, processor_time() - before


def processor_time() -> float:
    """Return the processor's time that ended processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
