"""The load test: a crowd against one or more server processes, and what they held."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from kafelki.server.load.crowd import Counts, TableOfCrowd
from kafelki.server.load.disk import Disk
from kafelki.server.load.requests import Requests

SERVE = "from kafelki.cli import main; main()"
ACCEPTABLE = 0.100  # seconds for 99 of 100 acknowledgements
OPENING = 40  # tables a second while the crowd comes in


@dataclass(frozen=True)
class Load:
    """How much is asked of the server."""

    tables: int = 500
    spectators: int = 1
    """At each table, beside its two players."""
    interval: float = 2.0
    """Seconds between the moves at a table."""
    seconds: float = 60.0
    """How long it is measured, once everybody is there."""
    seed: int = 0


@dataclass(frozen=True)
class Held:
    """What was measured in a stretch of time."""

    second: int
    tables: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    refused: int
    lost: int
    broken: int
    games: int
    megabytes: float
    """The memory of the server's processes."""
    disk_p99_ms: float
    disk_worst_ms: float
    """How long the disk took meanwhile to keep a page by itself."""

    @property
    def acceptable(self) -> bool:
        """Whether nothing was lost and nobody waited long."""
        return not (self.lost or self.broken) and self.p99_ms < ACCEPTABLE * 1000

    def as_json(self) -> dict[str, Any]:
        """Return the figures for a program."""
        return asdict(self) | {"acceptable": self.acceptable}


def run_load(
    urls: Sequence[str],
    processes: Sequence[int],
    load: Load,
    report: Callable[[Held], None],
    every: float = 10.0,
) -> Held:
    """Put a load on servers, report every few seconds, and return the whole stretch."""
    # What is measured is the server: the crowd must not make itself wait.
    gc.disable()
    try:
        with Disk() as disk:
            return asyncio.run(_run(urls, processes, load, report, every, disk))
    finally:
        gc.enable()


async def _run(
    urls: Sequence[str],
    processes: Sequence[int],
    load: Load,
    report: Callable[[Held], None],
    every: float,
    disk: Disk,
) -> Held:
    random = Random(load.seed)
    servers = [Requests(url) for url in urls]
    stop = asyncio.Event()
    counts = Counts()
    running = []
    for number in range(load.tables):
        first = number % len(servers)
        requests = servers[first]
        tokens = [await requests.guest(f"Player {2 * number + k + 1}") for k in range(2)]
        table = TableOfCrowd(
            requests,
            [*urls[first:], *urls[:first]],
            tokens,
            load.spectators,
            load.interval,
            counts,
            Random(random.random()),
        )
        running.append(asyncio.create_task(table.run(stop)))
        await asyncio.sleep(1 / OPENING)
    await asyncio.sleep(3 * load.interval)
    everything: list[float] = []
    waits: list[float] = []
    began = last = time.perf_counter()
    start = Counts(**{**asdict(counts), "latencies": []})
    counts.latencies.clear()
    disk.waits.clear()

    def held(latencies: list[float], waits: list[float], since: float, now: float) -> Held:
        return Held(
            second=round(now - began),
            tables=load.tables,
            moves_a_second=round(len(latencies) / (now - since), 1),
            p50_ms=_percentile(latencies, 0.5),
            p99_ms=_percentile(latencies, 0.99),
            worst_ms=_percentile(latencies, 1.0),
            refused=counts.refused - start.refused,
            lost=counts.lost - start.lost,
            broken=counts.broken - start.broken,
            games=counts.games - start.games,
            megabytes=round(sum(megabytes_of(process) for process in processes), 1),
            disk_p99_ms=_percentile(waits, 0.99),
            disk_worst_ms=_percentile(waits, 1.0),
        )

    while (now := time.perf_counter()) - began < load.seconds:
        await asyncio.sleep(min(every, load.seconds - (now - began)))
        now = time.perf_counter()
        report(held(counts.latencies, disk.waits, last, now))
        everything += counts.latencies
        counts.latencies.clear()
        waits += disk.waits
        disk.waits.clear()
        last = now
        for task in running:
            if task.done() and (wrong := task.exception()) is not None:
                raise RuntimeError("a table of the crowd failed") from wrong
    whole = held(everything, waits, began, now)
    stop.set()
    await asyncio.gather(*running, return_exceptions=True)
    return whole


def _percentile(seconds: list[float], part: float) -> float:
    """Return the milliseconds within which a part of what was measured lies."""
    ordered = sorted(seconds) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)


def megabytes_of(process: int) -> float:
    """Return the memory of a process where the system tells it (Linux)."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def free_port() -> int:
    """Return a port on this machine that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def servers(
    count: int, database_url: str = "", redis_url: str = ""
) -> Iterator[tuple[list[str], list[int]]]:
    """Start server processes of our own for a test; yield their addresses and process ids."""
    # Whoever stops the test stops them too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="kafelki-load-") as folder:
        running: list[subprocess.Popen[bytes]] = []
        urls = []
        try:
            for _ in range(count):
                port = free_port()
                urls.append(f"http://127.0.0.1:{port}")
                running.append(_start(port, Path(folder), database_url, redis_url))
                _wait_for(urls[-1], running[-1])
            yield urls, [process.pid for process in running]
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
            for process in running:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(15)
                process.kill()
                process.wait()


def _start(port: int, folder: Path, database_url: str, redis_url: str) -> subprocess.Popen[bytes]:
    options = ["--port", str(port), "--data", str(folder), "--rate-limits", "0"]
    options += ["--log-level", "WARNING", "--bot-workers", "1"]
    options += ["--database-url", database_url] if database_url else []
    options += ["--redis-url", redis_url] if redis_url else []
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve", *options],
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )


def _wait_for(url: str, process: subprocess.Popen[bytes], seconds: float = 600) -> None:
    """Wait until a server is well and runs compiled rules."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        with suppress(OSError), urlopen(f"{url}/healthz", timeout=5) as answer:
            if b'"compiled":true' in answer.read():
                return
        time.sleep(0.2)
    raise RuntimeError("the server did not get ready in time")
