"""Machine code for the server: compiled in a process of its own, so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress

from kafelki.rules.engine import engine_of, load_compiled
from kafelki.rules.registry import GAMES
from kafelki.server.process import freeze_garbage_collection

log = logging.getLogger(__name__)

COMPILE = """
import os, sys
from kafelki.server.process import end_with_parent
end_with_parent(int(sys.argv.pop(1)))
os.nice(10)  # the games go first
from kafelki.cli import main
main()
"""


async def load_in_background() -> None:
    """Fill the cache of machine code if it is not full, then load the rules from it.

    Until then the rules run interpreted: slower, and otherwise the same.
    """
    compiler = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        COMPILE,
        str(os.getpid()),
        "compile",
        "--processes=1",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        if await compiler.wait() != 0:
            log.warning("the rules could not be compiled: they run interpreted")
            return
    finally:
        with suppress(ProcessLookupError):
            compiler.kill()
    await asyncio.to_thread(load_compiled)
    freeze_garbage_collection()
    log.info("the rules are compiled")


def is_compiled() -> bool:
    """Whether all games run compiled in this process."""
    return all(engine_of(game).compiled for game in GAMES)
