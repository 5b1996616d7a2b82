"""`make attack`: all attacks, and a table of what was tried, held and lost."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator

from tests.attack import faults, floods, headers, slow, twins
from tests.attack.tally import Tally, table
from tests.attack.target import HonestPlayer, target

LONGEST = 1200
"""Seconds for everything together; on a quiet machine it takes a few minutes."""
SCALE = 10
"""How many times as much as in the tests."""


def over_the_network(scale: int) -> Iterator[Tally]:
    """Yield what came of the attacks over the network, and of who played meanwhile."""
    with target() as server:
        player = HonestPlayer(server)
        player.start()
        try:
            for attack in (slow.attack, headers.attack, floods.attack):
                yield from attack(server, scale)
        finally:
            played = player.stop()
        yield played


def all_attacks() -> Iterator[Tally]:
    """Yield what came of every attack."""
    yield from over_the_network(SCALE)
    yield from faults.kills(SCALE)
    yield from faults.disk(2)
    yield from faults.redis(3)
    yield from twins.attack()


def main() -> int:
    """Attack, print what came of it, and return 1 if anything was lost."""
    signal.alarm(LONGEST)
    logging.disable(logging.WARNING)  # of servers that are attacked: they warn, as they should
    tallies = []
    for tally in all_attacks():
        print(f"{tally.name}: {len(tally.lost)} of {tally.tried} lost", flush=True)
        tallies.append(tally)
    print()
    print(table(tallies), flush=True)
    return 1 if any(tally.lost for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
