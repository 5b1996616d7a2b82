"""Bots that fail: players go on with another legal move, and the operator is told."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from kafelki.server.bot_work import Failure
from kafelki.server.web.metrics import BOT_FAULTS

log = logging.getLogger(__name__)


def tell_operator(game: str, failures: Iterable[Failure]) -> None:
    """Count failures of bots, and log where each happened; never what was on the table."""
    for bot, trace in failures:
        BOT_FAULTS.labels(game, bot).inc()
        log.error("a bot failed", extra={"fields": {"game": game, "bot": bot, "error": trace}})
