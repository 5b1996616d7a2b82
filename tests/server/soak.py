"""The long version of killing a server under load: `make soak`, or with a number of kills."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

from kafelki.server.settings import Settings
from tests.server import services
from tests.server.killing import kill_under_load
from tests.server.services import PostgreSQL

KILLS = 60


def main(kills: int) -> None:
    """Kill servers on both databases, and print what was seen."""
    with ExitStack() as stack:
        databases = {"SQLite": ""}
        if services.program("postgres") is None:
            print("PostgreSQL is not installed: SQLite only.")
        else:
            service = stack.enter_context(services.running(PostgreSQL))
            service.execute("create database soak")
            databases["PostgreSQL"] = service.url("soak")
        for name, url in databases.items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafelki-")))
            settings = Settings(database_url=url, data_folder=folder, rate_limits=0)
            seen = kill_under_load(settings, kills, Random(), load=3)
            print(f"{name}: {', '.join(f'{number} {what}' for what, number in seen.items())}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS)
