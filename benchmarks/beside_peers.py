"""Kafelki beside other programs, on one core, in one run: `make peers`.

Peers are installed into benchmarks/.venv, for this program only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import venv
from pathlib import Path
from typing import Any

from kafelki.arena.benchmark import WAYS, measure
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import all_seatings

HERE = Path(__file__).parent
PEERS = ("open_spiel==2.0.2", "momaland==0.2.0")


def main() -> None:
    """Print the speed of every game and of every peer, the peers before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    seconds = parser.parse_args().seconds
    python = peers_environment()
    load_compiled()
    print(f"{'':46}{'moves/s':>12}{'games/s':>10}")
    show_peers(python, seconds)
    for way in WAYS:
        for game, seating in all_seatings():
            speed = measure(game, seating, way, seconds)
            name = f"{game} {seating.players} {seating.variant} ({way})"
            show(f"Kafelki {name}", speed.moves_per_second, speed.games_per_second)
    show_peers(python, seconds)


def peers_environment() -> Path:
    """Return the Python that has the peers; install them on the first call."""
    folder = HERE / ".venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *PEERS], check=True)
    return python


def show_peers(python: Path, seconds: float) -> None:
    """Run and show all peers."""
    command = [str(python), "-W", "ignore", str(HERE / "peers.py"), str(seconds)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        if line.startswith("{"):
            peer: dict[str, Any] = json.loads(line)
            show(peer["name"], peer["moves_per_second"], peer["games_per_second"])


def show(name: str, moves: float, games: float) -> None:
    """Print one row."""
    print(f"{name:46}{moves:12,.0f}{games:10,.0f}", flush=True)


if __name__ == "__main__":
    main()
