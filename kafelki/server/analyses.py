"""What positions of lines of one's own are worth, worked out behind moves, hints and reviews' bits.

Who has left before it was begun costs nothing; what was found is remembered for others who follow
the same link.
"""

from __future__ import annotations

import logging

from cachetools import LRUCache

from kafelki.play.game import Event, Game
from kafelki.review.analysis import Valued, valued
from kafelki.server.denial import Denial
from kafelki.server.reviews import check_room, room_of
from kafelki.server.settings import Settings
from kafelki.server.worker_pool import Workers

log = logging.getLogger(__name__)

REMEMBERED = 512

Who = tuple[str, str]
"""An address, and a person there."""
About = tuple[str, tuple[Event, ...], str]
"""A table, what has happened in a line from its game, and how closely that is looked at."""


class Analyses:
    """What is worked out for those who try things out, by one server process."""

    def __init__(self, workers: Workers, settings: Settings) -> None:
        self._workers = workers
        self._most = room_of(settings)
        self._is_limited = settings.rate_limits > 0
        self._asked: list[Who] = []
        self._known: LRUCache[About, Valued] = LRUCache(REMEMBERED)

    async def of(self, table: str, game: Game, depth: str, who: Who) -> Valued:
        """Return what a position is worth; Denial where somebody asks for too many at once."""
        about = table, game.events, depth
        found = self._known.get(about)
        if found is None:
            if self._is_limited:
                check_room(self._asked, who, self._most)
            self._asked.append(who)
            try:
                found = self._known[about] = await self._worked_out(game, depth, who)
            finally:
                self._asked.remove(who)
        return found

    async def _worked_out(self, game: Game, depth: str, who: Who) -> Valued:
        line = self._workers.line
        await line.enter(*who, late=True)
        try:
            return await self._workers.pool.run(valued, game, depth)
        except Exception:  # whatever it is, the position is there without it
            log.exception("a position could not be valued")
            raise Denial(
                "unavailable",
                "This position could not be valued this time.",
                "Tym razem nie udało się ocenić tej pozycji.",
            ) from None
        finally:
            line.leave()
