"""The load that servers are to hold: one process on SQLite, then two on PostgreSQL and Redis.

Five hundred tables with two players and a spectator each, for as many seconds as are given
(twenty minutes by default) on either.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack

from kafelki.server.load.report import measure
from kafelki.server.load.testing import Load
from tests.server.services import both_if_installed

TABLES = 500
SECONDS = 1200.0


def main(seconds: float) -> None:
    """Measure both ways; exit with 1 when one of them was not held."""
    held = True
    with ExitStack() as stack:
        ways = [("SQLite, one process", 1, "", "")]
        if (both := both_if_installed(stack)) is not None:
            postgresql, redis = both
            postgresql.execute("create database load")
            ways.append(("PostgreSQL, two processes", 2, postgresql.url("load"), redis.url))
        for name, processes, database_url, redis_url in ways:
            print(name, flush=True)
            try:
                load = Load(TABLES, spectators=1, interval=2.0, seconds=seconds)
                measure([], processes, database_url, redis_url, load)
            except SystemExit:  # it was not held, and that was said
                held = False
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
