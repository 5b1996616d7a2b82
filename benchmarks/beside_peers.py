"""Kafelki beside other programs, in one run: `make peers`.

First whole games on one core, then environments that are stepped, with all that a step brings;
or, with `--only graphics`, batches on a graphics processor of NVIDIA's (`make bench-gpu`).
Peers are installed into build, for this program only: about a gigabyte.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kafelki.arena.benchmark import WAYS, measure
from kafelki.arena.executors import cores
from kafelki.batch.benchmark import measure_batch, measure_on_graphics
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import GAMES, all_seatings, rules_of

HERE = Path(__file__).parent
GAME_PEERS = ("open_spiel==2.0.2", "momaland==0.2.0")  # these bring PettingZoo
PGX = ("pgx==2.6.0", "jax", "jaxlib")
PGX_ON_GRAPHICS = ("pgx==2.6.0", "jax[cuda13]")


def main() -> None:
    """Print the speed of every game and of every peer, the peers before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--only", choices=("games", "batches", "graphics"), help="the first two")
    asked = parser.parse_args()
    if asked.only == "graphics":
        compare_on_graphics(environment("pgx-cuda", PGX_ON_GRAPHICS), asked.seconds)
        return
    python, with_pgx = environment("peers", GAME_PEERS), environment("pgx", PGX)
    load_compiled()
    if asked.only != "batches":
        compare_games(python, asked.seconds)
    if asked.only != "games":
        compare_batches(python, with_pgx, asked.seconds)


def environment(name: str, packages: tuple[str, ...]) -> Path:
    """Return the Python that has some packages; install them on the first call."""
    folder = HERE.parent / "build" / name
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *packages], check=True)
    return python


def compare_games(python: Path, seconds: float) -> None:
    """Print how fast random games are played."""
    print(f"{'':46}{'moves/s':>12}{'games/s':>10}")
    show_game_peers(python, seconds)
    for way in WAYS:
        for game, seating in all_seatings():
            speed = measure(game, seating, way, seconds)
            name = f"{game} {seating.players} {seating.variant} ({way})"
            show(f"Kafelki {name}", speed.moves_per_second, speed.games_per_second)
    print("(the peers again, after Kafelki)")
    show_game_peers(python, seconds)


def show_game_peers(python: Path, seconds: float) -> None:
    """Run and show all peers that play whole games."""
    for peer in told_by(python, "peers.py", str(seconds)):
        show(peer["name"], peer["moves_per_second"], peer["games_per_second"])


def show(name: str, one: float, other: float) -> None:
    """Print one row."""
    print(f"{name:46}{one:12,.0f}{other:10,.0f}", flush=True)


def compare_batches(python: Path, with_pgx: Path, seconds: float) -> None:
    """Print how fast environments are stepped: a step brings observation, mask and rewards."""
    print(f"{'':46}{'steps/s':>12}{'a core':>12}")
    show_batch_peers(python, with_pgx, seconds)
    for game in GAMES:
        rules = rules_of(game)
        seating = next(s for s in rules.seatings if s.players == rules.usual_players())
        for threads in sorted({1, cores()}):
            speed = measure_batch(game, seating, threads, seconds)
            name = f"Kafelki {game} {seating.players}, {threads} threads"
            print(f"{name:46}{speed.steps_per_second:12,.0f}{speed.steps_a_core:12,.0f}")
    print("(the peers again, after Kafelki)")
    show_batch_peers(python, with_pgx, seconds)


def compare_on_graphics(with_pgx: Path, seconds: float) -> None:
    """Print how fast batches are stepped on a graphics processor, with the best number of games."""
    print(f"{'':46}{'steps/s':>14}")
    for game in GAMES:
        rules = rules_of(game)
        seating = next(s for s in rules.seatings if s.players == rules.usual_players())
        speed = measure_on_graphics(game, seating, seconds)
        name = f"Kafelki {game} {seating.players}, {speed.games} games"
        print(f"{name:46}{speed.steps_per_second:14,.0f}", flush=True)
    for peer in told_by(with_pgx, "batch_peers.py", "pgx-cuda", str(seconds)):
        print(f"{peer['name']:46}{peer['steps_per_second']:14,.0f}", flush=True)


def show_batch_peers(python: Path, with_pgx: Path, seconds: float) -> None:
    """Run and show all peers that are stepped."""
    for peers, package in ((python, "pettingzoo"), (with_pgx, "pgx")):
        for peer in told_by(peers, "batch_peers.py", package, str(seconds)):
            name = f"{peer['name']}, one thread" if peer["threads"] else peer["name"]
            speeds = peer["steps_per_second"], peer["steps_a_core"]
            print(f"{name:46}{speeds[0]:12,.0f}{speeds[1]:12,.0f}", flush=True)


def told_by(python: Path, program: str, *arguments: str) -> Iterator[dict[str, Any]]:
    """Yield what a program tells, a line at a time, run by the Python that has its packages."""
    command = [str(python), "-W", "ignore", str(HERE / program), *arguments]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


if __name__ == "__main__":
    main()
