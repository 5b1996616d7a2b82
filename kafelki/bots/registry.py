"""The bots by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from kafelki.bots.protocol import Bot
from kafelki.bots.random_bot import RandomBot
from kafelki.play.refusal import Refusal

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot}


def bot_named(name: str) -> Bot:
    """Return a new bot by its name; Refusal when there is none of that name."""
    if name not in BOTS:
        near = difflib.get_close_matches(name, BOTS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise Refusal(f"there is no bot {name!r}; the bots are: {', '.join(BOTS)}.{hint}")
    return BOTS[name]()
