"""The long version of killing a server under load: `make soak`, or with a number of kills."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

from kafelki.server.settings import Settings
from tests.server.killing import kill_under_load
from tests.server.services import both_if_installed

KILLS = 60


def main(kills: int) -> None:
    """Kill servers on both databases, and print what was seen."""
    with ExitStack() as stack:
        ways: list[tuple[str, str, str, int]] = [("SQLite", "", "", 1)]
        if (both := both_if_installed(stack)) is not None:
            postgresql, redis = both
            for name in ("one", "two"):
                postgresql.execute(f"create database {name}")
            ways.append(("PostgreSQL", postgresql.url("one"), "", 1))
            ways.append(("PostgreSQL, two processes", postgresql.url("two"), redis.url, 2))
        for name, url, redis_url, processes in ways:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafelki-")))
            settings = Settings(
                database_url=url, redis_url=redis_url, data_folder=folder, rate_limits=0
            )
            seen = kill_under_load(settings, kills, Random(), 3, processes)
            found = ", ".join(f"{number} {what}" for what, number in seen.items())
            print(f"{name}: {found}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS)
