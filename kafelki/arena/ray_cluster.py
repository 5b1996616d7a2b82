"""Games on many machines, through Ray."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from kafelki.arena.executors import MOST_ATTEMPTS, Finished, Play, Running
from kafelki.arena.schedule import Match
from kafelki.play.refusal import Refusal

AHEAD = 2
"""Games handed out for each processor: enough that none waits, few enough to stop soon."""


def joined(address: str) -> Any:
    """Return Ray, connected to the cluster at an address; Refusal when that cannot be."""
    try:
        import ray
    except ImportError:
        raise Refusal("a Ray cluster needs Ray installed: pip install 'kafelki[ray]'") from None
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False)
        except ConnectionError as wrong:
            raise Refusal(f"there is no Ray cluster at {address!r}: {wrong}") from None
    return ray


class OnRay:
    """A Ray cluster: at an address, "auto" for the one that is running here."""

    def __init__(self, address: str) -> None:
        self._ray = joined(address)

    def run(self, play: Play, matches: Iterable[Match]) -> Running:
        """Yield every match once, as it is finished.

        Ray itself plays a game again whose process or machine is lost.
        """
        ray = self._ray

        @ray.remote(max_retries=MOST_ATTEMPTS - 1)  # type: ignore[untyped-decorator]
        def task(match: Match) -> Any:
            return play(match)

        waiting = iter(matches)
        running: dict[Any, Match] = {}
        window = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while True:
                for match in islice(waiting, window - len(running)):
                    running[task.remote(match)] = match
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                yield self._finished(done[0], running.pop(done[0]))
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _finished(self, reference: Any, match: Match) -> Finished:
        try:
            return Finished(match, self._ray.get(reference))
        except self._ray.exceptions.RayError as wrong:
            return Finished(match, None, str(wrong).strip().splitlines()[-1])
