"""What the command `kafelki loadtest` prints."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from kafelki.server.load.testing import Held, Load, run_load, servers

CLIMB = 1.25
"""By how much each step of a climb is above the one before."""


def measure(
    urls: Sequence[str],
    processes: int,
    database_url: str,
    redis_url: str,
    load: Load,
    climb: bool = False,
    as_json: bool = False,
) -> None:
    """Measure one load, or more and more of it, and print what was held."""
    best: Held | None = None
    while True:
        # The processes of servers that run already are not ours to know.
        running = nullcontext((list(urls), list[int]()))
        started = running if urls else servers(processes, database_url, redis_url)
        with started as (addresses, process_ids):
            whole = run_load(addresses, process_ids, load, lambda held: _print(held, as_json, ""))
        _print(whole, as_json, "all")
        if whole.acceptable:
            best = whole
        if not climb or not whole.acceptable:
            break
        load = replace(load, tables=round(load.tables * CLIMB))
    if best is None:
        print("not held: 99 of 100 moves must be acknowledged within 100 ms, and none be lost")
        raise SystemExit(1)
    print(
        f"held: {best.tables} tables, {2 * best.tables} players, {load.spectators * best.tables} "
        f"spectators, {best.moves_a_second} moves/s, p99 {best.p99_ms} ms"
    )


def _print(held: Held, as_json: bool, label: str) -> None:
    if as_json:
        print(json.dumps(held.as_json() | {"whole": bool(label)}), flush=True)
        return
    print(
        f"{label or f'{held.second:4} s'}  {held.tables} tables  {held.moves_a_second:6} moves/s  "
        f"p50 {held.p50_ms} ms  p99 {held.p99_ms} ms  worst {held.worst_ms} ms  "
        f"refused {held.refused}  lost {held.lost}  broken {held.broken}  games {held.games}  "
        f"{held.megabytes} MB  disk p99 {held.disk_p99_ms} ms  worst {held.disk_worst_ms} ms",
        flush=True,
    )
