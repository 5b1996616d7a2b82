"""A tournament and the bots of a server on a Ray cluster of two workers.

One worker is killed in the middle of a game.

Run by `test_ray.py` as a program of its own: Ray stays out of the tests' process. It
writes what happened to `told.json`.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from kafelki.arena.executors import on_ray
from kafelki.arena.schedule import Match, TournamentPlan
from kafelki.arena.simulation import play_match
from kafelki.arena.tournament import run
from kafelki.play.game import new_game
from kafelki.play.header import Header
from kafelki.server import bot_work
from kafelki.server.worker_pool import RayPool
from tests.games.examples import WITHOUT_CHANCE

PLAN = TournamentPlan(
    Header(WITHOUT_CHANCE, 2, options={"size": 5}), ("random",), 10, "ray", compiled=False
)
KILL_AFTER = 3  # games


def play_slowly(folder: Path, plan: TournamentPlan, match: Match) -> dict[str, Any]:
    """Play a match after a moment, having noted which process plays it."""
    with (folder / f"started-{match.index}").open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(0.2)
    return play_match(plan, match)


def processes_of(folder: Path, index: int) -> list[int]:
    """Return the processes that have begun to play a match."""
    note = folder / f"started-{index}"
    return [int(pid) for pid in note.read_text().split()] if note.exists() else []


class Killer:
    """Kills a worker in the middle of a game, once some games are finished."""

    def __init__(self, folder: Path, out: Path) -> None:
        self.folder = folder
        self.out = out
        self.finished = 0
        self.victim = 0
        self.index = -1

    def advance(self, item: str) -> None:
        self.finished += 1
        if self.finished == KILL_AFTER:
            self.index, self.victim = self._somebody_playing()
            os.kill(self.victim, signal.SIGKILL)

    def _somebody_playing(self) -> tuple[int, int]:
        while True:
            written = {json.loads(line)["arena"]["index"] for line in self.out.open()}
            for match in PLAN.matches():
                started = processes_of(self.folder, match.index)
                if started and match.index not in written:
                    return match.index, started[-1]
            time.sleep(0.01)


def main(folder: Path) -> None:
    import ray as untyped

    ray: Any = untyped
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=80_000_000,
    )
    out = folder / "cup.jsonl"
    killer = Killer(folder, out)
    results = run(PLAN, partial(on_ray, ray), out, killer.advance, partial(play_slowly, folder))
    address = ray.get_runtime_context().gcs_address
    told = {
        "address": address,
        "nodes": [node["NodeManagerAddress"] for node in ray.nodes()],
        "outcomes": [outcome.match.index for outcome in results.played],
        "lost": len(results.lost),
        "victim": killer.victim,
        "killed_in": killer.index,
        "begun": [processes_of(folder, match.index) for match in PLAN.matches()],
        "by_command": _by_command(address, folder / "command.jsonl"),
        "bots": asyncio.run(_bots()),
    }
    (folder / "told.json").write_text(json.dumps(told))
    ray.shutdown()


def _by_command(address: str, out: Path) -> dict[str, Any]:
    """Return what `kafelki arena --ray ADDRESS` prints."""
    program = "from kafelki.cli import main; main()"
    asked_for = [
        WITHOUT_CHANCE,
        "random",
        "--option",
        "size=5",
        "--interpreted",
        "--games",
        "2",
        "--json",
    ]
    where = ["--out", str(out), "--ray", address]
    command = [sys.executable, "-c", program, "arena", *asked_for, *where]
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return answer


async def _bots() -> dict[str, bool]:
    """Return whether a server's bot moves by the rules there, and twice the same."""
    pool = RayPool("auto")
    game = new_game(WITHOUT_CHANCE, options={"size": 5}, seed=1)
    game.seed = None
    moves = [await pool.run(bot_work.choose, game, 0, "level-1", "stream", 0.2) for _ in range(2)]
    legal = game.legal_texts(0)
    await pool.close()
    return {"legal": moves[0].move in legal, "same": moves[0] == moves[1]}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
